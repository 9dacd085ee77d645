def run_length(board: list[str], x: int, y: int, dx: int, dy: int) -> int:
    """Return how many equal pieces follow each other from (x, y)."""
    piece = board[x][y]
    length = 0
    while x in range(BOARD_SIZE) and y in range(BOARD_SIZE) and board[x][y] == piece:
        length += 1
        x += dx
        y += dy
    return length


def check_win(board: list[str]) -> Optional[str]:
    """Return the winner, the blank piece for a draw or None."""
    winners = []
    for x in range(BOARD_SIZE):
        for y in range(BOARD_SIZE):
            if board[x][y] != BLANK_PIECE and board[x][y] not in winners:
                for dx in [-1, 0, 1]:
                    for dy in [-1, 0, 1]:
                        if (dx != 0 or dy != 0) and run_length(board, x, y, dx, dy) >= REQUIRED_WIN_LENGTH:
                            if board[x][y] not in winners:
                                winners.append(board[x][y])
    if len(winners) == 2:
        return BLANK_PIECE
    if len(winners) == 1:
        return winners[0]
    return None


del is_line
del begins_line
del has_line
