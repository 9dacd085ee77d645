def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while True:
        command = input()
        if command == 'Q':
            return
        if not game.is_over():
            carry_out(game, command)
        show(game)
