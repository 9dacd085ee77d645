def all_lines(board: list[str]) -> list[str]:
    """Return all columns, rows and diagonals of the board as strings."""
    size = len(board)
    lines = board[:]
    for row in range(size):
        line = ''
        for column in board:
            line += column[row]
        lines.append(line)
    for offset in range(1 - size, size):
        falling = ''
        rising = ''
        for i in range(size):
            if 0 <= i + offset < size:
                falling += board[i][i + offset]
                rising += board[i][size - 1 - i - offset]
        lines.append(falling)
        lines.append(rising)
    return lines


def has_line(board: list[str], piece: str) -> bool:
    """Return whether the player has won."""
    for line in all_lines(board):
        if line.find(piece * REQUIRED_WIN_LENGTH) >= 0:
            return True
    return False
