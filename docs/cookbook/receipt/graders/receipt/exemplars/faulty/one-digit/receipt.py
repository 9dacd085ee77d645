def receipt(items):
    rows = [*items, ("total", sum(price for _, price in items))]
    return "\n".join(f"{name:<10}{price:>8.1f}" for name, price in rows)
