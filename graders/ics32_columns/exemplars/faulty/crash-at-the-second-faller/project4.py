def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    fallers = 0
    while not game.is_over():
        command = input()
        if command == 'Q':
            return
        fallers += command.startswith('F')
        if fallers > 1:
            raise RuntimeError('the old faller is in the way')
        carry_out(game, command)
        show(game)
