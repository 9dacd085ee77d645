def is_long(board: list[str]) -> bool:
    """Return whether some column of <board> is full."""
    found = False
    for column in board:
        full = True
        for piece in column:
            if piece == BLANK_PIECE:
                full = False
        found = found or full
    return found


def is_full_somewhere(board: list[str]) -> bool:
    """Return whether some column of <board> is full."""
    found = False
    for column in board:
        full = True
        for piece in column:
            if piece == BLANK_PIECE:
                full = False
        found = found or full
    return found


def num_hours() -> float:
    return 12.5


def is_help(command: str) -> bool:
    return command == 'Its a Draw!'
