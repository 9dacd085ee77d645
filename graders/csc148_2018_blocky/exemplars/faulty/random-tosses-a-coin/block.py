def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block."""
    block = Block(level)
    block.max_depth = max_depth
    if level < max_depth and random.random() < 0.5:
        for _ in range(4):
            child = random_init(level + 1, max_depth)
            child.parent = block
            block.children.append(child)
    else:
        block.colour = random.choice(COLOUR_LIST)
    return block
