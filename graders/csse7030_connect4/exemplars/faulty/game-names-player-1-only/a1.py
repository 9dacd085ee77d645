def print_mover(piece: str) -> None:
    """Print that it is the turn of the player who has <piece>."""
    if piece == PLAYER_1_PIECE:
        print(PLAYER_1_MOVE_MESSAGE)
    else:
        print(PLAYER_1_MOVE_MESSAGE)
