"""A description of the first difference between two transcripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graders.harness.assignment.alignment import aligned, gap
from graders.harness.assignment.notation import AHEAD, STARVED, WORDS
from graders.harness.result import printable

MOST = 100
"""Lines after the first difference that are aligned, to find missing lines."""


def first_difference_of(due: Sequence[str], have: Sequence[str]) -> int:
    """Return the index of the first line that differs; possibly one past the end of either."""
    for index, (expected, actual) in enumerate(zip(due, have, strict=False)):
        if expected != actual:
            return index
    return min(len(due), len(have))


def cause(due: Sequence[str], have: Sequence[str]) -> str:
    """Return the fault at the first difference, as the end of a sentence about the program."""
    first = first_difference_of(due, have)
    place = f"line {first + 1}"
    if not have:
        return "prints nothing"
    if first == len(have):
        return f"ends too early, after line {first}"
    got = _Line(*have[first : first + 2])
    if got.text.endswith(f"«{WORDS[STARVED]}»"):
        return f"asks for another line of input ({place}) where it should have ended"
    if f"«{WORDS[AHEAD]}»" in got.text:
        return f"reads all its input at once ({place}) instead of line by line"
    if first == len(due):
        more = " more" if first else ""
        printed = printable(_plain(got.without_sign), 80)
        return f"should print nothing{more}, but prints {printed!r} in {place}"
    want = _Line(*due[first : first + 2])
    sentence = (
        _first_that_fits(_SHIFTS, want, got)
        or _several_lines(due, have, first)
        or _first_that_fits(_CHANGES, want, got)
    )
    column = first_difference_of(want.text, got.text) + 1
    return sentence.format(place=place, column=column)


def kind_of_difference(due: Sequence[str], have: Sequence[str], first: int) -> str:
    """Return what the program does otherwise in line *first* of two transcripts, without the place,
    as the end of a sentence; "" if it is not clear.
    """
    want, got = due[first:], have[first:]
    if not want or not got:
        return ""
    if want[0] and got[0].endswith(want[0]) and "«" not in got[0].removesuffix(want[0]):
        extra = _plain(got[0].removesuffix(want[0]))
        return f"prints {printable(extra, 80)!r} where nothing is expected"
    if _is_repeated(due, have, first):
        return "prints lines a second time"
    if got[0] and _is_reversed(want, got):
        return "prints lines in the opposite order"
    prompt, _, typed = got[0].partition("«")
    if got[0].endswith("\\") and len(got) == 1:
        prompt, typed = got[0][:-1], "nothing more"
    is_text = want[0] and not want[0].endswith("\\") and "«" not in want[0]
    if is_text and typed and prompt and not prompt.startswith(want[0]):
        return f"asks {printable(_plain(prompt), 80)!r} where it should print"
    if got[0] and "«" not in got[0] and got[1:2] == want[:1]:
        return f"prints the line {printable(_plain(got[0]), 80)!r}, which is not expected"
    lines = _Line(*want[:2]), _Line(*got[:2])
    sentence = _first_that_fits(_SHIFTS, *lines)
    if not sentence and want[0] and not got[0] and "«" not in want[0]:
        return "prints an empty line where text is expected"
    sentence = sentence or _first_that_fits(_IN_ONE_LINE, *lines)
    return sentence.replace(" ({place})", "").partition(", column")[0].format(place="a line")


def _is_repeated(due: Sequence[str], have: Sequence[str], first: int) -> bool:
    """Return whether several lines are printed a second time from the first difference on."""
    want = list(due[first : first + 1])
    return any(
        list(have[first : first + count]) == list(have[first - count : first])
        and list(have[first + count : first + count + 1]) == want
        for count in range(2, min(first, MOST) + 1)
    )


def _is_reversed(want: Sequence[str], got: Sequence[str]) -> bool:
    """Return whether lines from the first on are the same in the opposite order."""
    most = min(len(want), len(got))
    return any(list(want[:count]) == list(got[:count])[::-1] for count in range(2, most + 1))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that differs, in the notation, and the next line, if any."""

    text: str
    next: str | None = None

    @property
    def without_sign(self) -> str:
        """The line without the sign for a missing line break."""
        return self.text.removesuffix("\\")

    @property
    def without_end(self) -> str:
        """The line without the spaces at its end."""
        return self.without_sign.rstrip("␠")

    @property
    def without_spaces(self) -> str:
        """The line without any space."""
        return "".join(self.text.split()).replace("␠", "")

    def is_empty_before(self, other: _Line) -> bool:
        """Return whether it is empty, and the next line equals the *other* line."""
        return self.text == "" and self.next == other.text

    def is_broken(self, other: _Line) -> bool:
        """Return whether it is the *other* line with a line break in it."""
        if self.text == "" or self.next is None:
            return False
        return _plain(self.text + self.next) == _plain(other.text)


_Sentences = Sequence[tuple[Callable[[_Line, _Line], bool], str]]
"""Conditions on the expected and the actual line, and the description for each."""

_SHIFTS: _Sentences = (
    (
        lambda want, got: got.without_sign == want.without_sign and len(got.text) > len(want.text),
        "leaves out a line break at the end of {place}",
    ),
    (
        lambda want, got: got.without_sign == want.without_sign,
        "has a line break at the end of {place}",
    ),
    (
        lambda want, got: got.without_end == want.without_end and len(got.text) < len(want.text),
        "leaves out a space at the end of {place}",
    ),
    (
        lambda want, got: got.without_end == want.without_end,
        "has an extra space at the end of {place}",
    ),
    (
        lambda want, got: got.is_empty_before(want),
        "prints an extra empty line ({place})",
    ),
    (lambda want, got: want.is_empty_before(got), "leaves out an empty line ({place})"),
    (lambda want, got: want.is_broken(got), "leaves out a line break in {place}"),
    (lambda want, got: got.is_broken(want), "has an extra line break in {place}"),
)
_IN_ONE_LINE: _Sentences = (
    (
        lambda want, got: got.text.casefold() == want.text.casefold(),
        "differs in upper and lower case in {place}, column {column}",
    ),
    (
        lambda want, got: got.without_spaces == want.without_spaces,
        "differs in spaces in {place}, column {column}",
    ),
)
_CHANGES: _Sentences = (
    *_IN_ONE_LINE,
    (
        lambda want, got: ("«" in got.text) > ("«" in want.text),
        "asks for input in {place}, where it should print",
    ),
    (
        lambda want, got: ("«" in want.text) > ("«" in got.text),
        "prints in {place}, where it should ask for input",
    ),
    (lambda want, got: True, "differs in {place}, column {column}"),
)


def _first_that_fits(sentences: _Sentences, want: _Line, got: _Line) -> str:
    fitting = (sentence for fits, sentence in sentences if fits(want, got))
    return next(fitting, "")


def _several_lines(due: Sequence[str], have: Sequence[str], first: int) -> str:
    """Return the sentence if several lines are missing or extra and others follow; else ""."""
    rows = aligned(due[: first + MOST], have[: first + MOST], first)
    lacking, extra = gap(rows, first)
    count = max(lacking, extra)
    if count < 2 or first + count >= len(rows):
        return ""
    if lacking:
        return f"leaves out {lacking} lines from {{place}} on"
    return f"prints {extra} extra lines from {{place}} on"


def _plain(line: str) -> str:
    return line.replace("␠", " ")
