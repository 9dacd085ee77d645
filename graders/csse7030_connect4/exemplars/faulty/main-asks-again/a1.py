def main() -> None:
    """Play games."""
    answer = 'y'
    while answer in ['y', 'Y']:
        play_game()
        answer = input(CONTINUE_MESSAGE)
        while answer not in ['y', 'Y', 'n', 'N']:
            answer = input(CONTINUE_MESSAGE)
