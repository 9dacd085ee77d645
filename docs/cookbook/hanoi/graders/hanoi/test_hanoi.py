"""A recursive function: a property compares it with the reference for any number of discs."""

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect


@check("hanoi.two", task="moves", marks=1)
def test_two(student):
    """Two discs need three moves."""
    assert student.moves(2) == [("A", "B"), ("A", "C"), ("B", "C")]


@check("hanoi.any", task="moves", marks=1)
@given(discs=st.integers(0, 8))
def test_any(student, reference, discs):
    """Any number of discs is moved in the fewest moves."""
    expect(student.moves(discs), reference.moves(discs), f"moves({discs}) is wrong.")
