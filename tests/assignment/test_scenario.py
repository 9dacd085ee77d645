"""Scenario files: their parsed content, refused content, and the display of a failed replay."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from graders.harness.assignment.check import CheckFailed, Misbehaved, text
from graders.harness.assignment.scenario import (
    ScenarioError,
    Step,
    marked,
    read_scenario,
    read_scenarios,
    replay,
    steps,
)
from graders.harness.result import Cause, CauseKind, Text, Visibility

HEADER = "title: a story\ntask: one\nmarks: 0.5\nvisibility: public\nsource: spec 1\n\n"


def scenario(tmp_path: Path, body: str, header: str = HEADER, name: str = "story.txt"):
    """Write a scenario and read it."""
    path = tmp_path / name
    path.write_text(header + body, encoding="utf-8")
    return read_scenario(path)


def test_header_and_body_are_read(tmp_path: Path) -> None:
    """The header's keys become attributes; the body keeps its lines."""
    read = scenario(tmp_path, "go\n  there\n")
    assert (read.name, read.id, read.title, read.task) == (
        "story",
        "scenario.story",
        "a story",
        "one",
    )
    assert (read.marks, read.visibility, read.source) == (
        Fraction(1, 2),
        Visibility.PUBLIC,
        "spec 1",
    )
    assert (read.body, read.first_line) == (("go", "  there"), 7)


def test_steps_own_the_indented_lines_below_them(tmp_path: Path) -> None:
    """Remarks and empty lines are left out; line numbers are those of the file."""
    read = scenario(tmp_path, "# a remark\nfirst\n\n  one\n  # no\n    two\nsecond\n")
    assert steps(read) == [Step(8, "first", ("one", "two")), Step(13, "second", ())]


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("\n", "the header lacks title"),
        ("title: x\ntask: y\n\n", "the header lacks marks"),
        ("title: x\ntitle: y\n\n", "line 2: title occurs twice"),
        ("title:\n\n", "line 1: title is empty"),
        ("colour: red\n\n", "line 1: the header has the keys"),
        ("just text\n\n", "line 1: the header has the keys"),
        (HEADER.replace("0.5", "half"), "marks must be a number, not 'half'"),
        (HEADER.replace("public", "secret"), "visibility must be public or hidden, not 'secret'"),
    ],
)
def test_a_bad_header_is_one_clear_line(tmp_path: Path, header: str, problem: str) -> None:
    """The line names the file, the line number and the fault."""
    with pytest.raises(ScenarioError, match=problem) as caught:
        scenario(tmp_path, "go\n", header)
    assert str(caught.value).startswith("story.txt")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "problem"), [("  loose\n", "needs a line above it"), ("go\n\tthere\n", "not tabs")]
)
def test_a_bad_body_is_one_clear_line(tmp_path: Path, body: str, problem: str) -> None:
    """The line names the file, the line number and the fault."""
    with pytest.raises(ScenarioError, match=problem):
        steps(scenario(tmp_path, body))


def test_file_that_is_not_utf_8_is_one_clear_line(tmp_path: Path) -> None:
    """The line names the file that is not UTF-8."""
    (tmp_path / "bad.txt").write_bytes(b"title: \xff")
    with pytest.raises(ScenarioError, match=r"bad\.txt"):
        read_scenario(tmp_path / "bad.txt")


def test_a_folder_is_read_in_order(tmp_path: Path) -> None:
    """Scenarios are sorted by name; other files are ignored."""
    scenario(tmp_path, "", name="b.txt")
    scenario(tmp_path, "", name="a.txt")
    (tmp_path / "notes.md").write_text("no scenario")
    assert [read.name for read in read_scenarios(tmp_path)] == ["a", "b"]


def test_replay_passes_if_every_step_returns_its_lines(tmp_path: Path) -> None:
    ran = []
    replay(
        scenario(tmp_path, "one\n  1\ntwo\n  2\n  2\n"),
        lambda step: ran.append(step.command) or step.below,
    )
    assert ran == ["one", "two"]


