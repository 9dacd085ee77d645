"""A class in Java: checks in Python make objects, call methods and expect exceptions."""

import pytest

from graders.harness import check


@check("queue.order", task="queue", marks=1)
def test_order(student):
    """The first to come is the first to go."""
    queue = student.Queue()
    queue.add("Ada")
    queue.add("Bea")
    assert queue.next() == "Ada"
    assert queue.next() == "Bea"


@check("queue.nobody", task="queue", marks=1)
def test_nobody(student):
    """An empty queue throws NoSuchElementException."""
    with pytest.raises(student.NoSuchElementException):
        student.Queue().next()
