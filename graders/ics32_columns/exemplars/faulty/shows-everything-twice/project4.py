def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while not game.is_over():
        command = input()
        if command == 'Q':
            return
        carry_out(game, command)
        show(game)
        show(game)
