def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while True:
        command = input()
        if command == 'Q':
            return
        carry_out(game, command)
        if game.is_over():
            print('GAME OVER')
            return
        show(game)
