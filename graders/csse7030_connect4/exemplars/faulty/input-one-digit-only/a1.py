def check_input(command: str) -> bool:
    """Check the command."""
    command = command.lower()
    if command == 'h' or command == 'q':
        return True
    if len(command) != 2 or command[0] not in 'ar' or command[1] not in DIGITS:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if int(command[1]) < 1 or int(command[1]) > BOARD_SIZE:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
