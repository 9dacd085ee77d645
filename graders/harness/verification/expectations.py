"""What exemplars must get, compared with what they got.

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
from graders.harness.result import Result, Status, Verdict
from graders.harness.style.answers import PYTHON_TA
from graders.harness.verification.exemplars import Exemplar, as_submission
from graders.harness.verification.gradings import Gradings

Told = Callable[[Exemplar, Sequence[str]], None]


class Compared(msgspec.Struct, frozen=True):
    """What grading exemplars has shown, one line each, in their order."""

    as_expected: int
    wrong: list[str]
    lost: list[str]
    """What could not be graded."""


def compare(
    gradings: Gradings, exemplars: Sequence[Exemplar], told: Told | None = None
) -> Compared:
    """Grade *exemplars*, and *told* each with what is not as expected, as soon as it is known.
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
        if told is not None:
            told(exemplar, wrong.get(exemplar.id, [f"not gradable: {done.message}"]))

    for settings, short in ((patient, False), (gradings.hurried(patient), True)):
        some = {
            one.id: as_submission(one, gradings.assignment)
            for one in exemplars
            if runs_short(one) is short
        }
        gradings.graded(some, settings, "exemplars", arrived=arrived)
    return Compared(
        as_expected=sum(not problems for problems in wrong.values()),
        wrong=[f"{name}: {problem}" for name in by_name for problem in wrong.get(name, ())],
        lost=[f"{name}: {lost[name]}" for name in by_name if name in lost],
    )


def runs_short(exemplar: Exemplar) -> bool:
    """Say whether it must run out of time: that takes as long as it may, and is the same with less."""
    return Verdict.TIMEOUT in exemplar.verdicts.values()


def problems(result: Result, exemplar: Exemplar) -> list[str]:
    """Return one line for every verdict of *result* that *exemplar* does not allow."""
    found = []
    if result.status is not Status.GRADED:
        found.append("not gradable")
    ids = {check.id for check in result.checks}
    for unknown in sorted(
        (exemplar.must_fail | set(exemplar.may_fail) | set(exemplar.verdicts)) - ids
    ):
        found.append(f"{unknown}: there is no such check{did_you_mean(unknown, ids)}")
    for check in result.checks:
        passed = check.verdict is Verdict.PASSED
        if check.id in exemplar.must_fail and passed:
            found.append(f"{check.id}: passed, must fail")
        if not passed and check.id not in exemplar.must_fail and check.id not in exemplar.may_fail:
            found.append(f"{check.id}: {check.verdict.value}, must pass: {check.message}")
        wanted = exemplar.verdicts.get(check.id)
        if wanted is not None and check.verdict is not wanted:
            found.append(f"{check.id}: {check.verdict.value}, must be {wanted.value}")
    return found + _about_findings(result, exemplar)


def _about_findings(result: Result, exemplar: Exemplar) -> list[str]:
    """Return one line for every rule that *exemplar* should break and does not, or (where it
    counts) the reverse.
    """
    told = {
        finding.rule: finding
        for finding in result.findings
        if not finding.rule.startswith(PYTHON_TA)
    }
    found = [f"{rule}: no finding, must be one" for rule in sorted(exemplar.findings - told.keys())]
    if exemplar.kind in ("right", "style"):
        breaches = [
            f for f in result.findings if f.severity == "breach" and f.rule not in exemplar.findings
        ]
        found += [
            f"{f.rule}: must not be broken: {f.file}, line {f.line}: {f.message}" for f in breaches
        ]
    if exemplar.kind == "style":
        others = sorted(
            told.keys()
            - exemplar.findings
            - {f.rule for f in result.findings if f.severity == "breach"}
        )
        found += [f"{rule}: a finding, must be none" for rule in others]
    return found
