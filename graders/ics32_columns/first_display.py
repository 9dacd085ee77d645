"""Says in words which display of a game is the first that is wrong, and where.

One display that is wrong, late or absent makes all later lines of a transcript differ. The first one tells the cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from graders.harness import printable

OVER = "GAME OVER\n"
LONGEST = 40
"""Signs of a line that are quoted."""
Placed = tuple[int, str]
"""A display, with GAME OVER if that follows, and the number of lines that were typed before it."""


def wrong_display(
    have: Sequence[Placed], due: Sequence[Placed], typed: Sequence[str], read: int
) -> str:
    """Return a sentence about the first display that is wrong, absent or too many; "" if none is.

    have: the displays of the program; without their true places, each has a number above that of all *typed* lines.
    read: how many of the *typed* lines the program reads.
    """
    alike = sum(1 for _ in takewhile(_fits, zip(have, due, strict=False)))
    if not have or alike == len(have) == len(due):
        return ""
    after, right = due[alike] if alike < len(due) else (len(typed) + 1, "")
    if alike < len(have) and have[alike][0] < after:
        return (
            f"The program shows one more display than it should {_moment(typed[: have[alike][0]])}."
        )
    if not right:
        return f"The program shows {len(have)} displays of the field, where {len(due)} are due."
    place = f"display {alike + 1}, which is due {_moment(typed[:after])}"
    if alike == len(have) and read < after:
        return f"The program ends {_moment(typed[:read])}; {place}, is not shown."
    if alike == len(have):
        return f"The program leaves out {place}."
    shown = [display for _after, display in have[alike : alike + 2]]
    is_early = shown[:1] == [display for _after, display in due[alike + 1 : alike + 2]]
    if is_early and len(have) < len(due):
        return f"The program leaves out {place}: it shows the one that is due next."
    moments = [number for number, _display in have[alike : alike + 2]]
    if right in shown[1:] and moments[0] == moments[1] <= len(typed):
        return f"The program shows another display before {place}."
    hint = " It is the display that is due next." if is_early else ""
    hint = " It shows the right one next, one step late." if right in shown else hint
    return f"The program is wrong in {place}: {_difference(shown[0], right)}.{hint}"


def _fits(pair: tuple[Placed, Placed]) -> bool:
    (after, shown), (due_after, right) = pair
    return shown == right and after >= due_after


def _moment(lines: Sequence[str]) -> str:
    """Return the time after the last of the typed *lines* in words, with its number."""
    if not lines:
        return "before any line is typed"
    shown = f"«{printable(lines[-1], LONGEST)}»" if lines[-1] else "an empty one"
    return f"after typed line {len(lines)}, {shown}"


def _difference(mine: str, right: str) -> str:
    """Return the first difference of two displays: row, column, and what is due and shown there."""
    have, due = mine.split("\n"), right.split("\n")
    if OVER not in mine + right and len(have) != len(due):
        return f"it should have {len(due) - 2} rows above the dashes, and has {len(have) - 2}"
    row = next(
        place for place, (one, other) in enumerate(zip(have, due, strict=False)) if one != other
    )
    shown, wanted = have[row], due[row]
    if not wanted.startswith("|"):
        return f"the line {'of dashes' if '-' in wanted else 'below it'} should be {wanted!r}, and is {_quoted(shown)}"
    if len(shown) != len(wanted) or (shown[0], shown[-1]) != ("|", "|"):
        return f"row {row + 1} should be {wanted!r}, and is {_quoted(shown)}"
    at = next(
        place for place, (one, other) in enumerate(zip(shown, wanted, strict=True)) if one != other
    )
    cell = slice(at - (at - 1) % 3, at - (at - 1) % 3 + 3)
    return f"row {row + 1}, column {(at + 2) // 3} should be {wanted[cell]!r}, and is {_quoted(shown[cell])}"


def _quoted(line: str) -> str:
    return repr(printable(line, LONGEST))
