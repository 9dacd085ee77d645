def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while not game.is_over():
        command = input()
        if command == 'Q':
            return
        states = {game.cell(row, column).state
                  for row in range(1, game.rows() + 1)
                  for column in range(1, game.columns() + 1)}
        carry_out(game, command)
        if command != '' or states & {FALLING, LANDED, MATCHED}:
            show(game)
