"""An iterator: its items, and that it makes no more than are asked for."""

from graders.harness import check


@check("countdown.items", task="countdown", marks=1)
def test_items(student):
    """The numbers end at 1."""
    assert list(student.countdown(3)) == [3, 2, 1]


@check("countdown.lazy", task="countdown", marks=1)
def test_lazy(student):
    """The first number comes at once, however many follow."""
    assert student.script("next(iter(countdown(10**12)))") == 10**12
