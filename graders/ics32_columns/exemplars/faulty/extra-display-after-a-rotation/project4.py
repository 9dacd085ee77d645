def carry_out(game: Columns, command: str) -> None:
    """Carry out <command>, a line other than 'Q', in <game>."""
    if command == '':
        game.tick()
    elif command == 'R':
        game.rotate()
        show(game)
    elif command == '<':
        game.move_left()
    elif command == '>':
        game.move_right()
        show(game)
    elif command.startswith('F '):
        _, column, *colours = command.split()
        game.create_faller(int(column), colours)
