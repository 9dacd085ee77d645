def run() -> None:
    """Play one game."""
    game = read_game()
    show(game)
    while not game.is_over():
        command = input('> ')
        if command == 'Q':
            return
        carry_out(game, command)
        show(game)
