"""What reports call the verdicts, and in which order they speak of checks: the same in every report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from graders.harness.reports.audience import Audience, title_only
from graders.harness.result import CheckResult, Verdict

WORDS = {
    Verdict.PASSED: "passed",
    Verdict.FAILED: "wrong answer",
    Verdict.RAISED: "raised an exception",
    Verdict.TIMEOUT: "took too long",
    Verdict.OUT_OF_MEMORY: "ran out of memory",
    Verdict.CRASHED: "crashed",
    Verdict.TOO_MUCH_OUTPUT: "printed too much",
    Verdict.MISSING: "not found",
    Verdict.NOT_RUN: "not run",
    Verdict.GRADER_FAULT: "fault of the grader",
}
RESOURCES = (Verdict.TIMEOUT, Verdict.OUT_OF_MEMORY, Verdict.TOO_MUCH_OUTPUT)
ALIKE = 3
"""Checks that failed with the same words, from which on they are shown together."""
UNNAMED = "a hidden check"
"""What a check is called whose title is not told."""


def not_passed(checks: Iterable[CheckResult]) -> list[CheckResult]:
    """Return the checks that ran and did not pass."""
    return [check for check in checks if check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN)]


def worst_first(
    checks: Iterable[CheckResult], audience: Audience, *, together: bool = True
) -> tuple[list[list[CheckResult]], list[CheckResult]]:
    """Return the checks that did not pass: blocks, the worst first, then those of which only the title is known.

    Grader's faults come first, then what lost most marks. A block is one check; with *together*, those that say the
    very same, such as that a file does not import, are one.
    """
    bad = not_passed(checks)
    bare = [check for check in bad if title_only(check, audience)]
    open_ = [check for check in bad if not title_only(check, audience)]
    blocks = alike(open_) if together else [[check] for check in open_]
    blocks.sort(key=lambda block: (block[0].verdict is not Verdict.GRADER_FAULT, -lost(block)))
    return blocks, bare


def lost(checks: Iterable[CheckResult]) -> Fraction:
    """Return the marks that some checks lost together."""
    return sum((check.max_marks - check.marks for check in checks), Fraction(0))


def alike(checks: Sequence[CheckResult]) -> list[list[CheckResult]]:
    """Return *checks* in blocks: those that say the very same and show nothing together, all others alone."""
    groups: dict[tuple[Verdict, str], list[CheckResult]] = {}
    for check in checks:
        if check.message and not check.exhibits:
            groups.setdefault((check.verdict, check.message), []).append(check)
    blocks: list[list[CheckResult]] = []
    for check in checks:
        group = groups.get((check.verdict, check.message), [])
        if check.exhibits or len(group) < ALIKE:
            blocks.append([check])
        elif check is group[0]:
            blocks.append(group)
    return blocks
