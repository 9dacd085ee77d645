def take_turn(board: list[str], piece: str) -> bool:
    """Play a turn."""
    print_mover(piece)
    action = get_action()
    while action.lower() != QUIT_COMMAND:
        if action.lower() == HELP_COMMAND:
            print(HELP_MESSAGE)
            return True
        if make_move(board, piece, action):
            return True
        action = get_action()
    return False
