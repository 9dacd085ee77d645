"""Checks of the clock."""

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect


@check("later.full-hour", task="later", marks=1)
def test_full_hour(student):
    """The full hour is minute 0."""
    expect(student.later(0, 60), 0)


@check("later.any", task="later", marks=1, visibility="hidden")
@given(minute=st.integers(0, 59), by=st.integers(0, 600))
def test_any(student, reference, minute, by):
    """It is the reference's minute."""
    expect(student.later(minute, by), reference.later(minute, by))
