def take_turn(board: list[str], piece: str) -> bool:
    """Play a turn."""
    print_mover(piece)
    action = get_action()
    while action.lower() != QUIT_COMMAND:
        if action.lower() == HELP_COMMAND:
            print(HELP_MESSAGE)
        elif make_move(board, piece, action):
            return True
        display_board(board)
        print_mover(piece)
        action = get_action()
    return False
