def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares of a board."""
    if not hasattr(board, '_squares'):
        if not board.children:
            board._squares = [(board.colour, board.position, board.size)]
        else:
            board._squares = []
            for child in board.children:
                board._squares += _block_to_squares(child)
    return board._squares[:]
