def main() -> None:
    """Play games."""
    play_game()
    while input(CONTINUE_MESSAGE) == 'y':
        play_game()
