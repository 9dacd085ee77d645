"""Common counterexamples: inputs that the same check showed for several submissions of a class.

Results come and go one by one; what is kept of each is a count, and the exhibits of the first that
showed an input.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import msgspec

from graders.harness.reports.verdicts import not_passed
from graders.harness.result import Exhibit, Result, Transcripts

MOST_KEPT = 100
"""Different inputs of one check that are counted; what a class of thousands has in common is among
the first.
"""
MOST_SHOWN = 8
PER_CHECK = 2


@dataclass(slots=True)
class Counterexample:
    """An input that a check failed on, and for whom."""

    id: str
    title: str
    exhibits: tuple[Exhibit, ...]
    """What was asked and expected; what came instead differs from one submission to the next."""
    key: bytes
    """Equal for equal exhibits."""
    submissions: dict[str, None] = field(default_factory=dict)
    """Whose program fails on it, each once."""


class Counterexamples:
    """Counts them while a class is graded."""

    def __init__(self) -> None:
        self._by_check: dict[str, dict[bytes, Counterexample]] = {}

    def add(self, result: Result) -> None:
        """Take in the counterexamples of a submission. Adding one again changes nothing."""
        for check in not_passed(result.checks):
            asked: tuple[Exhibit, ...] = tuple(
                filter(None, map(_asked, check.exhibits))
            )
            if not asked:
                continue
            of_check = self._by_check.setdefault(check.id, {})
            content = repr(asked).encode("utf-8", "backslashreplace")
            key = hashlib.blake2b(content, digest_size=16).digest()
            if len(of_check) < MOST_KEPT:
                of_check.setdefault(
                    key, Counterexample(check.id, check.title, asked, key)
                )
            if key in of_check:
                of_check[key].submissions[result.submission] = None

    def common(self) -> list[Counterexample]:
        """Return those of more than one submission, the most common first, few of each check."""
        common: list[Counterexample] = []
        for of_check in self._by_check.values():
            several = [
                shown for shown in of_check.values() if len(shown.submissions) > 1
            ]
            common += sorted(several, key=_rank)[:PER_CHECK]
        return sorted(common, key=_rank)[:MOST_SHOWN]


def _rank(one: Counterexample) -> tuple[int, str, bytes]:
    """Return the place of a counterexample, whatever the order in which results arrived."""
    return -len(one.submissions), one.id, one.key


def _asked(exhibit: Exhibit) -> Exhibit | None:
    """Return what of an exhibit does not come from the submission, None if nothing."""
    if isinstance(exhibit, Transcripts):
        return msgspec.structs.replace(exhibit, got=())
    return None if exhibit.label.strip().lower() == "got" else exhibit
