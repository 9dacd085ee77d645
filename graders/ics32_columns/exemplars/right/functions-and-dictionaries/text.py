# Kim Pupil, 87654321


def draw(game):
    """Return the whole field as one string."""
    out = ''
    for y in range(game.r):
        out += '|'
        for x in range(game.c):
            out += game.marks.get((x, y), '  ')[0] + game.cells.get((x, y), ' ') + game.marks.get((x, y), '  ')[1]
        out += '|\n'
    return out + ' ' + '-' * (game.c * 3) + ' '
