def main() -> None:
    """Play one game after another, as long as the players want."""
    play_game()
    while input(CONTINUE_MESSAGE) in YES_ANSWERS:
        play_game()
    exit()
