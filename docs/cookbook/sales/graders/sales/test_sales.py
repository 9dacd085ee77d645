"""Tables of pandas: `frame` and `series` describe them; labels and values are compared."""

from graders.extensions.arrays import frame, series
from graders.harness import check, expect

SALES = frame({"city": ["Bern", "Chur", "Bern"], "amount": [30, 50, 40]})


@check("sales.totals", task="tables", marks=1)
def test_totals(student):
    """The totals of the cities are there, the largest first."""
    expect(student.totals(SALES), series([70, 50], ["Bern", "Chur"]))
    expect(
        student.totals(frame({"city": ["Ardez", "Zug"], "amount": [1, 2]})),
        series([2, 1], ["Zug", "Ardez"]),
    )


@check("sales.large", task="tables", marks=1)
def test_large(student):
    """Rows with large amounts are there, the limit itself too."""
    due = frame({"city": ["Chur", "Bern"], "amount": [50, 40]}, [1, 2])
    expect(student.large(SALES, 40), due)
