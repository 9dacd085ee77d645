def display_board(board: list[str]) -> None:
    """Display the board."""
    for row in board:
        line = COLUMN_SEPARATOR
        for cell in row:
            line += cell + COLUMN_SEPARATOR
        print(line)
    labels = LABEL_SEPARATOR
    for i in range(len(board)):
        labels += str(i + 1) + LABEL_SEPARATOR
    print(labels)
