def carry_out(game: Columns, command: str) -> None:
    """Do to <game> what <command>, a line other than 'Q', says."""
    matched = False
    for row in range(1, game.rows() + 1):
        for column in range(1, game.columns() + 1):
            if game.cell(row, column).state == MATCHED:
                matched = True
    if command == '' or matched:
        game.tick()
    elif command == 'R':
        game.rotate()
    elif command == '<':
        game.move_left()
    elif command == '>':
        game.move_right()
    elif command.startswith('F '):
        _, column, *colours = command.split()
        game.create_faller(int(column), colours)
