"""Checks of the toy assignment."""

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect, value

NUMBERS = st.lists(st.integers(-50, 50), max_size=6)


@check("sums.total", task="sums", marks=2)
@given(numbers=NUMBERS)
def test_total(student, reference, numbers):
    """total adds all numbers of the list."""
    expect(student.total(numbers), reference.total(numbers), "The sum is wrong.", [value("numbers", numbers)])


@check("sums.largest", task="sums", marks=2, visibility="hidden")
@given(numbers=NUMBERS.filter(bool))
def test_largest(student, reference, numbers):
    """largest finds the largest number."""
    expect(student.largest(numbers), reference.largest(numbers))


@check("sums.largest-single", task="sums", marks=2)
def test_largest_single(student):
    """largest of one number is that number."""
    assert student.largest([-3]) == -3, "The largest of [-3] is -3."


@check(
    "words.describe", task="words", marks=2, visibility="hidden", variants=("own", "sound"), asks=("total", "largest")
)
@given(numbers=NUMBERS)
def test_describe(student, reference, numbers):
    """describe tells the sum in words."""
    expect(student.describe(numbers), reference.describe(numbers))


@check("words.shout", task="words", marks=2, variants=("own", "sound"))
def test_shout(student):
    """shout makes capitals."""
    expect(student.shout("ab"), "AB!")
