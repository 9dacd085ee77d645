"""Checks that students do not have: a module whose name ends in _hidden is in no bundle of theirs."""

from __future__ import annotations

from hypothesis import given

from graders.harness import check, expect

from .strategies import MINUTES, TIMES


@check("telling.any-time", task="telling", marks=2, visibility="hidden")
@given(minutes=MINUTES)
def test_any_minutes(student, reference, minutes):
    """timeOf tells any time, on later days too."""
    expect(student.timeOf(minutes), reference.timeOf(minutes), f"timeOf({minutes}) is wrong.")


@check("reading.any-time", task="reading", marks=2, visibility="hidden")
@given(time=TIMES)
def test_any_time(student, reference, time):
    """minutesAt reads any time of the day."""
    expect(student.minutesAt(time), reference.minutesAt(time), f'minutesAt("{time}") is wrong.')
