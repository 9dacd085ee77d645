def check_input(command: str) -> bool:
    """Return whether <command> is one that the game knows; if not, print what is wrong with it."""
    if command.lower() in (HELP_COMMAND, QUIT_COMMAND):
        return True
    letter, number = command[:1].lower(), command[1:]
    if letter not in (ADD_LETTER, REMOVE_LETTER) or not is_whole_number(number):
        print(INVALID_FORMAT_MESSAGE)
        return False
    if not 1 <= int(number) <= 8:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True


def take_turn(board: list[str], piece: str) -> bool:
    """Let the player who has <piece> enter commands until one of them ends the turn."""
    print_mover(piece)
    while True:
        action = get_action().upper()
        while not check_input(action):
            action = get_action().upper()
        if action == 'Q':
            return False
        if action == 'H':
            print(HELP_MESSAGE)
            display_board(board)
            print_mover(piece)
        elif make_move(board, piece, action):
            return True
