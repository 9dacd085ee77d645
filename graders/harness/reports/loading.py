"""Tells which file kept a check from being judged: it was not handed in, or does not load.

A result has no field for it: what the judge's messages say of a file is read here, in one place.
Words that a submission put into such a message can make its own report odd, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from graders.harness.reports.medium import marks_in_words
from graders.harness.result import CheckResult, Result, Verdict

_FILE = r"(?P<file>[^\s:]{1,80}\.(?:py|java))"
_PLACE = r"(?: \((?P<place>[^\s:()]{1,80}), line (?P<line>\d{1,7})\))?"
_REFUSED = re.compile(
    rf"{_FILE} (?:does not (?:import|load|compile|run)): (?P<why>.*?){_PLACE}", re.DOTALL
)
_ABSENT = re.compile(rf"{_FILE} was not handed in(?P<why>.*)", re.DOTALL)
_OTHERWISE = re.compile(rf"{_FILE} (?P<why>is .*?){_PLACE}", re.DOTALL)
_BROKE_OFF = re.compile(rf"while {_FILE} was being loaded, it (?P<why>.*)", re.DOTALL)
_NO_INPUT = "EOFError: EOF when reading a line"


@dataclass(frozen=True, slots=True)
class Unloaded:
    """A file that no check could use."""

    file: str
    title: str
    """Such as "block.py does not load (line 52)"."""
    why: str
    """What Python, or Java's compiler, says about it, or what it does."""


def unloaded(check: CheckResult) -> Unloaded | None:
    """Return the file that kept *check* from being judged, None where it was judged."""
    if found := _BROKE_OFF.fullmatch(check.message):
        return Unloaded(
            found["file"],
            f"{found['file']} does not load",
            f"While it is being loaded, it {found['why']}.",
        )
    if check.verdict is not Verdict.MISSING:
        return None
    if found := _ABSENT.fullmatch(check.message):
        return Unloaded(
            found["file"], f"{found['file']} was not handed in", found["why"].lstrip(":;, ")
        )
    found = _REFUSED.fullmatch(check.message) or _OTHERWISE.fullmatch(check.message)
    if found is None:
        return None
    file = (
        found["place"] or found["file"]
    )  # the one that is imported is at fault, not the one that imports it
    line = f" (line {found['line']})" if found["line"] else ""
    verb = "compile" if file.endswith(".java") else "load"
    return Unloaded(file, f"{file} does not {verb}{line}", _plain(found["why"]))


def _plain(why: str) -> str:
    if why == _NO_INPUT:
        return 'It asks for input while it is being loaded. Ask only below `if __name__ == "__main__":`.'
    return why


def unloaded_files(result: Result) -> dict[str, list[CheckResult]]:
    """Return the checks that could not be judged for the sake of a file, by what is told of it as a
    title.
    """
    found: dict[str, list[CheckResult]] = {}
    for check in result.checks:
        if file := unloaded(check):
            found.setdefault(file.title, []).append(check)
    return found


def flags_of(result: Result) -> tuple[str, ...]:
    """Return what the staff should look at: the flags, and the marks that hang on files that do not
    load.
    """
    full = marks_in_words(result.max_marks)
    hang = (
        f"{title}: {marks_in_words(lost(checks))} of the {full} marks depend on it"
        for title, checks in unloaded_files(result).items()
    )
    return (*result.flags, *hang)


def lost(checks: Iterable[CheckResult]) -> Fraction:
    """Return the marks that some checks lost together."""
    return sum((check.max_marks - check.marks for check in checks), Fraction(0))
