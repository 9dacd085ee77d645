def box(width, height):
    edge = "+" + "-" * (width - 2) + "+"
    side = "|" + " " * (width - 2) + "|"
    return [edge, *[side] * max(1, height - 2), edge]
