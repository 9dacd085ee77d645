"""Compares the verdicts of exemplars with those that they must get.

A right exemplar passes everything and breaks no rule on how code is written; one of style passes
everything too, and breaks exactly the rules that it names. A faulty one fails all of its
``must_fail``, may fail what ``may_fail`` names with a reason, and passes all else. Expected
verdicts are written by hand, from the handout; nothing here writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from graders.harness.assignment.naming import did_you_mean
from graders.harness.course.batch import Done
from graders.harness.reports.sentences import message_of
from graders.harness.result import Result, Status, Verdict
from graders.harness.style.answers import PYTHON_TA
from graders.harness.verification.exemplars import Exemplar, as_submission
from graders.harness.verification.gradings import Gradings

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
    patient = msgspec.structs.replace(gradings.settings, shrink_calls=0)
    by_name = {exemplar.id: exemplar for exemplar in exemplars}
    wrong: dict[str, list[str]] = {}
    lost: dict[str, str] = {}

    def arrived(done: Done) -> None:
        exemplar = by_name[done.delivery.name]
        if done.result is None or not done.result.checks:
            lost[exemplar.id] = done.message
        else:
            wrong[exemplar.id] = problems(done.result, exemplar)
        if report is not None:
            report(exemplar, wrong.get(exemplar.id, [f"not gradable: {done.message}"]))

    for settings, short in ((patient, False), (gradings.hurried(patient), True)):
        submissions = {
            exemplar.id: as_submission(exemplar, gradings.assignment)
            for exemplar in exemplars
            if runs_short(exemplar) is short
        }
        gradings.graded(submissions, settings, "exemplars", arrived=arrived)
    return Compared(
        as_expected=sum(not problems for problems in wrong.values()),
        wrong=[f"{name}: {problem}" for name in by_name for problem in wrong.get(name, ())],
        lost=[f"{name}: {lost[name]}" for name in by_name if name in lost],
    )


def runs_short(exemplar: Exemplar) -> bool:
    """Return whether it must run out of time: a shorter limit gives the same result sooner."""
    return Verdict.TIMEOUT in exemplar.verdicts.values()


def problems(result: Result, exemplar: Exemplar) -> list[str]:
    """Return a line for every verdict of *result* that *exemplar* does not allow."""
    found = []
    if result.status is not Status.GRADED:
        found.append("not gradable")
    ids = {check.id for check in result.checks}
    named = exemplar.must_fail | set(exemplar.may_fail) | set(exemplar.verdicts)
    for unknown in sorted(named - ids):
        found.append(f"{unknown}: there is no such check{did_you_mean(unknown, ids)}")
    for check in result.checks:
        passed = check.verdict is Verdict.PASSED
        if check.id in exemplar.must_fail and passed:
            found.append(f"{check.id}: passed, must fail")
        if not passed and check.id not in exemplar.must_fail and check.id not in exemplar.may_fail:
            found.append(f"{check.id}: {check.verdict.value}, must pass: {message_of(check)}")
        wanted = exemplar.verdicts.get(check.id)
        if wanted is not None and check.verdict is not wanted:
            found.append(f"{check.id}: {check.verdict.value}, must be {wanted.value}")
    return found + _about_findings(result, exemplar)


def _about_findings(result: Result, exemplar: Exemplar) -> list[str]:
    """Return a line for every rule that *exemplar* should break and does not, or, of right
    exemplars and those of style, the reverse.
    """
    rules = {finding.rule for finding in result.findings}
    breaches = [finding for finding in result.findings if finding.severity == "breach"]
    own = {rule for rule in rules if not rule.startswith(PYTHON_TA)}
    found = [f"{rule}: no finding, must be one" for rule in sorted(exemplar.findings - own)]
    if exemplar.kind in ("right", "style"):
        for breach in breaches:
            if breach.rule not in exemplar.findings:
                place = f"{breach.file}, line {breach.line}"
                found.append(f"{breach.rule}: must not be broken: {place}: {breach.message}")
    if exemplar.kind == "style":
        others = own - exemplar.findings - {breach.rule for breach in breaches}
        found += [f"{rule}: a finding, must be none" for rule in sorted(others)]
    return found
