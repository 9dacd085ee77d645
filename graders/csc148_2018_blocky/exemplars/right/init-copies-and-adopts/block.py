class Block:
    def __init__(self, level: int,
                 colour: Optional[Tuple[int, int, int]] = None,
                 children: Optional[List['Block']] = None) -> None:
        """Make a block."""
        self.position = (0, 0)
        self.size = 0
        self.level = level
        self.max_depth = 0
        self.highlighted = False
        self.parent = None
        self.children = []
        self.colour = colour
        if children is not None:
            self.children = children[:]
            self.colour = None
            for child in self.children:
                child.parent = self

    def __str__(self) -> str:
        """Return this block as text."""
        return str(self.colour or [str(child) for child in self.children])

    def __contains__(self, other: 'Block') -> bool:
        """Return whether the other block is in this one."""
        return self is other or any(other in child for child in self.children)


def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block."""
    if level < max_depth and random.random() < math.exp(-0.25 * level):
        block = Block(level, None, [random_init(level + 1, max_depth)
                                    for _ in range(4)])
    else:
        block = Block(level, random.choice(COLOUR_LIST))
    block.max_depth = max_depth
    return block
