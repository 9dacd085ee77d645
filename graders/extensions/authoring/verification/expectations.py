"""Compares the verdicts of exemplars with the expected ones.

A right exemplar passes everything and breaks no rule of code style. A style exemplar passes
everything and breaks exactly the rules it names. A faulty exemplar fails all of its ``must_fail``,
may fail the checks in ``may_fail``, and passes all others. Expected verdicts are written by hand,
from the handout; nothing here writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from graders.extensions.shared.exemplars import Exemplar, as_submissions
from graders.extensions.shared.gradings import Gradings, judged
from graders.harness.assignment.naming import did_you_mean
from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.reports.sentences import message_of
from graders.harness.result import CheckResult, Result, Status, Verdict
from graders.harness.style.linters import is_of_a_linter

Report = Callable[[Exemplar, Sequence[str]], None]


class Compared(msgspec.Struct, frozen=True):
    """Result of grading exemplars; problems are lines, in the exemplars' order."""

    as_expected: int
    wrong: list[str]
    lost: list[str]
    """Exemplars that could not be graded."""


def compare(
    gradings: Gradings, exemplars: Sequence[Exemplar], report: Report | None = None
) -> Compared:
    """Grade *exemplars*; call *report* with each and its problems as soon as it is graded.

    Raises GraderBroken.
    """
    patient = gradings.patient
    by_name = {exemplar.id: exemplar for exemplar in exemplars}
    wrong: dict[str, list[str]] = {}
    lost: dict[str, list[str]] = {}

    def arrived(done: GradedSubmission) -> None:
        exemplar = by_name[done.delivery.name]
        result = judged(done)
        if result is None:
            lost[exemplar.id] = [done.message]
            lines = [f"not gradable: {done.message}"]
        else:
            lines = wrong[exemplar.id] = problems(result, exemplar)
        if report is not None:
            report(exemplar, lines)

    for short, settings in ((False, patient), (True, gradings.hurried(patient))):
        group = [exemplar for exemplar in exemplars if exemplar.runs_short is short]
        submissions = as_submissions(group, gradings.assignment)
        gradings.graded(submissions, settings, "exemplars", arrived=arrived)
    as_expected = list(wrong.values()).count([])
    return Compared(as_expected, _lines(by_name, wrong), _lines(by_name, lost))


def _lines(names: Iterable[str], problems: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the problems of each exemplar after its name, in the order of *names*."""
    return [f"{name}: {problem}" for name in names for problem in problems.get(name, ())]


def problems(result: Result, exemplar: Exemplar) -> list[str]:
    """Return a line for every verdict of *result* that *exemplar* does not allow."""
    lines = []
    if result.status is not Status.GRADED:
        lines.append("not gradable")
    ids = {check.id for check in result.checks}
    named = exemplar.must_fail | exemplar.may_fail.keys() | exemplar.verdicts.keys()
    for unknown in sorted(named - ids):
        lines.append(f"{unknown}: there is no such check{did_you_mean(unknown, ids)}")
    for check in result.checks:
        lines += _problems_of_check(check, exemplar)
    return [*lines, *_problems_of_findings(result, exemplar)]


def _problems_of_check(check: CheckResult, exemplar: Exemplar) -> Iterator[str]:
    """Yield a line for each problem of *check*'s verdict."""
    verdict = check.verdict.value
    failing = exemplar.must_fail | exemplar.may_fail.keys()
    if check.verdict is not Verdict.PASSED and check.id not in failing:
        yield f"{check.id}: {verdict}, must pass: {message_of(check)}"
    if check.verdict is Verdict.PASSED and check.id in exemplar.must_fail:
        yield f"{check.id}: {verdict}, must fail"
    wanted = exemplar.verdicts.get(check.id, check.verdict)
    if check.verdict is not wanted:
        yield f"{check.id}: {verdict}, must be {wanted.value}"


def _problems_of_findings(result: Result, exemplar: Exemplar) -> Iterator[str]:
    """Yield a line for every expected finding that is missing.

    For right and style exemplars, also for every unexpected one.
    """
    rules = {finding.rule for finding in result.findings}
    rules -= {rule for rule in rules if is_of_a_linter(rule)}
    for rule in sorted(exemplar.findings - rules):
        yield f"{rule}: no finding, must be one"
    if exemplar.kind not in ("right", "style"):
        return
    remarks = rules - exemplar.findings
    for finding in result.findings:
        if finding.severity == "breach" and finding.rule not in exemplar.findings:
            position = f"{finding.file}, line {finding.line}"
            yield f"{finding.rule}: must not be broken: {position}: {finding.message}"
            remarks.discard(finding.rule)
    if exemplar.kind == "style":
        for rule in sorted(remarks):
            yield f"{rule}: a finding, must be none"
