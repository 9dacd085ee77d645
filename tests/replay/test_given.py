"""Hypothesis' assume, note, event, target and data() in checks, which run outside its engine."""

from __future__ import annotations

import pytest

from graders.harness.grading.program import GraderBroken
from graders.harness.replay.recording import decode_example
from graders.harness.result import Status
from tests.once import once
from tests.world import World, forwarding, verdicts, write_world

pytestmark = pytest.mark.slow

HALVES = {
    "checks": '''
import random

from hypothesis import assume, event, note, target

@check("half.even")
@given(number=st.integers(0, 99))
def test_even(student, reference, number):
    """half of even."""
    assume(number % 2 == 0)
    target(number)
    half = student.half(number)
    note(f"{number} is even")
    event("asked")
    expect(half, reference.half(number))

@check("half.any", visibility="hidden")
@given(data=st.data(), low=st.integers(0, 5))
def test_any(student, reference, data, low):
    """half of any."""
    high = data.draw(st.integers(low, 9), label="high")
    numbers = data.draw(st.lists(st.integers(low, high), max_size=3))
    numbers.append(high)
    note(numbers)
    for number in numbers:
        expect(student.half(number), reference.half(number), "wrong")
''',
    "driver": forwarding(work=("half",)),
    "reference": {"work.py": "def half(number):\n    return number // 2\n"},
    "marks": 2,
    "examples": 25,
}
LATE = '''
@check("half.late")
@given(number=st.integers(0, 9), data=st.data())
def test_late(student, number, data):
    """half late."""
    half = student.half(number)
    LINE
'''


@pytest.fixture(scope="module")
def halves() -> World:
    return World(once("halves", lambda root: write_world(root, **HALVES).root))


def examples(world: World, check: str) -> list[dict[str, object]]:
    return [decode_example(raw) for raw in world.grader.recorded().examples[check]]


def test_right_program_passes(halves: World) -> None:
    assert set(verdicts(halves.grade()).values()) == {"passed"}


def test_refused_examples_are_drawn_again(halves: World) -> None:
    """There are as many as without `assume`, and none that it refuses."""
    numbers = [one["number"] for one in examples(halves, "half.even")]
    assert len(numbers) == 25
    assert all(number % 2 == 0 for number in numbers)


def test_drawn_data_are_kept_with_the_example(halves: World) -> None:
    """As drawn: the check changes its list afterwards."""
    for one in examples(halves, "half.any"):
        high, numbers = one["data"]
        assert one["low"] <= high
        assert len(numbers) <= 3


@pytest.mark.parametrize(
    ("half", "verdict", "noted"),
    [
        ("number // 2 + (number > 20)", "failed", "22 is even"),
        ("number // 2 // (21 > number)", "raised", None),
    ],
)
def test_notes_are_shown_with_the_smallest_example(
    halves: World, half: str, verdict: str, noted: str | None
) -> None:
    graded = halves.grade(work=f"def half(number):\n    return {half}\n")
    even = next(one for one in graded.result.checks if one.id == "half.even")
    shown = {one.label: one.text for one in even.exhibits}
    assert graded.result.status is Status.GRADED
    assert even.verdict.value == verdict
    assert shown.get("note") == noted
    assert shown["call"] == "half(22)"


@pytest.mark.slow
def test_smallest_draws_of_data_are_shown(halves: World) -> None:
    graded = halves.grade(work="def half(number):\n    return number // 2 + (number > 6)\n")
    any_ = next(one for one in graded.result.checks if one.id == "half.any")
    shown = {one.label: one.text for one in any_.exhibits}
    assert shown["with"] == "low = 0\ndata = [7, []]"
    assert shown["note"] == "[7]"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("assume(half != 0)", "assume comes after"),
        ("data.draw(st.booleans())", "data.draw comes after"),
    ],
)
def test_decision_after_a_call_is_a_fault_of_the_check(
    halves: World, tmp_path: object, line: str, words: str
) -> None:
    """Otherwise an answer could choose to be skipped. The reference shows it, or else the submission is not graded."""
    checks = f"from hypothesis import assume\n{LATE.replace('LINE', line)}"
    late = write_world(tmp_path, **{**HALVES, "checks": checks, "marks": 1})
    with pytest.raises(GraderBroken, match=words):
        late.grade()


def test_answer_that_an_assumption_excludes_is_not_passed(tmp_path: object) -> None:
    """In Hypothesis it would pass: every example would be skipped."""
    checks = f"from hypothesis import assume\n{LATE.replace('LINE', 'assume(half >= 0)')}    expect(half, number // 2)\n"
    late = write_world(tmp_path, **{**HALVES, "checks": checks, "marks": 1})
    graded = late.grade(work="def half(number):\n    return -1\n")
    assert graded.result.status is Status.NOT_GRADABLE
    assert "assume comes after the first call" in str(graded.log)
