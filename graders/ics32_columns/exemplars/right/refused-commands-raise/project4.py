from columns import EMPTY, FALLING, FROZEN, LANDED, MATCHED, Cell, Columns, NoEffectError


def carry_out(game: Columns, command: str) -> None:
    """Do to <game> what <command>, a line other than 'Q', says."""
    try:
        if not command:
            game.tick()
        elif command[0] == 'F':
            words = command.split(' ')
            game.create_faller(int(words[1]), words[2:])
        else:
            {'R': game.rotate, '<': game.move_left, '>': game.move_right}[command]()
    except NoEffectError:
        pass
