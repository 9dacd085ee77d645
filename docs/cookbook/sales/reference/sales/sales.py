"""Sales, as a frame of pandas with the columns "city" and "amount"."""


def totals(sales):
    """Return a series with the total amount of each city, the largest first."""
    # starter, to do: write this function.
    # solution begins
    return sales.groupby("city")["amount"].sum().sort_values(ascending=False)
    # solution ends


def large(sales, least):
    """Return the rows with an amount of <least> or more, which keep their labels."""
    # starter, to do: write this function.
    # solution begins
    return sales[sales["amount"] >= least]
    # solution ends
