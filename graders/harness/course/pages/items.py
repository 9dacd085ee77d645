"""Item analysis: how hard each check is, how well it separates, and what it costs.

`docs/grading-a-class.md` explains the figures to staff.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from graders.harness.reports.loading import unloaded
from graders.harness.result import CheckResult, Result, Verdict, VerdictGroup

FEWEST = 10
"""Submissions below which no discrimination is computed."""


@dataclass(frozen=True, slots=True)
class Item:
    """A check, over the submissions of a class."""

    id: str
    title: str
    not_passed: int
    of: int
    """Submissions on which it could run."""
    max_marks: Fraction
    cost: Fraction
    """Mean of the marks that submissions lost by it, whether it could run or not."""
    discrimination: float | None
    """Correlation of passing with the marks of all other checks, from -1 to 1; None if there are
    too few submissions, or if all of them passed or none did.
    """

    @property
    def share(self) -> Fraction:
        """Return the share that did not pass; 0 if it could run on none."""
        return Fraction(self.not_passed, self.of) if self.of else Fraction(0)

    @property
    def is_doubtful(self) -> bool:
        """Return whether those who do well otherwise pass it less often, beyond chance."""
        found = self.discrimination
        return found is not None and found < -chance(self.of)


def chance(submissions: int) -> float:
    """Return how far a discrimination can be from 0 by chance alone (twice its standard error)."""
    return 2 / math.sqrt(submissions)


def items_of(results: Mapping[str, Result]) -> tuple[Item, ...]:
    """Return the items of a class, in the order of its checks. results: by submission."""
    checks: dict[str, list[tuple[CheckResult, float]]] = {}
    for result in results.values():
        marks = float(result.marks)
        for check in result.checks:
            rest = round(marks - float(check.marks), 6)  # equal sums stay equal
            checks.setdefault(check.id, []).append((check, rest))
    return tuple(_item(value) for value in checks.values())


def _item(outcomes: Sequence[tuple[CheckResult, float]]) -> Item:
    first = outcomes[0][0]
    ran = [(check, rest) for check, rest in outcomes if _could_run(check)]
    passed = [float(check.verdict is Verdict.PASSED) for check, _ in ran]
    lost = sum((check.max_marks - check.marks for check, _ in outcomes), Fraction(0))
    return Item(
        id=first.id,
        title=first.title,
        not_passed=passed.count(0.0),
        of=len(ran),
        max_marks=first.max_marks,
        cost=lost / len(outcomes),
        discrimination=_correlation(passed, [rest for _, rest in ran]),
    )


def _could_run(check: CheckResult) -> bool:
    group = check.verdict.group
    return not unloaded(check) and group not in (VerdictGroup.NOT_RUN, VerdictGroup.GRADER_FAULT)


def _correlation(passed: Sequence[float], rest: Iterable[float]) -> float | None:
    if len(passed) < FEWEST:
        return None
    try:
        return statistics.correlation(passed, list(rest))
    except statistics.StatisticsError:  # all are equal
        return None
