def num_hours() -> float:
    """Return the hours."""
    return 3 + 2 + 7 / 2


def take_turn(board: list[str], piece: str) -> bool:
    """Play a turn; return False if the player quits."""
    print_mover(piece)
    while True:
        action = get_action()
        if action in ('q', 'Q'):
            return False
        if action in ('h', 'H'):
            print(HELP_MESSAGE[:-1])
            print()
            display_board(board)
            print_mover(piece)
            continue
        if make_move(board, piece, action):
            return True
