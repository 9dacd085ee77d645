"""A linked structure: the check walks along objects that stay beside the submission."""

from graders.harness import check


def values(node):
    """Return the values from a node on, 10 at most: a list may be a ring by mistake."""
    found = []
    while node is not None and len(found) < 10:
        found.append(node.value)
        node = node.next
    return found


@check("linked.two", task="reverse", marks=1)
def test_two(student):
    """Two nodes are reversed."""
    assert values(student.reverse(student.Node(1, student.Node(2)))) == [2, 1]


@check("linked.in-place", task="reverse", marks=1)
def test_in_place(student):
    """The nodes themselves are reversed, and none is made."""
    last = student.Node(3)
    first = student.Node(1, student.Node(2, last))
    assert student.reverse(first) is last
    assert values(last) == [3, 2, 1]
