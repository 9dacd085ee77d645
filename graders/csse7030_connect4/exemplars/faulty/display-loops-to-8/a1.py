def display_board(board: list[str]) -> None:
    """Display the board."""
    for row in range(8):
        line = COLUMN_SEPARATOR
        for column in range(8):
            line += board[column][row] + COLUMN_SEPARATOR
        print(line)
    labels = LABEL_SEPARATOR
    for i in range(BOARD_SIZE):
        labels += str(i + 1) + LABEL_SEPARATOR
    print(labels)
