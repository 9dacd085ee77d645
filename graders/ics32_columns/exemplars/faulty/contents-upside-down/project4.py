def read_game() -> Columns:
    """Read the size and the contents of the field; return the new game."""
    rows = int(input())
    columns = int(input())
    if input() == 'EMPTY':
        return Columns(rows, columns)
    return Columns(rows, columns, [input() for _ in range(rows)][::-1])
