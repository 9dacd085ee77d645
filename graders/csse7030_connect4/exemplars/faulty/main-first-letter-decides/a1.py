def main() -> None:
    """Play games."""
    play_game()
    while input(CONTINUE_MESSAGE)[:1] in YES_ANSWERS:
        play_game()
