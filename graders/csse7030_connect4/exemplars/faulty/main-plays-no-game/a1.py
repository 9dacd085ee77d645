def main() -> None:
    """Play games."""
    answer = input(CONTINUE_MESSAGE)
    while answer in YES_ANSWERS:
        answer = input(CONTINUE_MESSAGE)
