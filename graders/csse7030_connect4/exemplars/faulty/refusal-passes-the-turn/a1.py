def take_turn(board: list[str], piece: str) -> bool:
    """Play a turn."""
    print_mover(piece)
    action = get_action()
    while action.lower() == HELP_COMMAND:
        print(HELP_MESSAGE)
        display_board(board)
        print_mover(piece)
        action = get_action()
    if action.lower() == QUIT_COMMAND:
        return False
    make_move(board, piece, action)
    return True
