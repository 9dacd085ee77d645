"""The summary of a class for staff: marks, hard checks, and submissions that need review.

`summarise` makes a plain `ClassSummary` from a gradebook's rows; `class_report` shows it. It is for
staff only: it names people and shows hidden checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from graders.harness.course.pages.attention import (
    Attention,
)
from graders.harness.course.pages.distribution import (
    Distribution,
    PartKind,
    PartMarks,
    parts_of,
)
from graders.harness.course.pages.gradebook import (
    GradebookRow,
    GradingState,
    is_unmarked,
)
from graders.harness.course.pages.identical import SameFile, prints_of, same_files
from graders.harness.course.pages.items import Item, items_of
from graders.harness.course.pages.result_changes import ResultChange
from graders.harness.diagnosis import FaultGroup
from graders.harness.intake.grouping import grouped
from graders.harness.result import Result

HARDEST = 10
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """The summary of a class."""

    assignment: str
    people: int
    """Rows of the gradebook: people, or deliveries without a roster."""
    states: tuple[tuple[GradingState, int], ...]
    """Number of people by state, without zeros."""
    missing: tuple[str, ...]
    """People on the roster without a submission, raw names."""
    items: tuple[Item, ...]
    """Every check, in the order of the results."""
    attention: tuple[Attention, ...]
    identical: tuple[tuple[str, ...], ...]
    """Groups of deliveries of different people with identical bytes; names of deliveries."""
    same_files: tuple[SameFile, ...]
    """Files that different people share, apart from comments and white space."""
    changes: tuple[ResultChange, ...]
    groups: tuple[FaultGroup, ...] = ()
    """Submissions with the same fault, the largest group first."""
    unmarked: tuple[int, int] | None = None
    """Number of submissions with an unmarked part, and of those with parts for tutors; None if 0.
    """
    parts: tuple[PartMarks, ...] = ()
    """The marks of each part of the assignment, and of the whole, in the order of the gradebook."""

    @property
    def hardest(self) -> tuple[Item, ...]:
        """Return the checks that the largest share did not pass."""
        hard = (item for item in self.items if item.not_passed)
        hardest_first = sorted(hard, key=lambda item: (-item.share, -item.not_passed, item.id))
        return tuple(hardest_first[:HARDEST])

    @property
    def marks(self) -> Distribution | None:
        """Return the totals of the automatic part; None if nobody was graded."""
        return self._of(PartKind.TOTAL)

    @property
    def whole_marks(self) -> Distribution | None:
        """Return the whole marks; None if nobody is marked in all parts."""
        return self._of(PartKind.WHOLE)

    def _of(self, kind: PartKind) -> Distribution | None:
        return next((part.marks for part in self.parts if part.kind is kind), None)


def summarise(
    assignment: str,
    rows: Sequence[GradebookRow],
    *,
    digests: Mapping[str, str] = _NONE,
    files: Mapping[str, Mapping[str, str]] = _NONE,
    given: Mapping[str, bytes] = _NONE,
    changes: Iterable[ResultChange] = (),
    groups: Iterable[FaultGroup] = (),
) -> ClassSummary:
    """Return the summary of a class.

    digests: delivery's name -> digest of its files' names and bytes, to find identical ones; files:
    delivery's name -> prints of its files, see `identical`; given: files given to everybody, which
    are ignored; changes: since the last run, see `result_changes.compare`; groups: by fault. A
    submission of several people counts once for checks, but once for each person for marks.
    """
    people = _people(rows)
    graded = [row.graded for row in rows if row.graded]
    identical = _identical(people, digests)
    counts = Counter(row.state for row in rows)
    return ClassSummary(
        assignment=assignment,
        people=len(rows),
        states=tuple((kind, counts[kind]) for kind in GradingState if kind in counts),
        missing=tuple(row.shown for row in rows if row.state is GradingState.MISSING),
        items=items_of({row.submission: row.graded for row in rows if row.graded}),
        attention=needing_review(rows),
        identical=identical,
        same_files=same_files(files, people, frozenset(prints_of(given).values()), identical),
        changes=tuple(changes),
        groups=tuple(groups),
        unmarked=_unmarked({row.submission: row.result for row in rows if row.result}.values()),
        parts=parts_of(graded),
    )


def needing_review(rows: Iterable[GradebookRow]) -> tuple[Attention, ...]:
    """Return the submissions that need review, in the order of the rows."""
    who: dict[tuple[str, str], list[str]] = {}
    why: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if mine := row.reasons:
            # People without a submission share no key.
            key = (
                row.submission,
                "" if row.submission else f"{row.student_id} {row.name}",
            )
            who.setdefault(key, []).append(row.shown)
            why.setdefault(key, []).extend(mine)
    return tuple(
        Attention(tuple(people), key[0], tuple(dict.fromkeys(why[key])))
        for key, people in who.items()
    )


def _unmarked(results: Iterable[Result]) -> tuple[int, int] | None:
    concerned = [result for result in results if result.manual]
    return (sum(map(is_unmarked, concerned)), len(concerned)) if concerned else None


def _people(rows: Sequence[GradebookRow]) -> Mapping[str, frozenset[str]]:
    """Return the authors of each delivery."""
    authors: dict[str, set[str]] = {}
    for row in rows:
        if row.submission:
            authors.setdefault(row.submission, set()).add(row.student_id or row.submission)
    return {submission: frozenset(people) for submission, people in authors.items()}


def _identical(
    people: Mapping[str, frozenset[str]], digests: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Return groups of deliveries with equal digests, unless all have the same authors."""
    alike = grouped(sorted(people.keys() & digests.keys()), digests.__getitem__)
    groups = [group for group in alike.values() if len({people[name] for name in group}) > 1]
    return tuple(map(tuple, sorted(groups)))
