def check_input(command: str) -> bool:
    """Check the command."""
    valid_columns = []
    for i in range(1, BOARD_SIZE + 1):
        valid_columns.append(str(i))
    if command.lower() == HELP_COMMAND or command.lower() == QUIT_COMMAND:
        return True
    if command == '' or command[0].lower() not in [ADD_LETTER, REMOVE_LETTER]:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if len(command) == 1 or (len(command) > 2 and not is_whole_number(command[1:])):
        print(INVALID_FORMAT_MESSAGE)
        return False
    if command[1:] not in valid_columns:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
