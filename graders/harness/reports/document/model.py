"""The parts of a document. All their texts are raw: painters escape them."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from graders.harness.result import Exhibit


class Tone(enum.Enum):
    """How something stands; it decides a colour and a sign."""

    GOOD = "passed"
    BAD = "failed"
    CAUTION = "limit"
    ALARM = "fault"
    OPEN = "open"
    PERSON = "tutor"
    """Of a person's words."""


class Position(enum.Enum):
    """Where a section stands on a wide page; elsewhere it stands in the order of the document."""

    TOP = "top"
    SIDE = "side"
    MAIN = "main"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text with marks; on one line, unless it has *lines*."""

    text: str
    strong: bool = False
    quiet: bool = False
    code: bool = False
    """Whether it is a name in a program or of the grader."""
    tone: Tone | None = None
    lines: bool = False
    marked_up: bool = False
    """Whether it is Markdown."""
    tag: bool = False
    """Whether it is a word for the state of something."""
    href: str = ""
    """Address of another page, relative to a page; the builder has quoted it."""


DOT = Span(" · ", quiet=True)
"""Between short remarks on a line."""
BREAK = Span("\n", lines=True)
"""Between the lines below a row."""
Line = Sequence[Span]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line; it continues the one before."""

    line: Line


@dataclass(frozen=True, slots=True)
class Notice:
    """A line that is to be noticed."""

    line: Line
    tone: Tone


@dataclass(frozen=True, slots=True)
class Prose:
    """Text of several lines, which may be long."""

    text: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much of *full* is done, and how much more was tried."""

    done: Fraction
    tried: Fraction
    full: Fraction
    tone: Tone = Tone.GOOD
    """That of what is done."""


@dataclass(frozen=True, slots=True)
class KeyFigures:
    """Names and values beside each other."""

    figures: Sequence[tuple[str, Line]]


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of a histogram: values from *low* to below *high*; the last includes its end."""

    low: Fraction
    high: Fraction
    count: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """How values are distributed."""

    name: str
    bins: Sequence[Bin]
    median: Fraction


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list."""

    line: Line
    right: Line = ()
    note: Line = ()
    """Behind the line; a terminal has room for it in rows without a sign."""
    below: Line = ()
    tone: Tone | None = None
    """That of its sign; None for no sign."""
    folded: bool = False
    """Whether a page shows what is below on request."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A list."""

    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Score:
    """A row of `Scores`."""

    name: str
    value: Line
    meter: Gauge | None
    count: Line
    """Of what the last heading says."""


@dataclass(frozen=True, slots=True)
class Scores:
    """A table of values with their meters."""

    title: str
    headings: tuple[str, str, str]
    rows: Sequence[Score]


@dataclass(frozen=True, slots=True)
class DataColumn:
    """A column of a `DataTable`."""

    heading: Line = ()
    number: bool = False
    """Whether it has numbers, and is sorted by them."""
    drawn: bool = False
    """Whether it has drawings of numbers in other columns; only a page shows it."""
    part: bool = False
    """Whether it is one of a series, which may be long; a page turns the headings of a long one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a `DataTable`."""

    shown: Line | Gauge | Histogram = ()
    below: Line = ()
    value: str = ""
    """The number that it is sorted by, if it shows more."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a `DataTable`."""

    cells: Sequence[Cell]
    kinds: Sequence[str] = ()
    """The filters that select it."""
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table."""

    name: str
    columns: Sequence[DataColumn]
    rows: Sequence[TableRow]
    sortable: bool = False
    filters: Sequence[tuple[str, int]] | None = None
    """If a page lets its readers search it: kinds of rows, with their numbers."""


@dataclass(frozen=True, slots=True)
class Exhibits:
    """Evidence, drawn by the painter of its assignment."""

    exhibits: Sequence[Exhibit]


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that a page shows on request."""

    summary: str
    body: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks beside each other, where there is room."""

    body: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Subsection:
    """Blocks under a small heading."""

    heading: str
    body: Sequence[Block]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Blocks about one thing, set apart from all others."""

    title: str
    tone: Tone
    right: Line
    body: Sequence[Block]
    id: str = ""
    remark: str = ""
    """Of the document about the card."""
    is_open: bool = True
    """Whether a page shows its body at once."""
    signed: bool = True
    """Whether a page has the sign of its tone."""


@dataclass(frozen=True, slots=True)
class LineRemark:
    """A remark on lines of code."""

    at: str
    """File and lines."""
    text: Span
    label: str
    tone: Tone
    lines: str = ""
    """The lines in words, if they are several."""
    basis: Sequence[str] = ()
    """The grounds of the remark."""


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of code, and the remarks that end at it."""

    number: int
    text: str
    tone: Tone | None = None
    remarks: Sequence[LineRemark] = ()


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Lines of two files beside each other."""

    name: str
    headings: tuple[str, str]
    rows: Sequence[tuple[CodeLine | None, CodeLine | None]]


@dataclass(frozen=True, slots=True)
class Listing:
    """Remarks on a file, and the lines around them."""

    name: str
    note: str
    passages: Sequence[Sequence[CodeLine]]
    elsewhere: Sequence[LineRemark]
    """Remarks without a line to show."""

    @property
    def remarks(self) -> list[LineRemark]:
        """All remarks."""
        beside = [remark for lines in self.passages for line in lines for remark in line.remarks]
        return [*beside, *self.elsewhere]


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading."""

    heading: str
    body: Sequence[Block]
    id: str
    place: Position = Position.MAIN
    tone: Tone | None = None
    note: str = ""
    """Beside the heading, on a page."""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Headline:
    """The top of a document."""

    title: str
    over: str
    under: str = ""
    link: str = ""
    """Address behind the line over the title."""
    counts: Sequence[tuple[Tone, str]] = ()
    counted: str = ""
    """A word for the counted things."""
    value: Line = ()
    captions: Sequence[str] = ()
    """Below the value: its kind, then others."""
    meter: Gauge | None = None
    notices: Sequence[Notice] = ()
    facts: Line = ()
    """Below the titles."""


Block = (
    Paragraph
    | Notice
    | Prose
    | Gauge
    | KeyFigures
    | Histogram
    | Rows
    | Scores
    | DataTable
    | Exhibits
    | Fold
    | Together
    | Subsection
    | Card
    | SideBySide
    | Listing
    | Section
    | Headline
)


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A whole document."""

    blocks: Sequence[Block]
    banner: str = ""
    """Above all on a page."""
    footer: Sequence[Line] = ()
    wide: bool = False
    """Whether it needs the whole width of a page, so that no list of contents stands beside it."""


def plain(*texts: str) -> Line:
    """Return a line without marks."""
    return tuple(Span(text) for text in texts)


def strong(text: str, tone: Tone | None = None) -> Span:
    """Return a span that stands out."""
    return Span(text, strong=True, tone=tone)


def quiet(text: str) -> Span:
    """Return a span that stays in the background."""
    return Span(text, quiet=True)


def code(text: str) -> Span:
    """Return a span of code."""
    return Span(text, code=True)


def lines(lines: Sequence[Line]) -> list[Span]:
    """Return *lines* as one, with breaks between them."""
    return [span for line in lines for span in (BREAK, *line)][1:]
