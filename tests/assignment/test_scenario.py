"""Scenario files: what is read from them, what is refused, and what a failed replay shows."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from graders.harness.assignment.check import CheckFailed
from graders.harness.assignment.scenario import (
    ScenarioError,
    Step,
    marked,
    read_scenario,
    read_scenarios,
    replay,
    steps,
)
from graders.harness.result import Text, Visibility

HEADER = "title: a story\ntask: one\nmarks: 0.5\nvisibility: public\nsource: spec 1\n\n"


def scenario(tmp_path: Path, body: str, header: str = HEADER, name: str = "story.txt"):
    """Write a scenario and read it."""
    path = tmp_path / name
    path.write_text(header + body, encoding="utf-8")
    return read_scenario(path)


def test_header_and_body_are_read(tmp_path: Path) -> None:
    """The header's keys become attributes; the body keeps its lines."""
    read = scenario(tmp_path, "go\n  there\n")
    assert (read.name, read.id, read.title, read.task) == ("story", "scenario.story", "a story", "one")
    assert (read.marks, read.visibility, read.source) == (Fraction(1, 2), Visibility.PUBLIC, "spec 1")
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
        ("title: x\ntitle: y\n\n", "line 2: title is given twice"),
        ("title:\n\n", "line 1: title is empty"),
        ("colour: red\n\n", "line 1: the header has the keys"),
        ("just text\n\n", "line 1: the header has the keys"),
        (HEADER.replace("0.5", "half"), "marks is a number, not 'half'"),
        (HEADER.replace("public", "secret"), "visibility is public or hidden, not 'secret'"),
    ],
)
def test_a_bad_header_is_one_clear_line(tmp_path: Path, header: str, problem: str) -> None:
    """What is wrong is said with file and line."""
    with pytest.raises(ScenarioError, match=problem) as caught:
        scenario(tmp_path, "go\n", header)
    assert str(caught.value).startswith("story.txt")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "problem"), [("  loose\n", "needs a line above it"), ("go\n\tthere\n", "not with tabs")]
)
def test_a_bad_body_is_one_clear_line(tmp_path: Path, body: str, problem: str) -> None:
    """What is wrong is said with file and line."""
    with pytest.raises(ScenarioError, match=problem):
        steps(scenario(tmp_path, body))


def test_a_file_that_is_no_text_is_one_clear_line(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are refused by name."""
    (tmp_path / "bad.txt").write_bytes(b"title: \xff")
    with pytest.raises(ScenarioError, match=r"bad\.txt"):
        read_scenario(tmp_path / "bad.txt")


def test_a_folder_is_read_in_order(tmp_path: Path) -> None:
    """Scenarios come sorted by name; other files are left alone."""
    scenario(tmp_path, "", name="b.txt")
    scenario(tmp_path, "", name="a.txt")
    (tmp_path / "notes.md").write_text("no scenario")
    assert [read.name for read in read_scenarios(tmp_path)] == ["a", "b"]


def test_replay_passes_when_every_step_leads_to_its_lines(tmp_path: Path) -> None:
    """Steps are run in order, each once."""
    ran = []
    replay(scenario(tmp_path, "one\n  1\ntwo\n  2\n  2\n"), lambda step: ran.append(step.command) or step.below)
    assert ran == ["one", "two"]


def test_replay_shows_the_first_line_that_differs(tmp_path: Path) -> None:
    """A failure tells the step, its line in the file, what came before, and marks the line in both versions."""
    story = scenario(tmp_path, "one\n  1\ntwo\n  a\n  b\n  c\nthree\n  3\n")
    answers = {"one": ["1"], "two": ["a", "x", "c"]}
    with pytest.raises(CheckFailed) as caught:
        replay(story, lambda step: answers[step.command], lambda step: [f"before {step.command}"])
    assert caught.value.message == "Line 9 of the scenario: 'two' does not lead to what it should."
    shown = {exhibit.label: exhibit.text for exhibit in caught.value.exhibits if isinstance(exhibit, Text)}
    assert shown == {
        "steps before": "one\n  1",
        "before this step": "before two",
        "step": "two",
        "expected": "  a\n> b\n  c",
        "got": "  a\n> x\n  c",
    }


@pytest.mark.parametrize(
    ("lines", "first", "shown"),
    [
        (["a", "b  "], 1, "  a\n> b\N{MIDDLE DOT}\N{MIDDLE DOT}"),
        (["a"], 1, "  a\n> (nothing more)"),
        ([], 0, "> (nothing more)"),
    ],
)
def test_invisible_differences_are_made_visible(lines: list[str], first: int, shown: str) -> None:
    """Blanks at the end of the line that differs, and its absence, can be seen."""
    assert marked(lines, first) == shown
