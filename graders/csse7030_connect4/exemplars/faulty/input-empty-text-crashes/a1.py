def check_input(command: str) -> bool:
    """Check the command."""
    if command in ['h', 'H', 'q', 'Q']:
        return True
    if command[0] not in 'aArR' or not is_whole_number(command[1:]):
        print(INVALID_FORMAT_MESSAGE)
        return False
    if int(command[1:]) < 1 or int(command[1:]) > BOARD_SIZE:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
