"""Randomness: enough draws that chance decides nothing.

A right program lacks one of six numbers in 300 rolls once in 10**23 submissions. With 30 rolls,
it would be one of 40.
"""

from graders.harness import check


@check("dice.all", task="roll", marks=1)
def test_all(student):
    """Every number from 1 to 6 is rolled, and no other."""
    rolls = student.roll(300)
    assert len(rolls) == 300
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


@check("dice.other", task="roll", marks=1)
def test_other(student):
    """Two rolls of 30 dice differ."""
    first = student.roll(30)
    assert len(first) == 30
    assert student.roll(30) != first
