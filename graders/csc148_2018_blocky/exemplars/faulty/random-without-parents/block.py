def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block."""
    block = Block(level)
    block.max_depth = max_depth
    if level < max_depth and random.random() < math.exp(-0.25 * level):
        block.children = [random_init(level + 1, max_depth) for _ in range(4)]
    else:
        block.colour = random.choice(COLOUR_LIST)
    return block
