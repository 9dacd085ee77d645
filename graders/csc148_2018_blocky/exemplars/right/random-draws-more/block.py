from random import randint, random as draw


def random_init(level: int, depth: int) -> 'Block':
    """Return a random block."""
    colour = COLOUR_LIST[int(draw() * len(COLOUR_LIST))]
    chance = draw()
    block = Block(level)
    block.max_depth = depth
    if chance <= math.exp(-0.25 * level) and level != depth:
        for _ in range(4):
            block.children.append(random_init(level + 1, depth))
            block.children[-1].parent = block
    else:
        block.colour = COLOUR_LIST[randint(0, 3)] if draw() < 0.5 else colour
    return block
