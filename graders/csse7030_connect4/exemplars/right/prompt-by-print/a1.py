def ask(question: str) -> str:
    """Show the question and return the answer."""
    print(question, end='')
    return input()


def get_action() -> str:
    """Return the first valid command that the user types."""
    while True:
        command = ask(ENTER_COMMAND_MESSAGE)
        if check_input(command):
            return command


def main() -> None:
    """Play games."""
    answer = 'y'
    while answer.lower() == 'y':
        play_game()
        answer = ask(CONTINUE_MESSAGE)
