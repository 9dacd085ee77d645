"""A world that is written from keyword arguments is graded like any assignment."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.harness.result import Visibility
from tests.world import World, checks, forwarding, outcomes, verdicts, write_world

WORK = """
    from given import ONE

    def step(place):
        return place + ONE

    def low(numbers):
        return min(numbers)

    def pick(numbers):
        return low(numbers)
"""


@pytest.fixture
def walk(tmp_path: Path) -> World:
    """A world that uses every argument."""
    return write_world(
        tmp_path,
        id="walk",
        checks='''
            @check("walk.step")
            @given(place=st.integers(0, 9))
            def test_step(student, reference, place):
                """A step leads to the next place."""
                expect(student.step(place), reference.step(place))


            @check("walk.pick", marks=2, visibility="hidden", variants=("own", "sound"), asks=("low",))
            def test_pick(student):
                """pick takes the lowest, whichever low is used."""
                expect(student.pick([3, 1, 2]), 1)


            @check("walk.asked", visibility="hidden", asks=("low",))
            def test_asked(student):
                """The driver may ask, too."""
                expect(student.asked([3, 1, 2]), [1, 2])


            @check("walk.whole")
            def test_whole(student):
                """A program has a process to itself."""
                expect([student.whole(), student.whole()], [1, 1])
        ''',
        driver=f"""
CALLS = []

{forwarding(work=("step", "low", "pick"))}

def asked(numbers):
    return [sandbox.ask("low", numbers), sandbox.require("work", "step")(1)]

def whole():
    CALLS.append(1)
    return len(CALLS)
""",
        reference={"work.py": WORK},
        starter={"work.py": "def step(place):\n    return 0\n"},
        course={"given.py": "ONE = 1\n"},
        files={"graders/walk/standins/low.py": "def pick(numbers):\n    return min(numbers)\n"},
        marks=5,
        variants={"sound": {"files": {"work.py": "standins/low.py"}}},
        limits={"cpu_seconds": 0.5, "least_cpu_seconds": 0.5},
        programs=("whole",),
        examples=7,
    )


@pytest.mark.slow
def test_world_has_the_arguments_of_its_writer(walk: World, recordings: Path) -> None:
    """The reference passes, a wrong program fails where it is wrong, and the manifest has the given fields."""
    assert walk.assignment.manifest.limits.cpu_seconds == 0.5
    assert walk.assignment.manifest.examples == 7
    assert walk.assignment.max_marks == 5
    right = walk.grade()
    assert set(verdicts(right).values()) == {"passed"}
    assert right.result.marks == 5
    assert checks(right)["walk.pick"].visibility is Visibility.HIDDEN
    with walk.opened(cpu_seconds=1.0) as grader:
        wrong = grader.grade(walk.submission(work=walk.good["work.py"].replace("+ ONE", "- ONE")))
        none = grader.grade(walk.submission(work=None))
    failed = [id for id, verdict in verdicts(wrong).items() if verdict == "failed"]
    assert failed == ["walk.asked", "walk.step"]
    assert outcomes(none)["walk.step"] == ("missing", "work.py was not handed in")


def test_copy_has_other_texts(walk: World, tmp_path: Path) -> None:
    """A text that is missing, and so cannot be replaced, is an error of the test."""
    edits = {
        "reference/walk/work.py": ("ONE", "TWO"),
        "scenarios/walk/one.txt": ("", "title: one\n"),
    }
    copy = walk.copy(tmp_path / "copy", edits)
    assert "TWO" in copy.good["work.py"]
    assert (copy.root / "scenarios" / "walk" / "one.txt").read_text() == "title: one\n"
    with pytest.raises(AssertionError, match="has no 'THREE'"):
        walk.copy(tmp_path / "other", {"reference/walk/work.py": ("THREE", "TWO")})
