def main() -> None:
    """Play games."""
    play_game()
    while input(CONTINUE_MESSAGE) in 'Yy':
        play_game()
