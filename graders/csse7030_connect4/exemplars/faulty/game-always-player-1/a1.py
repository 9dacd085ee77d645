def print_mover(piece: str) -> None:
    """Print whose turn it is."""
    print("Player 1 to move.")
