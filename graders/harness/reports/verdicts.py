"""What reports call the verdicts, and in which order they speak of checks: the same in every
report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from graders.harness.reports.audience import Audience, apart, title_only
from graders.harness.reports.loading import lost, unloaded
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.sentences import WORDS, WORDS_OF_MANY
from graders.harness.result import Adjustment, CheckResult, Finding, Result, Verdict

RESOURCES = (Verdict.TIMEOUT, Verdict.OUT_OF_MEMORY, Verdict.TOO_MUCH_OUTPUT)
ALIKE = 3
"""Checks that failed with the same words, from which on they are shown together."""
UNNAMED = "a hidden check"
"""What a check is called whose title is not told."""
COVERED, MOST_COVERED = 6, 20
"""Checks that are named where only a few ran, and how many are still a few."""
NOT_JUDGED = "not judged"
"""How a check ended that needs a file which was not handed in, or does not load."""
NOT_PASSED = "did not pass"
"""How a check ended whose reader may know no more than that."""


SEVERITIES = {"breach": "Rule broken", "review": "For your tutor", "note": "Advice"}
"""What reports call the severity of a finding."""


def few(names: Sequence[str], most: int) -> str:
    """Return the first of *names*, at most so many, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def coverage(reached: Fraction, full: Fraction) -> str:
    """Return in words how many of the *full* marks a run could give."""
    return (
        f"This run covers {marks_in_words(reached)} of the {marks_in_words(full)} marks"
    )


def what_ran(checks: Iterable[CheckResult]) -> str:
    """Return which of *checks* did run, where these are few; else that others did not."""
    ids = [check.id for check in checks if check.verdict is not Verdict.NOT_RUN]
    return (
        few(ids, COVERED)
        if 0 < len(ids) <= MOST_COVERED
        else "the other checks did not run"
    )


def severity(finding: Finding) -> str:
    """Return in words how much *finding* matters."""
    return SEVERITIES.get(finding.severity, finding.severity)


def words(check: CheckResult, audience: Audience = Audience.STAFF) -> str:
    """Return in words how *check* ended, as far as *audience* may know."""
    if check.verdict is Verdict.FAILED and title_only(check, audience):
        return NOT_PASSED
    return NOT_JUDGED if unloaded(check) else WORDS[check.verdict]


def counted(
    checks: Iterable[CheckResult], audience: Audience
) -> Iterator[tuple[Verdict, int, str]]:
    """Yield how many checks ended in which way, and that in words for *audience*, in the order of
    the verdicts.
    """
    counts = Counter((check.verdict, words(check, audience)) for check in checks)
    order = list(Verdict)
    for verdict, told in sorted(
        counts,
        key=lambda end: (
            order.index(end[0]),
            end[1] != NOT_PASSED,
            end[1] == NOT_JUDGED,
        ),
    ):
        count = counts[verdict, told]
        if count > 1 and told == WORDS[verdict]:
            told = WORDS_OF_MANY.get(verdict, told)
        yield verdict, count, told


def by_whom(result: Result) -> Iterator[tuple[str, list[Adjustment]]]:
    """Yield the adjustments that rules made, and apart from them what people decided, each under
    its heading.
    """
    for heading, decided in (("Adjustments", False), ("Decided by a person", True)):
        changes = [
            change for change in result.adjustments if bool(change.by) is decided
        ]
        if changes:
            yield heading, changes


def not_passed(checks: Iterable[CheckResult]) -> list[CheckResult]:
    """Return the checks that ran and did not pass."""
    return [
        check
        for check in checks
        if check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN)
    ]


def worst_first(
    checks: Iterable[CheckResult], audience: Audience, *, together: bool = True
) -> tuple[list[list[CheckResult]], list[CheckResult]]:
    """Return the checks that did not pass: blocks, the worst first, then those of which only the
    title is known.

    Grader's faults come first, then what lost most marks. A block is one check; with *together*,
    those that one file keeps from being judged are one, and those that say the very same.
    """
    bare, known = apart(not_passed(checks), audience)
    blocks = alike(known) if together else [[check] for check in known]
    blocks.sort(
        key=lambda block: (block[0].verdict is not Verdict.GRADER_FAULT, -lost(block))
    )
    return blocks, bare


def alike(checks: Sequence[CheckResult]) -> list[list[CheckResult]]:
    """Return *checks* in blocks.

    Those that one file keeps from being judged are together, and those that say the very same and
    show nothing.
    """
    groups: dict[tuple[object, ...], list[CheckResult]] = {}
    for check in checks:
        groups.setdefault(_cause(check), []).append(check)
    blocks: list[list[CheckResult]] = []
    for check in checks:
        group = groups[_cause(check)]
        if unloaded(check) is None and (check.exhibits or len(group) < ALIKE):
            blocks.append([check])
        elif check is group[0]:
            blocks.append(group)
    return blocks


def _cause(check: CheckResult) -> tuple[object, ...]:
    file = unloaded(check)
    if file is not None:
        return (file,)
    return (check.verdict, check.cause) if check.cause else (check.id,)
