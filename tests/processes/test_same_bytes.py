"""A submission gets the same bytes of result in every way of grading, alone or beside others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.grading.flags import without_nondeterminism
from graders.harness.grading.grader import Grader
from graders.harness.processes import pool
from graders.harness.processes.jobs import Job, Report, ReportKind, Settings
from graders.harness.replay import prefetch
from graders.harness.reports.sentences import message_of
from graders.harness.result import CheckResult, Verdict, from_json, to_json
from graders.harness.sandbox.interface import Backend
from graders.harness.sandbox.interpreters import find_interpreter
from graders.harness.sandbox.plain_processes import PlainBackend
from tests.classes import (
    SETTINGS,
    SLOW_SUMS,
    SUMS,
    in_a_batch,
    of,
    results,
    some,
    total,
)
from tests.fixtures import Cold
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("recordings")

HOW = {
    "one at a time": (1, SETTINGS, False),
    "two at once, in reversed order": (2, SETTINGS, True),
    "two at once, without a prefetch": (
        2,
        msgspec.structs.replace(SETTINGS, prefetch=False),
        False,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [pytest.param(how, marks=pytest.mark.nightly if how == "one at a time" else ()) for how in HOW],
)
def test_batch_gives_the_bytes_of_a_single_grading(cold: Cold, how: str) -> None:
    """Right, wrong and hostile submissions: the result does not show how it was made."""
    width, settings, backwards = HOW[how]
    submissions = some(SUMS)[:: -1 if backwards else 1]
    assert results(in_a_batch(submissions, width, settings)) == {
        one.name: cold(one) for one in submissions
    }


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("how", HOW)
def test_batch_gives_the_bytes_of_a_single_grading_at_the_limits(cold: Cold, how: str) -> None:
    """Loops, memory, and right submissions that come near the limit."""
    width, settings, backwards = HOW[how]
    submissions = some(SLOW_SUMS)[:: -1 if backwards else 1]
    assert results(in_a_batch(submissions, width, settings)) == {
        one.name: cold(one) for one in submissions
    }


@pytest.mark.slow
def test_the_set_is_worth_comparing(cold: Cold) -> None:
    """The submissions end in different ways, because equal bytes prove little if all of them pass."""
    verdicts = {check.verdict for one in some(SUMS) for check in from_json(cold(one)).checks}
    assert verdicts >= {
        Verdict.PASSED,
        Verdict.FAILED,
        Verdict.RAISED,
        Verdict.MISSING,
        Verdict.CRASHED,
    }
    assert Verdict.TOO_MUCH_OUTPUT in verdicts
    assert Verdict.GRADER_FAULT not in verdicts


def warm_results(settings: Settings, sums: dict[str, str | None]) -> dict[str, bytes]:
    """Return results graded in one warm process, one after the other."""
    ours = pool.Pool()
    found = {}
    try:
        warm = ours.take(settings)
        for one in some(sums):
            report = warm.grade(Job(one.name, dict(one.files), one.notes))
            assert report.kind is ReportKind.GRADED, report.message
            found[one.name] = to_json(from_json(bytes(report.result)))
    finally:
        ours.close()
    return found


KINDS = {
    **{
        name: SUMS[name]
        for name in (
            "right",
            "wrong",
            "raising",
            "missing",
            "unfinished",
            "crashing",
            "asking",
            "remembering",
        )
    },
    "slow": SLOW_SUMS["slow"],
    "nondeterministic": total(
        "return sum(numbers) + is_ahead()",
        """import sys


def is_ahead():
    frame = sys._getframe()
    while "state" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["state"] is not None


