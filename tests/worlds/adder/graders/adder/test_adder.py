"""Checks of the toy sums in Java."""

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect

NUMBERS = st.integers(-1000, 1000)


@check("sums.add", task="sums", marks=2)
@given(a=NUMBERS, b=NUMBERS)
def test_add(student, reference, a, b):
    """add adds."""
    expect(student.add(a, b), reference.add(a, b), "The sum is wrong.")


@check("sums.count", task="sums", marks=2)
def test_count(student):
    """count counts from 1."""
    expect(student.count(3), [1, 2, 3])


@check("sums.count-again", task="sums", marks=2)
def test_count_again(student):
    """count counts from 1 in every check."""
    expect(student.count(2), [1, 2])


@check("sums.two-steps", task="sums", marks=2, variants=("own", "sound-step"), asks=("step",), visibility="hidden")
def test_two_steps(student, reference):
    """twoSteps takes two steps."""
    expect(student.twoSteps(5), reference.twoSteps(5))


@check("words.say", task="words", marks=4, variants=("own", "sound"), asks=("add",), visibility="hidden")
def test_say(student):
    """say tells the sum."""
    expect(student.say(1, 2), "the sum is 3")
