def _undo(block: Block, move: Tuple[str, int]) -> None:
    """Undo a move."""
    method, direction = move
    if method == 'swap':
        block.swap(direction)
    else:
        _turn_back(block, 4 - direction)


def _turn_back(block: Block, direction: int) -> None:
    """Turn the lists."""
    block.children = block.children[direction:] + block.children[:direction]
    for child in block.children:
        _turn_back(child, direction)
