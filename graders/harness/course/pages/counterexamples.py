"""Common counterexamples: inputs on which a check failed for several submissions of a class.

Results are processed one by one; only counts, and the exhibits of an input's first failure, are
kept.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import msgspec

from graders.harness.result import Exhibit, Result, Transcripts, not_passed

MOST_KEPT = 100
"""Inputs of a check that are counted; the common ones of a large class are among the first."""
MOST_SHOWN = 8
PER_CHECK = 2


@dataclass(slots=True)
class Counterexample:
    """An input on which a check failed, and for whom."""

    id: str
    title: str
    exhibits: tuple[Exhibit, ...]
    """Input and expected values, which all submissions share; results differ."""
    key: bytes
    """Equal for equal exhibits."""
    submissions: dict[str, None] = field(default_factory=dict)
    """Submissions that fail on it."""


class Counterexamples:
    """Counts counterexamples while a class is graded."""

    def __init__(self) -> None:
        self._by_check: dict[str, dict[bytes, Counterexample]] = {}

    def add(self, result: Result) -> None:
        """Add the counterexamples of a submission; adding one again changes nothing."""
        for check in not_passed(result.checks):
            inputs: tuple[Exhibit, ...] = tuple(filter(None, map(_asked, check.exhibits)))
            if not inputs:
                continue
            of_check = self._by_check.setdefault(check.id, {})
            content = repr(inputs).encode("utf-8", "backslashreplace")
            key = hashlib.blake2b(content, digest_size=16).digest()
            if len(of_check) < MOST_KEPT:
                of_check.setdefault(key, Counterexample(check.id, check.title, inputs, key))
            if key in of_check:
                of_check[key].submissions[result.submission] = None

    def common(self) -> list[Counterexample]:
        """Return those of several submissions, the most common first, few of each check."""
        common: list[Counterexample] = []
        for of_check in self._by_check.values():
            several = [example for example in of_check.values() if len(example.submissions) > 1]
            common += sorted(several, key=_rank)[:PER_CHECK]
        return sorted(common, key=_rank)[:MOST_SHOWN]


def _rank(example: Counterexample) -> tuple[int, str, bytes]:
    """Return the rank of a counterexample, independent of the order of results."""
    return -len(example.submissions), example.id, example.key


def _asked(exhibit: Exhibit) -> Exhibit | None:
    """Return the part of an exhibit that does not come from the submission, or None."""
    if isinstance(exhibit, Transcripts):
        return msgspec.structs.replace(exhibit, got=())
    return None if exhibit.label.strip().lower() == "got" else exhibit
