def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block."""
    block = Block(level)
    block.max_depth = max_depth
    if level < max_depth and random.random() < math.exp(-0.25 * level):
        for _ in range(4):
            child = random_init(level + 1, max_depth)
            child.parent = block
            block.children.append(child)
    else:
        block.colour = COLOUR_LIST[random.randint(0, 2)]
    return block
