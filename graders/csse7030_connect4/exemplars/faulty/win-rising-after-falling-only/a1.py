def has_line(board: list[str], piece: str) -> bool:
    """Return whether <board> has a line of <piece> that is long enough to win."""
    for column in range(len(board)):
        for row in range(len(board[column])):
            for direction in ((0, 1), (1, 0)):
                if is_line(board, piece, (column, row), direction):
                    return True
    return False


def check_win(board: list[str]) -> Optional[str]:
    """Return the piece of the player who has won on <board>."""
    lines = [has_line(board, PLAYER_1_PIECE), has_line(board, PLAYER_2_PIECE)]
    size = len(board)
    for column in range(size):
        for row in range(size):
            falling = ''
            rising = ''
            for piece in (PLAYER_1_PIECE, PLAYER_2_PIECE):
                if is_line(board, piece, (column, row), (1, 1)):
                    falling = piece
                if is_line(board, piece, (size - 1 - column, row), (-1, 1)):
                    rising = piece
            if falling != '':
                lines[(PLAYER_1_PIECE, PLAYER_2_PIECE).index(falling)] = True
            elif rising != '':
                lines[(PLAYER_1_PIECE, PLAYER_2_PIECE).index(rising)] = True
    if lines[0] and lines[1]:
        return BLANK_PIECE
    if lines[0]:
        return PLAYER_1_PIECE
    if lines[1]:
        return PLAYER_2_PIECE
    return None
