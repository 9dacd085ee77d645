def display_board(board: list[str]) -> None:
    """Display the board."""
    lines = []
    for row in range(BOARD_SIZE):
        cells = ['']
        for column in range(BOARD_SIZE):
            cells.append(board[column][row])
        cells.append('')
        lines.append(COLUMN_SEPARATOR.join(cells))
    labels = ['']
    for i in range(BOARD_SIZE):
        labels.append(f'{i + 1}')
    labels.append('')
    lines.append(' '.join(labels))
    print('\n'.join(lines))
