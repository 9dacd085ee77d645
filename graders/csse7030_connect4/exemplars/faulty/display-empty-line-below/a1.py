def display_board(board: list[str]) -> None:
    """Print <board>, top row first, and the numbers of its columns below."""
    for row in range(len(board)):
        line = COLUMN_SEPARATOR
        for column in board:
            line += column[row] + COLUMN_SEPARATOR
        print(line)

    labels = LABEL_SEPARATOR
    for number in range(1, len(board) + 1):
        labels += str(number) + LABEL_SEPARATOR
    print(labels + "\n")
