def _undo(block: Block, move: Tuple[str, int]) -> None:
    """Undo a move."""
    method, direction = move
    if method == 'rotate':
        block.rotate(4 - direction)
    else:
        block.swap(1 - direction)
