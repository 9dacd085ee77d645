def display_board(board: list[str]) -> None:
    """Display the board, with a name that nobody has given."""
    print(BOARD_TITLE)


def add_piece(board: list[str], piece: str, column_index: int, quiet: bool = False) -> bool:
    """Drop <piece> onto the pieces in a column of <board>."""
    column = board[column_index]
    if is_column_full(column=column):
        if not quiet:
            print(FULL_COLUMN_MESSAGE)
        return False
    row = column.rfind(BLANK_PIECE)
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True


def make_move(board: list[str], piece: str, action: str) -> bool:
    """Add or remove a piece as <action> says; return whether the board let it."""
    column_index = int(action[1:]) - 1
    if action[0].lower() == ADD_LETTER:
        return add_piece(board=board, piece=piece, column_index=column_index, quiet=False)
    return remove_piece(column_index=column_index, board=board)


def get_action() -> str:
    """Ask for a command until a valid one is typed, and return it as it was typed."""
    action = input(ENTER_COMMAND_MESSAGE)
    while not check_input(command=action):
        action = input(ENTER_COMMAND_MESSAGE)
    return action
