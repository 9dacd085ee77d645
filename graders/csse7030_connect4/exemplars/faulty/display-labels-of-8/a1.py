def display_board(board: list[str]) -> None:
    """Display the board."""
    for row in range(len(board)):
        line = COLUMN_SEPARATOR
        for column in board:
            line += column[row] + COLUMN_SEPARATOR
        print(line)
    print(' 1 2 3 4 5 6 7 8 ')
