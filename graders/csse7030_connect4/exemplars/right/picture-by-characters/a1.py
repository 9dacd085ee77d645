def display_board(board: list[str]) -> None:
    """Display the board."""
    for y in range(0, BOARD_SIZE):
        for x in range(0, BOARD_SIZE):
            print(COLUMN_SEPARATOR, board[x][y], sep='', end='')
        print(COLUMN_SEPARATOR)
    for x in range(0, BOARD_SIZE):
        print('', x + 1, end='')
    print(' ')
