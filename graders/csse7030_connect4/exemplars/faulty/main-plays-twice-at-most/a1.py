def main() -> None:
    """Play games."""
    play_game()
    if input(CONTINUE_MESSAGE) in YES_ANSWERS:
        play_game()
