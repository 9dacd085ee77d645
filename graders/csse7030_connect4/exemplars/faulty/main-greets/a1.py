def main() -> None:
    """Play games."""
    print('Welcome to Connect 4!')
    play_game()
    while input(CONTINUE_MESSAGE) in YES_ANSWERS:
        play_game()
