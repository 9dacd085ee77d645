"""A drawing: the lines are joined, so that a report shows both pictures."""

import pytest

from graders.harness import check, expect

BOX = """\
+--+
|  |
+--+"""


@check("drawing.box", task="box", marks=2)
@pytest.mark.parametrize(
    "width, height, picture", [(4, 3, BOX), (2, 2, "++\n++")], ids=["4x3", "2x2"]
)
def test_box(student, width, height, picture):
    """box draws a box."""
    expect("\n".join(student.box(width, height)), picture, f"box({width}, {height}) is wrong.")
