"""Grades exemplars and says where a verdict is not the one it must be.

A right exemplar passes everything and breaks no rule on how code is written; one of style passes everything too, and
breaks exactly the rules that it names.

A faulty one fails all of its ``must_fail``, may fail what ``may_fail`` names with a
reason, and passes all else. Expected verdicts are written by hand, from the spec; nothing here writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from graders.harness.exemplars import Exemplar, as_submission
from graders.harness.manifest import Assignment
from graders.harness.pool import Pool
from graders.harness.result import Result, Status, Verdict, from_json
from graders.harness.style import PYTHON_TA
from graders.harness.warm import Job, Said, Settings


def verify(pool: Pool, settings: Settings, assignment: Assignment, exemplar: Exemplar) -> list[str]:
    """Grade *exemplar* in a warm process; return one line for every verdict that is not as expected."""
    submission = as_submission(exemplar, assignment)
    report = pool.grade(settings, Job(submission.name, dict(submission.files), submission.notes))
    if report.said is not Said.GRADED:
        return [f"not gradable: {report.message}"]
    return problems(from_json(bytes(report.result)), exemplar)


def verify_all(settings: Settings, exemplars: Sequence[Exemplar], jobs: int) -> Iterator[tuple[Exemplar, list[str]]]:
    """Yield each exemplar, in order, with what :func:`verify` found; *jobs* are graded at once. Raises GraderBroken."""
    assignment = settings.load()
    pool = Pool()
    with ThreadPoolExecutor(jobs) as threads:
        try:
            found = threads.map(lambda exemplar: verify(pool, settings, assignment, exemplar), exemplars)
            yield from zip(exemplars, found, strict=True)
        finally:
            pool.close()
            threads.shutdown(cancel_futures=True)


def problems(result: Result, exemplar: Exemplar) -> list[str]:
    """Return one line for every verdict of *result* that *exemplar* does not allow."""
    found = []
    if result.status is not Status.GRADED:
        found.append("not gradable")
    ids = {check.id for check in result.checks}
    for unknown in sorted((exemplar.must_fail | set(exemplar.may_fail) | set(exemplar.verdicts)) - ids):
        found.append(f"{unknown}: there is no such check")
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
    """Return one line for every rule that *exemplar* should break and does not, or (where it counts) the reverse."""
    told = {finding.rule: finding for finding in result.findings if not finding.rule.startswith(PYTHON_TA)}
    found = [f"{rule}: no finding, must be one" for rule in sorted(exemplar.findings - told.keys())]
    if exemplar.kind in ("right", "style"):
        breaches = [f for f in result.findings if f.severity == "breach" and f.rule not in exemplar.findings]
        found += [f"{f.rule}: must not be broken: {f.file}, line {f.line}: {f.message}" for f in breaches]
    if exemplar.kind == "style":
        others = sorted(told.keys() - exemplar.findings - {f.rule for f in result.findings if f.severity == "breach"})
        found += [f"{rule}: a finding, must be none" for rule in others]
    return found
