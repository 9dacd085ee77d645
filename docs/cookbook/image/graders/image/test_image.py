"""Arrays of numpy: `array` describes one; shape and items are compared."""

from graders.extensions.arrays import array
from graders.harness import check, expect


@check("image.add", task="brighten", marks=1)
def test_add(student):
    """The amount is added to each pixel."""
    expect(student.brighten(array([[1, 2], [3, 4]]), 10), array([[11, 12], [13, 14]]))


@check("image.limit", task="brighten", marks=1)
def test_limit(student):
    """No pixel is above 255."""
    expect(student.brighten(array([[250, 9]]), 10), array([[255, 19]]))
