"""Checks of the program that talks."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.scenario import each_scenario, transcript
from graders.harness.assignment.transcript import run_of, same_run, typed_in

ASSIGNMENT = load_assignment("talker", Path(__file__).parents[2])


@check("talk.games", task="talk", marks=2)
@given(start=st.integers(0, 9), words=st.lists(st.sampled_from(["a", "b", "", "two words"]), max_size=5))
def test_games(student, reference, start, words):
    """The program answers every line."""
    lines = [str(start), *words, "q"]
    same_run(run_of(student.play(start, lines)), run_of(reference.play(start, lines)))


@check("talk.double", task="talk", marks=2)
def test_double(student, reference):
    """double prints and returns twice its number, also after a game."""
    student.play(1, ["1", "q"])
    expect(student.double(4), reference.double(4))


@each_scenario(ASSIGNMENT)
def test_scenario(student, scenario):
    """A transcript."""
    events = transcript(scenario)
    same_run(run_of(student.play(scenario.settings["start"], typed_in(events))), events)
