def check_input(command: str) -> bool:
    """Return True if the command is valid, otherwise say what is wrong."""
    command = command.upper()
    if command == 'H' or command == 'Q':
        return True
    if (command.startswith('A') or command.startswith('R')) and command[1:].isdigit():
        if int(command[1:]) in range(1, BOARD_SIZE + 1):
            return True
        print(INVALID_COLUMN_MESSAGE)
    else:
        print(INVALID_FORMAT_MESSAGE)
    return False
