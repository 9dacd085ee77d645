def is_column_full(column: str) -> bool:
    """Return 1 if no blank is left in the column, or 0."""
    return int(column.find(BLANK_PIECE) == -1)


def is_column_empty(column: str) -> bool:
    """Return 1 if there are only blanks in the column, or 0."""
    return int(column.count(BLANK_PIECE) == len(column))


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece on top of a column; return 1 if there was a place."""
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return 0
    blanks = column.count(BLANK_PIECE)
    board[column_index] = BLANK_PIECE * (blanks - 1) + piece + column[blanks:]
    return 1


def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove the lowest piece of a column; return 1 if there was one."""
    column = board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
        return 0
    board[column_index] = BLANK_PIECE + column[:-1]
    return 1


def check_input(command: str) -> bool:
    """Return 1 if the command is valid, or print what is wrong and return 0."""
    command = command.lower()
    if command in ('h', 'q'):
        return 1
    number = command[1:]
    if command[:1] in ('a', 'r') and number.isdigit() and number.isascii():
        if 1 <= int(number) <= BOARD_SIZE:
            return 1
        print(INVALID_COLUMN_MESSAGE)
        return 0
    print(INVALID_FORMAT_MESSAGE)
    return 0
