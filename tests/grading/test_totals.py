"""All checks of a submission together also have limits."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graders.harness.grading.grader import GraderOptions
from graders.harness.result import Cause, CauseKind, Flag, FlagCode, Status
from tests.once import once
from tests.world import World, checks, forwarding, verdicts, write_world

pytestmark = pytest.mark.usefixtures("recordings")

WORK = """
import select


def double(number):
    return 2 * number
"""
NAP_SECONDS = 0.4
NAPS = WORK.replace("    return", f"    select.poll().poll({1000 * NAP_SECONDS})\n    return")
NUMBERS = range(1, 9)


def write_naps(root: Path) -> None:
    """Write a world of eight checks, each of which makes one call."""
    write_world(
        root,
        id="naps",
        checks="\n\n".join(
            f'@check("nap.{number}")\n'
            f"def test_{number}(student):\n"
            f'    """double doubles {number}."""\n'
            f"    expect(student.double({number}), {2 * number})\n"
            for number in NUMBERS
        ),
        driver=forwarding(work=("double",)),
        reference={"work.py": WORK},
    )


@pytest.fixture(scope="module")
def naps() -> World:
    """The world of eight checks."""
    return World(once("naps", write_naps), "naps")


@pytest.mark.slow
def test_submission_that_waits_ends_with_the_total_time(naps: World) -> None:
    """It uses no CPU time, and no single call takes long. Only the total wall time ends it."""
    with naps.opened(total_wall_seconds=1.0) as grader:
        grader.recorded()
        grader.options = GraderOptions(prefetch=False)  # a prefetch has its own limit
        begun = time.monotonic()
        graded = grader.grade(naps.submission(work=NAPS))
        assert time.monotonic() - begun < len(NUMBERS) * NAP_SECONDS
    reached = list(verdicts(graded).values())
    ended = reached.index("timeout")
    assert reached == ["passed"] * ended + ["timeout"] * (len(NUMBERS) - ended)
    last = checks(graded)[f"nap.{NUMBERS[-1]}"]
    assert last.cause == Cause(CauseKind.TOTAL_WALL_LIMIT, limit=1.0)
    assert Flag(FlagCode.TIME_USED_UP) in graded.result.flags
    assert graded.result.status is Status.GRADED
    assert graded.result.marks == ended < len(NUMBERS)


@pytest.mark.slow
def test_submission_that_sleeps_loses_no_time(naps: World) -> None:
    """A sleep takes neither the time of a check nor that of all."""
    asleep = "import time\n" + WORK.replace("    return", "    time.sleep(3600)\n    return")
    with naps.opened(total_wall_seconds=60.0) as grader:
        graded = grader.grade(naps.submission(work=asleep))
    assert set(verdicts(graded).values()) == {"passed"}
    assert not graded.result.flags


@pytest.mark.nightly
def test_same_submission_passes_with_more_time(naps: World) -> None:
    """It is only slow."""
    with naps.opened(total_wall_seconds=300.0) as grader:
        graded = grader.grade(naps.submission(work=NAPS))
    assert set(verdicts(graded).values()) == {"passed"}
    assert Flag(FlagCode.TIME_USED_UP) not in graded.result.flags


@pytest.mark.slow
def test_reference_has_no_total_time(
    naps: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A slow machine, or an author who has many examples drawn, must not end a recording."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))
    with naps.opened(total_wall_seconds=0.001, total_cpu_seconds=0.001) as grader:
        assert len(grader.recorded().traces) == len(NUMBERS)
