def take_turn(board: list[str], piece: str) -> bool:
    """Let the player who has <piece> enter commands until one ends the turn.

    Return True if it was a move, False if the player has quit.
    """
    print_mover(piece)
    action = get_action()
    if action == QUIT_COMMAND.upper():
        return False
    while action != QUIT_COMMAND:
        if action.lower() == HELP_COMMAND:
            print(HELP_MESSAGE)
            display_board(board)
            print_mover(piece)
        elif action != QUIT_COMMAND.upper() and make_move(board, piece, action):
            return True
        action = get_action()
    return False
