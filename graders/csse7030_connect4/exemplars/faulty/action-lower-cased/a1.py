def get_action() -> str:
    """Return a valid action."""
    action = input(ENTER_COMMAND_MESSAGE).lower()
    while not check_input(action):
        action = input(ENTER_COMMAND_MESSAGE).lower()
    return action
