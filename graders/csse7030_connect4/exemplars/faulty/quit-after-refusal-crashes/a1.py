def take_turn(board: list[str], piece: str) -> bool:
    """Let the player who has <piece> enter commands until one ends the turn.

    Return True if it was a move, False if the player has quit.
    """
    print_mover(piece)
    action = get_action()
    refused = False
    while refused or action.lower() != QUIT_COMMAND:
        if action.lower() == HELP_COMMAND:
            print(HELP_MESSAGE)
            display_board(board)
            print_mover(piece)
        elif make_move(board, piece, action):
            return True
        else:
            refused = True
        action = get_action()
    return False
