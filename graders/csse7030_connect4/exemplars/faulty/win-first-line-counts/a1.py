def check_win(board: list[str]) -> Optional[str]:
    """Return the winner."""
    for column in range(len(board)):
        for row in range(len(board)):
            for direction in LINE_DIRECTIONS:
                for piece in [PLAYER_1_PIECE, PLAYER_2_PIECE]:
                    if is_line(board, piece, (column, row), direction):
                        return piece
    return None
