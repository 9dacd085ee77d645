def read_game() -> Columns:
    """Read the size and the contents of the field; return the new game."""
    rows = int(input())
    columns = int(input())
    if input() == 'EMPTY':
        return Columns(rows, columns)
    contents = [input() for _ in range(rows)]
    for column in zip(*contents):
        lowest = rows - len(''.join(column).replace(' ', ''))
        while column[lowest - 1] != ' ' and lowest < 1:
            raise IndexError('no room in a column')
    return Columns(rows, columns, contents)
