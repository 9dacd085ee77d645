import time


def display_board(board: list[str]) -> None:
    """Print <board> above the numbers of its columns, and wait for a moment."""
    for row in range(len(board)):
        line = COLUMN_SEPARATOR
        for column in board:
            line += column[row] + COLUMN_SEPARATOR
        print(line)

    labels = LABEL_SEPARATOR
    for number in range(1, len(board) + 1):
        labels += str(number) + LABEL_SEPARATOR
    print(labels)
    time.sleep(0.5)
