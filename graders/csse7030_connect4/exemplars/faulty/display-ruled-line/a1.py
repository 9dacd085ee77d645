def display_board(board: list[str]) -> None:
    """Display the board."""
    for row in range(len(board)):
        line = COLUMN_SEPARATOR
        for column in board:
            line += column[row] + COLUMN_SEPARATOR
        print(line)
    print('-' * len(line))
    labels = LABEL_SEPARATOR
    for i in range(len(board)):
        labels += str(i + 1) + LABEL_SEPARATOR
    print(labels)
