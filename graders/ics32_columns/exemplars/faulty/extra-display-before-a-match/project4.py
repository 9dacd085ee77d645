def carry_out(game: Columns, command: str) -> None:
    """Carry out <command>, a line other than 'Q', in <game>."""
    if command == '':
        matched = has_matches(game)
        game.tick()
        if has_matches(game) and not matched:
            show_without_matches(game)
    elif command == 'R':
        game.rotate()
    elif command == '<':
        game.move_left()
    elif command == '>':
        game.move_right()
    elif command.startswith('F '):
        _, column, *colours = command.split()
        game.create_faller(int(column), colours)


def has_matches(game: Columns) -> bool:
    """Return whether asterisks are due."""
    return any(game.cell(row, column).state == MATCHED
               for row in range(1, game.rows() + 1)
               for column in range(1, game.columns() + 1))


def show_without_matches(game: Columns) -> None:
    """Print the field as it is before matches are looked for."""
    for row in range(1, game.rows() + 1):
        print(format_row(game, row).replace('*', ' '))
    print(format_floor(game))
