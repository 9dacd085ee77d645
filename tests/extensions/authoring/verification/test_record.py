"""`grader refresh` leaves what is typed as it is, and a recorded scenario is passed by every right program.

The world has a program that reads to the end of its input.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graders.extensions.authoring.verification.record import RecordError, record
from graders.harness.assignment.notation import TranscriptError, from_lines, to_lines
from graders.harness.cli import main
from graders.harness.result import Text
from tests import nightly
from tests.once import once
from tests.world import World, checks, outcomes, verdicts, write_world

BY_LINE = """\
import sys


def main():
    words = lines = 0
    for line in sys.stdin:
        lines += 1
        words += len(line.split())
    print(lines, words)


main()
"""
HEADER = "title: it counts\ntask: all\nmarks: 1\nvisibility: public\nsource: the handout\n\n"
TYPED = "«one two»\n# an empty line counts\n«»\n«three»\n"
COUNTED = HEADER + TYPED + "«^D»\n3 3\n"

CHECKS = '''
from graders.harness import each_scenario, load_assignment, replay_program, run_of, same_run
from pathlib import Path


@check("words.any", visibility="hidden")
@given(lines=st.lists(st.sampled_from(["", "a", "b c"]), max_size=3))
def test_any(student, reference, lines):
    """It counts any lines."""
    same_run(run_of(student.run_program("words.py", lines)), run_of(reference.run_program("words.py", lines)))


@each_scenario(load_assignment("words", Path(__file__).parents[2]))
def test_scenario(student, scenario):
    """A scenario."""
    replay_program(student, scenario)
'''

BUILD: dict[str, Any] = {
    "id": "words",
    "checks": CHECKS,
    "reference": {"words.py": BY_LINE},
    "scenarios": {"counted.txt": COUNTED},
    "calls": {"words": []},
    "marks": 2,
    "transcript": {"program": "words.py"},
    "shrink": {"calls": 0},
    "examples": 3,
}

RIGHT = {
    "for line in sys.stdin": BY_LINE,
    "read": "import sys\ntext = sys.stdin.read()\nprint(text.count('\\n'), len(text.split()))\n",
    "readlines": "import sys\nlines = sys.stdin.readlines()\nprint(len(lines), sum(len(line.split()) for line in lines))\n",
    "input": "n = words = 0\ntry:\n    while True:\n        words += len(input().split())\n        n += 1\nexcept EOFError:\n    print(n, words)\n",
    "readline": "import sys\nn = words = 0\nwhile line := sys.stdin.readline():\n    n += 1\n    words += len(line.split())\nprint(n, words)\n",
    "list": "import sys\nlines = list(sys.stdin)\nprint(len(lines), len(' '.join(lines).split()))\n",
}
"""Programs that differ in how they read."""


@pytest.fixture(scope="module")
def words() -> World:
    """The world."""
    return World(once("words", lambda root: write_world(root, **BUILD)), "words")


def recorded(root: Path, scenario: str, program: str = BY_LINE) -> str:
    """Return what the file of a scenario is after it was recorded from a reference with *program*."""
    world = write_world(
        root,
        **{**BUILD, "scenarios": {"counted.txt": scenario}, "reference": {"words.py": program}},
    )
    (found,) = record(world.assignment)
    return found.after


@pytest.mark.slow
@pytest.mark.usefixtures("recordings", "backend")
def test_right_programs_pass_however_they_read(words: World) -> None:
    """The handout does not say whether the input is read line by line or at once."""
    for how, program in RIGHT.items():
        assert set(verdicts(words.grade(words=program)).values()) == {"passed"}, how


@pytest.mark.slow
@pytest.mark.usefixtures("recordings", "backend")
@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("print(lines, words)", "print(lines + 1, words)", ("failed", "The program differs in line 1, column 1.")),
        ("print(lines, words)", "print(lines, words)\n    print('end')", ("failed", "The program should print nothing more, but prints 'end' in line 2.")),
        ("print(lines, words)", "input()", ("raised", "asked for input, but there is none (EOFError) (words.py, line 9)")),
        ("    print(lines, words)", "    pass", ("failed", "The program prints nothing.")),
    ],
)  # fmt: skip
def test_wrong_program_is_told_about_its_output_alone(
    words: World, old: str, new: str, outcome: tuple[str, str]
) -> None:
    """How it reads is no difference, and so no reason. The typed lines are shown."""
    assert old in BY_LINE
    graded = words.grade(words=BY_LINE.replace(old, new))
    assert outcomes(graded)["scenario.counted"] == outcome
    (typed,) = (
        shown for shown in checks(graded)["scenario.counted"].exhibits if shown.label == "typed"
    )
    assert isinstance(typed, Text) and typed.text == "one two\n''\nthree"


@pytest.mark.slow
@pytest.mark.parametrize("how", RIGHT)
def test_typed_lines_are_enough_to_record(how: str, tmp_path: Path) -> None:
    """Every reference gives the same file: the lines and remarks as they were, and its output."""
    assert recorded(tmp_path, HEADER + TYPED + "«^D»\n", RIGHT[how]) == COUNTED
    assert recorded(tmp_path, COUNTED, RIGHT[how]) == COUNTED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "body"),
    nightly.one_in(
        2,
        [
            ("print(input())\n", "«a»\na\n«b»\n«^D»\n"),
            ("print(input(), end='')\n", "«a»\na«b»\n«^D»\n"),
            (
                "import sys\nprint(input('? '))\nprint(sys.stdin.read(), end='')\n",
                "? «a»\na\n«b»\n«^D»\nb\n",
            ),
            (
                "import sys\nprint(sys.stdin.readline(), sys.stdin.read(), sys.stdin.read())\n",
                "«a»\n«b»\n«^D»\na\n b\n␠\n",
            ),
            (
                "import sys\nfor line in sys.stdin: print(len(line))\nprint(sys.stdin.read())\n",
                "«a»\n2\n«b»\n2\n«^D»\n\n",
            ),
            ("print('nothing is read')\n", "nothing is read\n«a»\n«b»\n«^D»\n"),
        ],
    ),
)
def test_each_line_stands_where_it_is_read(program: str, body: str, tmp_path: Path) -> None:
    """Lines that are never read stand at the end, and the file is recorded to itself."""
    assert recorded(tmp_path, HEADER + "«a»\n«b»\n«^D»\n", program) == HEADER + body
    assert recorded(tmp_path, HEADER + body, program) == HEADER + body


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "body", "problem"),
    [
        (BY_LINE, "«a»\n", "the reference reads on after the last typed line: type what it reads, or end the input by a line «^D»"),
        (RIGHT["read"], "«a»\n«b»\n", "the reference reads on after the last typed line"),
        ("input()\ninput()\n", "«a»\n", "the reference reads on after the last typed line"),
        ("print(input())\n", "«a»\n«b»\n«c»\n", "the reference ends before it reads «b»: leave out what it does not read, or end the input"),
        ("input()\ninput()\n", "«a»\n«^D»\n", "the reference ends with EOFError: EOF when reading a line"),
        ("print(1 / 0)\n", "«a»\n", "the reference ends with ZeroDivisionError: division by zero"),
        ("print(input(), 'a\\rb')\n", "«a»\n", "the reference prints a character that a scenario cannot hold"),
        ("import sys\nprint('\\f', len(sys.stdin.read()))\n", "«a»\n«^D»\n", "the reference prints a character that a scenario cannot hold"),
    ],
)  # fmt: skip
def test_scenario_that_the_reference_would_not_pass_is_refused(
    program: str, body: str, problem: str, tmp_path: Path
) -> None:
    """No line is added or left out, and nothing is written."""
    with pytest.raises(RecordError) as caught:
        recorded(tmp_path, HEADER + body, program)
    assert str(caught.value).startswith(f"counted: {problem}")


@pytest.mark.slow
def test_refused_scenario_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with status 2 and one line."""
    write_world(tmp_path, **{**BUILD, "scenarios": {"counted.txt": HEADER + TYPED}})
    assert main(["--root", str(tmp_path), "refresh", "words", "--only", "scenarios"]) == 2
    out, told = capsys.readouterr()
    assert (out, told.count("\n")) == ("", 1)
    assert told.startswith("grader: counted: the reference reads on")
    assert (tmp_path / "scenarios/words/counted.txt").read_text() == HEADER + TYPED


def test_two_characters_that_look_like_the_end_can_be_typed() -> None:
    """They are written with a backslash, and read back."""
    events = (
        ("typed", "^D"),
        ("typed", "\\^D"),
        ("printed", "^D\n"),
        ("ended",),
        ("printed", "x\n"),
    )
    lines = to_lines(events)
    assert lines == ["«\\^D»", "«\\\\^D»", "^D", "«^D»", "x"]
    assert from_lines(lines) == events


@pytest.mark.parametrize("line", ["«a»", "«^D»"])
def test_nothing_is_typed_after_the_end(line: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        from_lines(["«^D»", "more", line])
    assert caught.value.args == (2, "nothing can be typed after «^D»")
