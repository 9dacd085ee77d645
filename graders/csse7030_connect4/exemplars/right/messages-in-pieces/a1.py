def print_mover(piece: str) -> None:
    """Print that it is the turn of the player who has <piece>, in pieces."""
    number = "1" if piece == PLAYER_1_PIECE else "2"
    print("Player", number, end=" ")
    print("to", "move")


def print_outcome(outcome: str) -> None:
    """Print the outcome of the game; <outcome> is the result of check_win."""
    words = DRAW_MESSAGE
    for piece, message in (
        (PLAYER_1_PIECE, PLAYER_1_VICTORY_MESSAGE),
        (PLAYER_2_PIECE, PLAYER_2_VICTORY_MESSAGE),
    ):
        if outcome == piece:
            words = message
    print(words, end="\n")


def get_action() -> str:
    """Ask for a command until a valid one is typed, and return it unchanged."""
    while True:
        print(ENTER_COMMAND_MESSAGE, end="")
        action = input()
        if check_input(action):
            return action
