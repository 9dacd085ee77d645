def get_action() -> str:
    """Return a valid command."""
    action = input(ENTER_COMMAND_MESSAGE)
    if check_input(action):
        return action
    return get_action()


def take_turn(board: list[str], piece: str) -> bool:
    """Play a turn; return False if the player quits."""
    print_mover(piece)
    return continue_turn(board, piece)


def continue_turn(board: list[str], piece: str) -> bool:
    """Read a command and do it."""
    action = get_action()
    if action in ['q', 'Q']:
        return False
    if action in ['h', 'H']:
        print(HELP_MESSAGE)
        display_board(board)
        return take_turn(board, piece)
    return make_move(board, piece, action) or continue_turn(board, piece)


def main() -> None:
    """Play a game, and again."""
    play_game()
    answer = input(CONTINUE_MESSAGE)
    if answer == 'y' or answer == 'Y':
        main()
