"""For mutants, grading ends at the first check that does not pass."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from graders.harness.grading.submission_run import _to_first_failure
from graders.harness.processes.jobs import Job, ReportKind
from graders.harness.processes.pool import Pool
from graders.harness.result import Verdict, from_json
from tests.classes import SETTINGS, SLOW_SUMS, of
from tests.replay.walk import PROGRAMS, walk
from tests.world import TOY

IMPATIENT = msgspec.structs.replace(SETTINGS, sandbox="plain", until="failure", shrink_calls=0)


@pytest.mark.nightly
def test_no_check_runs_after_the_first_that_does_not_pass() -> None:
    """Earlier checks have passed, later ones did not run, and the result is complete. So is the next one."""
    verdicts = {}
    pool = Pool()
    try:
        for name, sums in {"looping": SLOW_SUMS["looping"], "right": TOY.good["sums.py"]}.items():
            submission = of(name, sums)
            report = pool.grade(IMPATIENT, Job.of(submission))
            assert report.kind is ReportKind.GRADED
            verdicts[name] = {
                check.id: check.verdict for check in from_json(bytes(report.result)).checks
            }
    finally:
        pool.close()
    assert verdicts["looping"] == {
        "sums.total": Verdict.PASSED,
        "sums.largest-single": Verdict.PASSED,
        "words.shout": Verdict.PASSED,
        "sums.largest": Verdict.TIMEOUT,  # the first hidden one
        "words.describe": Verdict.NOT_RUN,
    }
    assert set(verdicts["right"].values()) == {Verdict.PASSED}


@pytest.mark.slow
def test_other_right_replies_end_nothing() -> None:
    """A check passes on replies that are right, though not the recorded ones; the next ones run all the same."""
    pool = Pool()
    settings = msgspec.structs.replace(walk().settings(), until="failure", shrink_calls=0)
    try:
        report = pool.grade(settings, Job("walk", {"work.py": PROGRAMS["other pick"].encode()}))
    finally:
        pool.close()
    assert report.kind is ReportKind.GRADED, report.message
    assert {check.verdict for check in from_json(bytes(report.result)).checks} == {Verdict.PASSED}


def test_check_that_waits_does_not_hide_a_later_failure() -> None:
    """A check waits for others whose answers its calls would disclose. Then mutants counted as survivors."""
    passed, failed, not_run = Verdict.PASSED, Verdict.FAILED, Verdict.NOT_RUN
    runs = cast(
        "Any",
        [
            SimpleNamespace(spec=None, title="", outcome=SimpleNamespace(verdict=verdict))
            for verdict in (passed, not_run, failed, passed)
        ],
    )
    verdicts = [run.outcome.verdict for run in _to_first_failure(runs)]
    assert verdicts == [passed, not_run, failed, not_run]
