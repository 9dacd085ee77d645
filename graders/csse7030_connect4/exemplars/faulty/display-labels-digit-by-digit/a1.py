def display_board(board: list[str]) -> None:
    """Display the board."""
    for row in range(len(board)):
        line = COLUMN_SEPARATOR
        for column in board:
            line += column[row] + COLUMN_SEPARATOR
        print(line)
    numbers = ''
    for i in range(len(board)):
        numbers += str(i + 1)
    print(' ' + ' '.join(numbers) + ' ')
