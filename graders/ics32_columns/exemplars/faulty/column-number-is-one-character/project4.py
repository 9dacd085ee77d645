def carry_out(game: Columns, command: str) -> None:
    """Do to <game> what <command>, a line other than 'Q', says."""
    if command == '':
        game.tick()
    elif command == 'R':
        game.rotate()
    elif command == '<':
        game.move_left()
    elif command == '>':
        game.move_right()
    elif command.startswith('F '):
        game.create_faller(int(command[2]), command[3:].split()[-3:])