""",
    ),
}
"""Every kind of submission; the last is wrong in a prefetch, and right live."""


@pytest.mark.nightly
def test_the_same_bytes_without_a_prefetch() -> None:
    """Only the flag that a comparison sets may differ."""
    without = warm_results(msgspec.structs.replace(SETTINGS, prefetch=False), KINDS)
    with_it = warm_results(SETTINGS, KINDS)
    flagged = set()
    for name, data in with_it.items():
        result = from_json(data)
        if without_nondeterminism(result) != result:
            flagged.add(name)
        assert to_json(without_nondeterminism(result)) == without[name], name
    assert flagged == {"nondeterministic"}


PLAIN = Settings("toy", root=SETTINGS.root, sandbox="plain", cpu_seconds=0.6, shrink_calls=3)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "names",
    [
        ["right"],
        pytest.param(
            ["wrong", "missing", "crashing", "forging", "looping"], marks=pytest.mark.nightly
        ),
    ],
    ids=["right", "others"],
)
def test_plain_process_gives_the_same_bytes_warm_and_cold(names: list[str]) -> None:
    """A fork also keeps the bytes at level E."""
    sums = {name: {**SUMS, **SLOW_SUMS}[name] for name in names}
    with Grader(PLAIN.load(), PlainBackend(find_interpreter(">=3.8"))) as grader:
        alone = {one.name: to_json(grader.grade(one).result) for one in some(sums)}
    assert warm_results(PLAIN, sums) == alone


@pytest.mark.nightly
def test_warm_process_gives_the_bytes_of_a_single_grading_twice(cold: Cold) -> None:
    """A child leaves nothing for the next."""
    sums = {name: SUMS[name] for name in ("remembering", "crashing", "right")}
    again = {f"{name} again": text for name, text in sums.items()}
    assert warm_results(SETTINGS, {**sums, **again}) == {
        one.name: cold(one) for one in some({**sums, **again})
    }


BLOCKED = (
    "import threading\n\n\ndef total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n"
    "    if len(numbers) > 1:\n        threading.Event().wait()\n    return max(numbers)\n"
)


@pytest.mark.nightly
def test_blocked_program_is_ended_by_the_clock_and_graded_again_alone(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timeout is confirmed with nothing beside it, and the bytes are those of a single grading."""
    root = TOY.copy(tmp_path / "world").root
    manifest = root / "graders" / "toy" / "assignment.toml"
    assert "wall_seconds = 20.0" in manifest.read_text()
    manifest.write_text(manifest.read_text().replace("wall_seconds = 20.0", "wall_seconds = 1.0"))
    # no search, because a busy machine may exceed the short wall time limit in an unconfirmed run of it;
    # no prefetch, because it would lose its time to timeouts
    settings = msgspec.structs.replace(SETTINGS, root=str(root), shrink_calls=0, prefetch=False)
    begun: list[str] = []
    usual = pool.Pool.grade

    def watched(self: pool.Pool, settings: Settings, job: Job) -> Report:
        begun.append(job.name)
        return usual(self, settings, job)

    monkeypatch.setattr(pool.Pool, "grade", watched)
    class_ = [of("blocked", BLOCKED), of("right", SUMS["right"]), of("wrong", SUMS["wrong"])]
    found = results(in_a_batch(class_, 2, settings))
    assert begun.count("blocked") == 2
    assert begun[-1] == "blocked"
    told = {
        check.id: (check.verdict, message_of(check)) for check in from_json(found["blocked"]).checks
    }
    assert told["sums.largest"] == (Verdict.TIMEOUT, "did not finish within the time limit of 1 s")
    grader = Grader(settings.load(), backend)
    monkeypatch.setattr(prefetch, "SECONDS", 0.5)
    assert found == {one.name: to_json(grader.grade(one).result) for one in class_}


# Counterexamples.


def check_of(done: GradedSubmission, check_id: str) -> CheckResult:
    """Return the check of this id in a result."""
    assert done.result is not None
    return next(check for check in done.result.checks if check.id == check_id)


def calls_of(done: GradedSubmission, check_id: str) -> int:
    """Return how often the submission was called for this check, by the log."""
    line = next(line for line in done.log if line.endswith(f" {check_id}"))
    return int(line.split("ms")[1].split("calls")[0])


@pytest.mark.slow
def test_counterexample_in_a_batch_is_the_shrunk_one() -> None:
    """The student sees the smallest input that the engine can find, or that the fault needs more than one call."""
    class_ = some({name: SUMS[name] for name in ("wrong", "remembering")})
    wrong, remembering = in_a_batch(
        class_, settings=msgspec.structs.replace(SETTINGS, shrink_calls=200)
    )
    assert [exhibit.text for exhibit in check_of(wrong, "sums.total").exhibits] == ["[20]"]
    check = check_of(remembering, "sums.total")
    assert check.verdict is Verdict.FAILED
    assert "depends on earlier calls" in message_of(check)


@pytest.mark.slow
def test_shrinking_in_a_batch_stays_within_its_budget_of_calls() -> None:
    """The search adds at most its budget of calls, and one call each for the first and the smallest failing example."""
    budget = 5
    without = msgspec.structs.replace(SETTINGS, shrink_calls=0)
    with_some = msgspec.structs.replace(without, shrink_calls=budget)
    wrong = [of("wrong", total("return sum(n for n in numbers if n % 7)"))]
    (plain,), (searched,) = (
        in_a_batch(wrong, settings=without),
        in_a_batch(wrong, settings=with_some),
    )
    added = calls_of(searched, "sums.total") - calls_of(plain, "sums.total")
    assert 1 < added <= 2 + budget
    assert (
        check_of(plain, "sums.total").verdict
        is check_of(searched, "sums.total").verdict
        is Verdict.FAILED
    )
