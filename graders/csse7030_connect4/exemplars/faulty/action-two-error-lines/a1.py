def get_action() -> str:
    """Return a valid action."""
    while True:
        action = input(ENTER_COMMAND_MESSAGE)
        if check_input(action):
            return action
        print(INVALID_FORMAT_MESSAGE)
