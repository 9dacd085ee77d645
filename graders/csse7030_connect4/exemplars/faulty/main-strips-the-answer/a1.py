def main() -> None:
    """Play games."""
    play_game()
    while input(CONTINUE_MESSAGE).strip() in YES_ANSWERS:
        play_game()
