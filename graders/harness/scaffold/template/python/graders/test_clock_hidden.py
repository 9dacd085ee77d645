"""Checks that students do not have: a module whose name ends in _hidden is in no bundle of theirs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect
from graders.harness.assignment.transcript import run_of, same_run

from .strategies import MINUTES, MINUTES_OF_ONE_DAY


@check("function.any-time", task="function", marks=3, visibility="hidden")
@given(minutes=MINUTES)
def test_any_time(student, reference, minutes):
    """as_clock tells any time, on later days too."""
    expect(student.as_clock(minutes), reference.as_clock(minutes), f"as_clock({minutes}) is wrong.")


@check("program.any-times", task="program", marks=2, visibility="hidden")
@given(times=st.lists(MINUTES_OF_ONE_DAY, max_size=5))
def test_any_times(student, reference, times):
    """The program tells one time after the other until an empty line is typed."""
    lines = [*map(str, times), ""]
    same_run(run_of(student.talk(lines)), run_of(reference.talk(lines)))
