def get_action() -> str:
    """Ask for a command until a valid one is typed, and return it unchanged."""
    action = input(ENTER_COMMAND_MESSAGE)
    if not check_input(action):
        raise ValueError(action)
    return action
