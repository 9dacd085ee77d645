def check_input(command: str) -> bool:
    """Check that the command can be understood."""
    if len(command) == 1 and command in 'hHqQ':
        return True
    if len(command) < 2 or command[0] not in 'aArR':
        print(INVALID_FORMAT_MESSAGE)
        return False
    number = command[1:]
    for digit in number:
        if not '0' <= digit <= '9':
            print(INVALID_FORMAT_MESSAGE)
            return False
    if len(number) > 1 and number[0] == '0':
        print(INVALID_FORMAT_MESSAGE)
        return False
    if int(number) == 0 or int(number) > BOARD_SIZE:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
