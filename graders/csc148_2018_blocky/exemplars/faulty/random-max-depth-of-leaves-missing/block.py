def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block."""
    if level < max_depth and random.random() < math.exp(-0.25 * level):
        block = Block(level)
        block.max_depth = max_depth
        for _ in range(4):
            child = random_init(level + 1, max_depth)
            child.parent = block
            block.children.append(child)
        return block
    return Block(level, random.choice(COLOUR_LIST))
