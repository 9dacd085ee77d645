"""A linked list."""


class Node:
    """A value, and the next node or None."""

    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def reverse(first):
    """Reverse the list that begins with the node <first>, and return its new first node."""
    # starter, to do: write this function.
    # solution begins
    before = None
    while first is not None:
        first.next, before, first = before, first, first.next
    return before
    # solution ends
