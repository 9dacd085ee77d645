"""Distilled examples are few, find as much as the whole pool, and serve only the checks they were chosen for."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from graders.extensions.authoring import distil, failing_examples, trials
from graders.extensions.authoring.claims import all_claims
from graders.extensions.authoring.verification.claims import ClaimState
from graders.extensions.authoring.verification.verification import VerificationRequest
from graders.extensions.authoring.verification.verify import verify
from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import load_assignment
from graders.harness.cli import main
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.grader import Grader
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Settings, backend_of
from graders.harness.replay import engine, recording
from graders.harness.result import Verdict
from tests.classes import burning
from tests.extensions.authoring.verification.worlds import CHECKS, world
from tests.once import once

DISTILLED = "graders/clock/distilled/later.any.jsonl"
WRONG = b"def later(minute, by):\n    return (minute + by) % 60 if by < 500 else 0\n"
"""Wrong for few of the drawn examples."""
POOL = 50


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use an empty cache, and unload the checks of another copy of the world."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    for name in [name for name in sys.modules if name.endswith("test_clock")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.fixture
def clock(tmp_path: Path) -> Path:
    """A copy of the clock with one faulty exemplar, at level E, because all files are trusted."""
    return faulty_world(tmp_path / "world")


def faulty_world(into: Path) -> Path:
    """Write a copy of the clock with one faulty exemplar."""
    folder = "graders/clock/exemplars/faulty/late"
    table = 'title = "wrong late in the day"\nsource = "none"\nmust_fail = ["later.any"]\n'
    return world(
        into, {f"{folder}/exemplar.toml": ("", table), f"{folder}/clock.py": ("", WRONG.decode())}
    )


def distilled_world(top: Path) -> None:
    """Distil such a copy in *top*, with a cache of its own; save the report."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(top / "cache"))
        (one,) = distilled_in(faulty_world(top / "world"))
    (top / "told.json").write_bytes(msgspec.json.encode(one))
    sys.modules.pop("graders.clock.test_clock", None)


@pytest.fixture
def told(tmp_path: Path) -> distil.Distilled:
    """The report on the clock, whose examples were distilled once; this test has a copy of the clock."""
    top = once("distilled-clock", distilled_world)
    for name in ("world", "cache"):
        shutil.copytree(top / name, tmp_path / name)
    return msgspec.json.decode((top / "told.json").read_bytes(), type=distil.Distilled)


@pytest.fixture
def distilled_clock(told: distil.Distilled, tmp_path: Path) -> Path:
    """That copy."""
    return tmp_path / "world"


def settings(root: Path) -> Settings:
    """Return the settings to grade it."""
    return Settings("clock", root=str(root), sandbox="plain", shrink_calls=4)


def distilled_in(root: Path) -> list[distil.Distilled]:
    """Distil the clock's examples."""
    return list(
        distil.distil(distil.DistilRequest(settings(root), POOL, 1, messages=Console(quiet=True)))
    )


def graded(root: Path, source: bytes) -> dict[str, Verdict]:
    """Return the verdicts of a submission of *source*, by check."""
    assignment = settings(root).load()
    with Grader(assignment, backend_of(settings(root), assignment)) as grader:
        result = grader.grade(Submission("one", {"clock.py": source}, ())).result
    return {check.id: check.verdict for check in result.checks}


def used(root: Path) -> list[str]:
    """Return the checks that use distilled examples, by the recording."""
    assignment = settings(root).load()
    with Grader(assignment, backend_of(settings(root), assignment)) as grader:
        return grader.recorded().distilled


def claimed(root: Path) -> tuple[ClaimState, tuple[str, ...]]:
    """Return state and problems of the claim on examples."""
    request = VerificationRequest(settings(root), 1, messages=Console(quiet=True))
    (found,) = [
        one for one in verify(request, [all_claims()["examples"]]) if one.claim == "examples"
    ]
    return found.state, found.problems


