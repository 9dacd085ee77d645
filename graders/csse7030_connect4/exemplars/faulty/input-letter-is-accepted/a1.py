def check_input(command: str) -> bool:
    """Check the command."""
    if command.lower() in (HELP_COMMAND, QUIT_COMMAND):
        return True
    if command[:1].lower() not in (ADD_LETTER, REMOVE_LETTER) or len(command) < 2:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if len(command) > 2 and not is_whole_number(command[1:]):
        print(INVALID_FORMAT_MESSAGE)
        return False
    if is_whole_number(command[1:]) and int(command[1:]) not in range(1, BOARD_SIZE + 1):
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
