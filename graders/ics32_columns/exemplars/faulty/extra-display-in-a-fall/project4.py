def states(game: Columns) -> set:
    """Return the states of all cells of <game>."""
    return {game.cell(row, column).state
            for row in range(1, game.rows() + 1)
            for column in range(1, game.columns() + 1)}


def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while not game.is_over():
        command = input()
        if command == 'Q':
            return
        before = states(game)
        carry_out(game, command)
        if command == '' and FALLING in before and FALLING in states(game):
            show(game)
        show(game)
