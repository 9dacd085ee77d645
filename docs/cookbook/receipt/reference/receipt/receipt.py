"""Receipts."""


def receipt(items):
    """Return a line for each name and price, in columns of 10 and 8, and one for the total."""
    # starter, to do: write this function.
    # solution begins
    rows = [*items, ("total", sum(price for _, price in items))]
    return "\n".join(f"{name:<10}{price:>8.2f}" for name, price in rows)
    # solution ends
