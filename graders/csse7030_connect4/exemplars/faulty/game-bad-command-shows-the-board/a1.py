def take_turn(board: list[str], piece: str) -> bool:
    """Play a turn."""
    print_mover(piece)
    while True:
        action = input(ENTER_COMMAND_MESSAGE)
        if not check_input(action):
            display_board(board)
            print_mover(piece)
        elif action in ['q', 'Q']:
            return False
        elif action in ['h', 'H']:
            print(HELP_MESSAGE)
            display_board(board)
            print_mover(piece)
        elif make_move(board, piece, action):
            return True
