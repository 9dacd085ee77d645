"""Special methods: operators, `repr` and `==` are asked beside the submission.

Its own `==` decides between two of its objects, so the parts are compared, too.
"""

from graders.harness import check


@check("vector.add", task="vector", marks=1)
def test_add(student):
    """The sum of two vectors is a vector."""
    total = student.Vector(1, 2) + student.Vector(3, 5)
    assert [total.x, total.y] == [4, 7]


@check("vector.equal", task="vector", marks=1)
def test_equal(student):
    """Vectors are equal if both numbers are."""
    assert student.Vector(1, 2) == student.Vector(1, 2)
    assert not student.Vector(1, 2) == student.Vector(1, 3)


@check("vector.repr", task="vector", marks=1)
def test_repr(student):
    """repr shows the call that makes the vector."""
    assert repr(student.Vector(1, -2)) == "Vector(1, -2)"
