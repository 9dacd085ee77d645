"""Nested lists: a property draws matrices that fit, and the reference multiplies them, too."""

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect


def matrices(rows, columns):
    """Return a strategy of matrices of a size."""
    row = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


SIZES = st.tuples(*[st.integers(1, 4)] * 3)
PAIRS = SIZES.flatmap(lambda n: st.tuples(matrices(n[0], n[1]), matrices(n[1], n[2])))


@check("matrix.square", task="product", marks=1)
def test_square(student):
    """Square matrices are multiplied row by column."""
    assert student.product([[1, 2], [3, 4]], [[0, 1], [1, 0]]) == [[2, 1], [4, 3]]


@check("matrix.any", task="product", marks=1)
@given(pair=PAIRS)
def test_any(student, reference, pair):
    """Matrices of any sizes that fit are multiplied."""
    expect(student.product(*pair), reference.product(*pair))
