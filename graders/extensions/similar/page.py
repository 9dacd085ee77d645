"""Similar files in a terminal, and on a page for staff with matching passages side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.extensions.similar.comparing import ClassComparison, ComparedFile, SimilarPair
from graders.harness.course.pages.sections import ClassDocument
from graders.harness.reports.console import CAUTION, how_many
from graders.harness.reports.html.template import fill
from graders.harness.result import one_line

TEMPLATE = Path(__file__).with_name("similar.html.jinja")
MOST_PAIRS = 40
"""Pairs shown with their lines."""
MOST_LISTED = 1000
"""Pairs listed."""
MOST_LINES = 250
"""Lines shown of a pair."""
WIDEST = 160
"""Characters shown of a line."""

Numbered = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Side:
    """One of two similar files; raw."""

    submission: str
    name: str
    percent: int


@dataclass(frozen=True, slots=True)
class ShownPair:
    """A pair on the page."""

    left: Side
    right: Side
    passages: Sequence[Sequence[tuple[Numbered | None, Numbered | None]]]
    """Lines side by side."""
    cut: bool


def page(comparison: ClassComparison, title: str, id: str) -> bytes:
    """Return the page, UTF-8. title, id: the assignment's."""
    return fill(
        TEMPLATE,
        title=title,
        id=id,
        counts=[
            *_compared(comparison),
            f"{how_many(len(comparison.pairs), 'similar pair')}",
        ],
        comparison=comparison,
        groups=comparison.groups,
        pairs=[_shown(pair) for pair in comparison.pairs[:MOST_PAIRS]],
        more=[sides(pair) for pair in comparison.pairs[MOST_PAIRS:MOST_LISTED]],
        further=max(len(comparison.pairs) - MOST_LISTED, 0),
    )


def _compared(comparison: ClassComparison) -> list[str]:
    """Return the numbers of submissions and files compared."""
    others = f"{how_many(comparison.others, 'submission')} of other classes"
    return [
        how_many(comparison.submissions, "submission"),
        *([others] if comparison.others else []),
        f"{how_many(comparison.files, 'file')} compared",
    ]


def sides(pair: SimilarPair) -> tuple[Side, Side]:
    """Return submission, name and share of both files."""
    left, right = (min(int(share * 100 + 0.5), 100) for share in pair.shares)
    return (
        Side(pair.left.file.submission, pair.left.file.name, left),
        Side(pair.right.file.submission, pair.right.file.name, right),
    )


def _shown(pair: SimilarPair) -> ShownPair:
    left_lines, right_lines = _lines(pair.left.file), _lines(pair.right.file)
    blocks = []
    room = MOST_LINES
    for passage in pair.passages():
        left = _between(left_lines, passage.left)
        right = _between(right_lines, passage.right)
        block = list(zip_longest(left, right))[:room]
        room -= len(block)
        if block:
            blocks.append(block)
    return ShownPair(*sides(pair), blocks, cut=room <= 0)


def _lines(file: ComparedFile) -> list[str]:
    """Return the lines of a file, as the parser counts them."""
    return [
        one_line(line.rstrip("\r"), WIDEST)
        for line in file.data.decode("utf-8", "replace").split("\n")
    ]


def _between(lines: Sequence[str], span: tuple[int, int]) -> list[Numbered]:
    return [(number, lines[number - 1]) for number in range(span[0], min(span[1], len(lines)) + 1)]


def render(comparison: ClassComparison, title: str, console: Console) -> None:
    """Print the list of pairs on *console*."""
    listing = _Listing(comparison, title, console)
    console.print(Group(*listing.parts()), width=listing.width, highlight=False)


class _Listing(ClassDocument):
    """The list of pairs, as a document."""

    def __init__(self, comparison: ClassComparison, title: str, console: Console) -> None:
        super().__init__(console)
        self.comparison, self.title = comparison, title

    def parts(self) -> Iterator[RenderableType]:
        """Yield the document from top to bottom."""
        comparison = self.comparison
        yield self.terminal.line(self.title, "bold")
        yield Text(", ".join(_compared(comparison)))
        groups, pairs, left_out = (
            comparison.groups,
            comparison.pairs,
            comparison.left_out,
        )
        yield from self.counted(
            "Groups of more than two ({})", groups, self.listed(groups, self.joined)
        )
        yield from self.counted("Similar pairs ({})", pairs, self.listed(pairs, self.pair))
        if not pairs:
            yield Text("no similar files in different submissions")
        yield from self.counted(
            "Not compared ({})", left_out, self.listed(left_out, self.terminal.line)
        )

    def pair(self, pair: SimilarPair) -> Text:
        """Return a line: the similar share of both files."""
        left, right = map(self.side, sides(pair))
        return Text.assemble(left, ", ", right, overflow="fold")

    def side(self, side: Side) -> Text:
        """Return the similar share of a file."""
        return Text.assemble(
            (f"{side.percent} %", CAUTION),
            " of ",
            self.terminal.line(side.submission, "bold", 60),
            " ",
            self.terminal.line(side.name, "dim", 60),
        )
