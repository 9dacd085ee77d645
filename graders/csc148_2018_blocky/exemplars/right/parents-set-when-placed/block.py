class Block:
    def smash(self) -> bool:
        """Smash this block."""
        if self.level == 0 or self.level == self.max_depth:
            return False
        self.colour = None
        self.children = [random_init(self.level + 1, self.max_depth)
                         for _ in range(4)]
        self.update_block_locations(self.position, self.size)
        return True

    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Update the locations of this block and everything in it."""
        self.position, self.size = top_left, size
        half = round(size / 2)
        for child, (i, j) in zip(self.children,
                                 [(1, 0), (0, 0), (0, 1), (1, 1)]):
            child.parent = self
            child.update_block_locations(
                (top_left[0] + i * half, top_left[1] + j * half), half)


def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block."""
    block = Block(level)
    block.max_depth = max_depth
    if level < max_depth and random.random() < math.exp(-0.25 * level):
        block.children = [random_init(level + 1, max_depth) for _ in range(4)]
    else:
        block.colour = random.choice(COLOUR_LIST)
    return block
