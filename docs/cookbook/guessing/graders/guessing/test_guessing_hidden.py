"""A program asks again and again: scenarios, and a property of any guesses."""

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, each_scenario, load_assignment, replay_program, run_of, same_run


@each_scenario(load_assignment("guessing"))
def test_scenario(student, scenario):
    """A transcript."""
    replay_program(student, scenario)


@check("guessing.any", task="program", marks=1, visibility="hidden")
@given(guesses=st.lists(st.integers(0, 99).filter(lambda guess: guess != 42), max_size=5))
def test_any(student, reference, guesses):
    """Any guesses have their answers."""
    call = ("guessing.py", [*map(str, guesses), "42"])
    same_run(run_of(student.run_program(*call)), run_of(reference.run_program(*call)))
