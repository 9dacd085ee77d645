"""Terminal capabilities, and safe output of text from a result.

Everything in a result is data, much of it from a student. It becomes rich ``Text``, never markup.
Terminal control characters are made visible again, even if an earlier step forgot to; characters
that the console's encoding lacks are written as escapes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from graders.harness.result import printable, rounded

CAUTION = "dark_orange3"
"""Style of warnings; plain yellow is unreadable on a white background."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs used in a report."""

    passed: str
    failed: str
    fault: str
    not_run: str
    dot: str
    """Separates short remarks on a line."""
    side: str
    """Left edge of everything that belongs to a check."""
    earned: str
    lost: str
    open: str
    """Part of a bar: marks of checks that did not run."""
    differs: str
    """Beside the letter of a wrong square."""
    gap: str
    """A cell that no square covers."""
    corners: str
    """Junctions of lines: sixteen signs, indexed by arms (1 up, 2 right, 4 down, 8 left)."""


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
"""Characters that coloured boards use besides ``DRAWN``."""


@dataclass(frozen=True, slots=True)
class TerminalCapabilities:
    """A console's colours, signs and encoding."""

    encoding: str
    colour: bool
    """Whether colours can distinguish squares; sixteen colours are too few."""
    glyphs: Glyphs

    @classmethod
    def of(cls, console: Console) -> TerminalCapabilities:
        """Return the capabilities of *console*. It gets drawn signs only if its encoding has all of
        them.
        """
        drawn = _encodable(
            "".join(getattr(DRAWN, name) for name in Glyphs.__slots__) + BLOCKS,
            console.encoding,
        )
        colour = console.color_system in {"256", "truecolor"} and not console.no_color and drawn
        return cls(console.encoding, colour, DRAWN if drawn else TYPED)

    def safe(self, data: str) -> str:
        """Return *data* with only newlines and characters that this console can show."""
        visible = printable(data)
        try:
            return visible.encode(self.encoding, "backslashreplace").decode(self.encoding)
        except LookupError:  # Python does not know this encoding
            return visible.encode("ascii", "backslashreplace").decode("ascii")

    def text(self, data: str, style: str = "") -> Text:
        """Return *data* as text, possibly of several lines."""
        return Text(self.safe(data), style=style, overflow="fold")

    def line(self, data: str, style: str = "", limit: int = 400) -> Text:
        """Return *data* on one line, with newlines shown as ``\\n``."""
        text = self.safe(data).replace("\n", "\\n")
        return Text(
            text if len(text) <= limit else text[:limit] + " ...",
            style=style,
            overflow="fold",
        )


def role_of(label: str) -> str:
    """Return the role of an exhibit, "expected" or "got", or else its label in lower case."""
    return label.strip().lower()


def note(message: str) -> None:
    """Print a message of a command that is no error to standard error."""
    print(f"grader: {message}", file=sys.stderr)


def how_many(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun. many: the plural, by default *one* with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """Return *words* as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def marks_in_words(marks: Fraction) -> str:
    """Return *marks* rounded half up to two decimals, never with an exponent."""
    return format(Decimal(str(rounded(marks))), "f")


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
