"""Text in columns: the whole text is compared, and reports show the line that differs."""

from graders.harness import check, expect

TWO = """\
milk          1.20
cake         12.50
total        13.70"""


@check("receipt.two", task="receipt", marks=1)
def test_two(student):
    """A receipt has a line for each item and the total."""
    expect(student.receipt([("milk", 1.2), ("cake", 12.5)]), TWO)


@check("receipt.none", task="receipt", marks=1)
def test_none(student):
    """The total of nothing is 0.00."""
    expect(student.receipt([]), "total         0.00")