def test_replay_shows_the_first_line_that_differs(tmp_path: Path) -> None:
    """The exhibits also show the steps before, and mark the line in both versions."""
    story = scenario(tmp_path, "one\n  1\ntwo\n  a\n  b\n  c\nthree\n  3\n")
    answers = {"one": ["1"], "two": ["a", "x", "c"]}
    with pytest.raises(CheckFailed) as caught:
        replay(story, lambda step: answers[step.command], said=lambda step: f"{step.command}()")
    assert caught.value.message == "two() is wrong in line 2: it should be 'b', got 'x'."
    shown = {
        exhibit.label: exhibit.text
        for exhibit in caught.value.exhibits
        if isinstance(exhibit, Text)
    }
    assert shown == {
        "steps before": "one()\n  1",
        "expected": "  a\n> b\n  c",
        "got": "  a\n> x\n  c",
    }


def test_true_equals_one_in_a_scenario(tmp_path: Path) -> None:
    """The rule of ``expect`` holds here, too: a function that returns 1 for True passes both."""
    read = scenario(tmp_path, "swap\n  returns True\nundo\n  returns False\ncount\n  returns 1\n")
    said = {"swap": "returns 1", "undo": "returns 0", "count": "returns True"}
    replay(read, lambda step: [said[step.command]])
    for wrong in ("returns 2", "returns 0", "returns None", "returns 1.0", "1"):
        with pytest.raises(CheckFailed):
            replay(read, lambda step, wrong=wrong: [{**said, "swap": wrong}[step.command]])


@pytest.mark.parametrize(
    ("below", "got", "words"),
    [
        ("  2\n", ["148"], "go() should be 2, got 148."),
        (
            "  returns True\n  A\n",
            ["returns False", "A"],
            "go() should return True, but returned False.",
        ),
        ("  2\n  3\n", ["2"], "go() gives too little: '3' is missing."),
        (
            "  2\n  3\n",
            ["2", "x", "3"],
            "go() should not give 'x'; all other lines are right.",
        ),
        (
            "  2\n  3\n  4\n",
            ["2", "4"],
            "go() should also give '3'; all other lines are right.",
        ),
        ("  2\n", ["2", "3"], "go() should give nothing more, but there is more: '3'."),
    ],
)
def test_failure_is_reported_in_the_syntax_of_the_call(
    tmp_path: Path, below: str, got: list[str], words: str
) -> None:
    """The message is about the call, and contains both values if they are short."""
    with pytest.raises(CheckFailed) as caught:
        replay(
            scenario(tmp_path, "go\n" + below),
            lambda step: got,
            said=lambda step: f"{step.command}()",
        )
    assert caught.value.message == words


def test_misbehaviour_within_a_step_is_reported_with_the_step(tmp_path: Path) -> None:
    """A program that raises is reported with the state before the step and the call."""

    def run(step: Step) -> list[str]:
        raise Misbehaved(Cause(CauseKind.EXCEPTION, name="KeyError"), where="talk.py, line 1")

    with pytest.raises(Misbehaved) as caught:
        replay(scenario(tmp_path, "go\n  2\n"), run, lambda step: [text("board", "A")])
    assert [(one.label, one.text) for one in caught.value.exhibits if isinstance(one, Text)] == [
        ("board", "A"),
        ("call", "go"),
    ]
    assert caught.value.where == "talk.py, line 1"


@pytest.mark.parametrize(
    ("lines", "first", "shown"),
    [
        (["a", "b  "], 1, "  a\n> b\N{MIDDLE DOT}\N{MIDDLE DOT}"),
        (["a"], 1, "  a"),
        ([], 0, ""),
    ],
)
def test_invisible_differences_are_made_visible(lines: list[str], first: int, shown: str) -> None:
    """Trailing blanks of the differing line are dots; a missing line has no mark."""
    assert marked(lines, first) == shown
