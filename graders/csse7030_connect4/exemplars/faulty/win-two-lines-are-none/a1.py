def count_lines(board: list[str], piece: str) -> int:
    """Return how many lines this player has; a longer one counts once."""
    count = 0
    for column in range(len(board)):
        for row in range(len(board)):
            for direction in LINE_DIRECTIONS:
                before = (column - direction[0], row - direction[1])
                if is_line(board, piece, (column, row), direction):
                    if not is_line(board, piece, before, direction):
                        count += 1
    return count


def check_win(board: list[str]) -> Optional[str]:
    """Return the winner."""
    lines_1 = count_lines(board, PLAYER_1_PIECE)
    lines_2 = count_lines(board, PLAYER_2_PIECE)
    if lines_1 > 0 and lines_2 > 0:
        return BLANK_PIECE
    if lines_1 == 1:
        return PLAYER_1_PIECE
    if lines_2 == 1:
        return PLAYER_2_PIECE
    return None