@pytest.mark.slow
@pytest.mark.nightly
def test_few_examples_find_as_much_as_many_and_none_is_drawn(
    told: distil.Distilled, distilled_clock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept examples find every program that the pool finds. A second distillation gives the same bytes."""
    one, clock = told, distilled_clock
    assert (one.check, one.pool) == ("later.any", POOL)
    assert one.found == one.faults > 4
    assert one.kept < POOL // 3
    written = (clock / DISTILLED).read_bytes()
    first = recording.decode_example(written.splitlines()[1])
    assert set(first) == {"minute", "by"}

    def no_drawing(*_: object) -> list[bytes]:
        raise AssertionError("an example was drawn")

    with monkeypatch.context() as strict:
        strict.setattr(engine, "draw", no_drawing)
        assert graded(clock, WRONG)["later.any"] is Verdict.FAILED
        assert graded(clock, WRONG.replace(b"500", b"5000"))["later.any"] is Verdict.PASSED
    assert claimed(clock) == (ClaimState.HOLDS, ())
    distilled_in(clock)
    assert (clock / DISTILLED).read_bytes() == written


@pytest.mark.slow
def test_examples_of_a_changed_check_are_reported_and_not_used(
    distilled_clock: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a change of the strategies examples are drawn, and a remark says so in grading and in the proof."""
    clock = distilled_clock
    assert distilled.remark(load_assignment("clock", clock)) == ""
    assert distilled.remark(load_assignment("clock", clock), used(clock)) == ""
    checks = clock / CHECKS
    checks.write_text(checks.read_text().replace("st.integers(0, 600)", "st.integers(0, 700)"))
    monkeypatch.delitem(sys.modules, "graders.clock.test_clock", raising=False)
    assert distilled.stale(load_assignment("clock", clock)) == ["later.any"]
    remark = distilled.remark(load_assignment("clock", clock))
    assert "run `grader refresh clock --only examples`" in remark
    drawn: list[str] = []
    draw = engine.draw

    def noted(test: object, fixtures: dict[str, object], check: str, *rest: int) -> list[bytes]:
        drawn.append(check)
        return draw(test, fixtures, check, *rest)

    monkeypatch.setattr(engine, "draw", noted)
    assert graded(clock, WRONG.replace(b"500", b"5000"))["later.any"] is Verdict.PASSED
    assert drawn == ["later.any"]
    assert distilled.remark(load_assignment("clock", clock), used(clock)) == remark
    state, problems = claimed(clock)
    assert (state, problems) == (
        ClaimState.WRONG,
        ("later.any: its examples were distilled for an earlier version",),
    )
    capsys.readouterr()
    command = ["--root", str(clock), "refresh", "clock", "--check", "--sandbox", "plain"]
    assert main([*command, "--only", "examples"]) == 1
    assert capsys.readouterr().out == f"examples   stale {DISTILLED}\n"


@pytest.mark.nightly
def test_examples_that_find_less_than_the_pool_break_the_claim(distilled_clock: Path) -> None:
    """Without all but one useless example a mutant survives that the pool would kill."""
    clock = distilled_clock
    path = clock / DISTILLED
    origin, *_ = path.read_bytes().splitlines()
    path.write_bytes(origin + b"\n" + recording.encode_example({"minute": 0, "by": 0}) + b"\n")
    state, problems = claimed(clock)
    assert state is ClaimState.WRONG
    assert f"survives, but later.any would kill it with all {POOL} examples" in problems[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "most"),
    [
        (b"def later(minute, by):\n    return -1\n", failing_examples.MAX_FAILING),
        (b"import os\ndef later(minute, by):\n    os._exit(1)\n", failing_examples.MAX_PROCESSES),
    ],
)
def test_program_that_always_fails_is_not_tried_on_all_examples(
    clock: Path, source: bytes, most: int
) -> None:
    """That many failures are enough for the choice, and fewer if each example ends a process."""
    drawn = msgspec.structs.replace(settings(clock), grade_by="all", pool=3 * most)
    assignment = drawn.load()
    tried = []
    with Grader(assignment, backend_of(drawn, assignment)) as grader:
        kept = grader.recorded()
        with grader.bench(Submission("one", {"clock.py": source}), kept) as bench:

            def loop(checks: list[Check], invoke: Invoke) -> None:
                tried.append(failing_examples.try_examples(bench, checks, search=False))

            run_pytest(assignment, ChecksPlugin(assignment, loop))
    assert tried[0].failing == {"later.any": {"own": list(range(most))}}


@pytest.mark.nightly
def test_reference_has_the_time_of_the_manifest(tmp_path: Path) -> None:
    """Faulty programs have little time, because many loop. The reference may need more of it for all its examples."""
    right = f"{burning(0.2)}def later(minute, by):\n    burn()\n    return (minute + by) % 60\n"
    root = world(tmp_path / "world", {"reference/clock/clock.py": ("", right)})
    drawn = msgspec.structs.replace(settings(root), grade_by="all", pool=3)
    wrong = {"one": Submission("one", {"clock.py": b"def later(minute, by):\n    return -1\n"})}
    tried = trials.try_all(drawn, wrong, 1, Console(quiet=True), "", cpu_seconds=0.25)
    assert tried["one"].failing


def test_damaged_file_is_one_line(clock: Path) -> None:
    """The line names the command that makes the file again."""
    (clock / DISTILLED).parent.mkdir()
    (clock / DISTILLED).write_text("nonsense\n")
    with pytest.raises(
        distilled.DistilledError,
        match=r"clock/distilled/later\.any\.jsonl: .*; run `grader refresh --only examples`",
    ) as told:
        distilled.stale(load_assignment("clock", clock))
    assert "\n" not in str(told.value)


EXAMPLES = st.lists(st.binary(min_size=1, max_size=12), min_size=1, max_size=30, unique=True)


@pytest.mark.slow
@given(examples=EXAMPLES, data=st.data())
def test_every_faulty_program_is_found_as_often_as_possible(
    examples: list[bytes], data: st.DataObject
) -> None:
    """It is found by the requested number of examples, or by all that find it. The order of programs has no effect."""
    places = st.frozensets(st.integers(0, len(examples) - 1), min_size=1)
    kills = data.draw(st.dictionaries(st.text("abc", min_size=1, max_size=3), places, max_size=8))
    chosen = distil.strongest_first(examples, kills, 3)
    assert len(set(chosen)) == len(chosen)
    for found in kills.values():
        assert len(found & set(chosen)) >= min(3, len(found))
    assert distil.strongest_first(examples, dict(reversed(kills.items())), 3) == chosen


@pytest.mark.slow
@given(examples=EXAMPLES, data=st.data())
def test_spread_reaches_every_line_and_every_size(
    examples: list[bytes], data: st.DataObject
) -> None:
    """The smallest and the largest example are in it, and each line that any example reaches, for any faults."""
    one = st.frozensets(st.sampled_from("abcdef"))
    lines = data.draw(st.lists(one, min_size=len(examples), max_size=len(examples)))
    chosen = distil.widely_spread(examples, lines)
    sizes = [len(examples[place]) for place in chosen]
    assert min(sizes) == min(map(len, examples)) and max(sizes) == max(map(len, examples))
    assert frozenset().union(*(lines[place] for place in chosen)) == frozenset().union(*lines)
