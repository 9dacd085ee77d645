def get_action() -> str:
    """Return a valid action."""
    action = input('Please enter action (h to see valid commands):')
    while not check_input(action):
        action = input('Please enter action (h to see valid commands):')
    return action
