def states(game: Columns) -> set:
    """Return the states of all cells of <game>."""
    return {game.cell(row, column).state
            for row in range(1, game.rows() + 1)
            for column in range(1, game.columns() + 1)}


def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    waited = False
    while not game.is_over():
        command = input()
        if command == 'Q':
            return
        if command == '' and MATCHED in states(game) and not waited:
            waited = True
        else:
            waited = False
            carry_out(game, command)
        show(game)
