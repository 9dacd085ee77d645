"""The checks of new_assignment."""

import pytest

from graders.harness import check


@check("class.sum", task="class", marks=1)
def test_sum(student):
    """sum is right for the examples of the handout."""
    assert student.NewModule(0).sum() == 0
    assert student.NewModule(75).sum() == 12


@check("class.refuses", task="class", marks=1)
def test_refuses(student):
    """A negative number is refused by an IllegalArgumentException."""
    with pytest.raises(student.IllegalArgumentException):
        student.NewModule(-1)
