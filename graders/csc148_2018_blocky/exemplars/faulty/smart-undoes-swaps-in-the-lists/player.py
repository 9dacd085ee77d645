def _undo(block: Block, move: Tuple[str, int]) -> None:
    """Undo a move."""
    method, direction = move
    if method == 'rotate':
        block.rotate(4 - direction)
    elif block.children:
        a, b, c, d = block.children
        block.children = [b, a, d, c] if direction == 0 else [d, c, b, a]
