def check_input(command: str) -> bool:
    """Check the command."""
    command = command.strip().lower()
    if command in (HELP_COMMAND, QUIT_COMMAND):
        return True
    if command[:1] not in (ADD_LETTER, REMOVE_LETTER) or not is_whole_number(command[1:]):
        print(INVALID_FORMAT_MESSAGE)
        return False
    if not 1 <= int(command[1:]) <= BOARD_SIZE:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
