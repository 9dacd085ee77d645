"""What a console can show, and how text from a result gets there unharmed.

Everything in a result is data, much of it from the student. It becomes rich ``Text``, never markup;
characters that steer a terminal are made visible again even if an earlier step forgot; and what the
console's encoding cannot carry is written as an escape instead of ending the report.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from graders.harness.result import printable, rounded

CAUTION = "dark_orange3"
"""Style of words that warn; plain yellow cannot be read on a white background."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs that a report draws with."""

    passed: str
    failed: str
    fault: str
    not_run: str
    dot: str
    """Between short remarks on one line."""
    side: str
    """Left edge of all that belongs to one check."""
    earned: str
    lost: str
    open: str
    """Part of a bar for marks of checks that did not run."""
    differs: str
    """Beside the letter of a square that is not as expected."""
    gap: str
    """A cell of a board that no square covers."""
    corners: str
    """Where lines meet: sixteen signs, indexed by arms (1 up, 2 right, 4 down, 8 left)."""


DRAWN = Glyphs(
    passed="✓",
    failed="✗",
    fault="!",
    not_run="○",
    dot="·",
    side="│",
    earned="━",
    lost="─",
    open="┄",
    differs="\N{MULTIPLICATION SIGN}",
    gap="·",
    corners=" ╵╶└╷│┌├╴┘─┴┐┤┬┼",
)
TYPED = Glyphs(
    passed="+",
    failed="x",
    fault="!",
    not_run="o",
    dot="-",
    side="|",
    earned="#",
    lost="-",
    open=".",
    differs="*",
    gap=".",
    corners=" |-+||++-+-+++++",
)
BLOCKS = "▄▕░"
"""What coloured boards need beside ``DRAWN``."""


@dataclass(frozen=True, slots=True)
class Medium:
    """One console: its colours, signs and encoding."""

    encoding: str
    colour: bool
    """Whether squares can be told apart by their colours; sixteen colours are too few for that."""
    glyphs: Glyphs

    @classmethod
    def of(cls, console: Console) -> Medium:
        """Look at *console*. Signs are drawn only if its encoding has every one of them."""
        drawn = _encodable(
            "".join(getattr(DRAWN, name) for name in Glyphs.__slots__) + BLOCKS,
            console.encoding,
        )
        colour = (
            console.color_system in {"256", "truecolor"}
            and not console.no_color
            and drawn
        )
        return cls(console.encoding, colour, DRAWN if drawn else TYPED)

    def safe(self, data: str) -> str:
        """Return *data* with only newlines and characters that this console can show."""
        shown = printable(data)
        try:
            return shown.encode(self.encoding, "backslashreplace").decode(self.encoding)
        except LookupError:  # an encoding that Python does not know
            return shown.encode("ascii", "backslashreplace").decode("ascii")

    def text(self, data: str, style: str = "") -> Text:
        """Return *data* as text that may have several lines."""
        return Text(self.safe(data), style=style, overflow="fold")

    def line(self, data: str, style: str = "", limit: int = 400) -> Text:
        """Return *data* on one line: a newline in it shows as ``\\n``."""
        shown = self.safe(data).replace("\n", "\\n")
        return Text(
            shown if len(shown) <= limit else shown[:limit] + " ...",
            style=style,
            overflow="fold",
        )


def how_many(count: int, one: str, many: str = "") -> str:
    """Return a number of things in words. many: the plural, if not *one* with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def marks_in_words(marks: Fraction) -> str:
    """Return *marks* rounded half up to two decimals, never with an exponent."""
    return format(Decimal(str(rounded(marks))), "f")


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
