def valid_commands() -> list[str]:
    """Return every command that is valid on a board of this size."""
    commands = ['h', 'H', 'q', 'Q']
    for column in range(1, BOARD_SIZE + 1):
        for letter in 'aArR':
            commands.append(letter + str(column))
    return commands


def check_input(command: str) -> bool:
    """Look the command up and print a message if it is unknown."""
    if command in valid_commands():
        return True
    message = INVALID_COLUMN_MESSAGE
    if len(command) < 2 or not command[0] in ['a', 'A', 'r', 'R']:
        message = INVALID_FORMAT_MESSAGE
    for i in range(1, len(command)):
        if command[i] not in '1234567890':
            message = INVALID_FORMAT_MESSAGE
    print(message)
    return False
