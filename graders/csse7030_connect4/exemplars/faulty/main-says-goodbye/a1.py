def main() -> None:
    """Play games."""
    play_game()
    while input(CONTINUE_MESSAGE) in YES_ANSWERS:
        play_game()
    print('Thanks for playing!')
