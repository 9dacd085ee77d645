# Kim Pupil, 87654321
"""The rules. y counts down from 0; negative y are above the top."""


class ImpossibleMove(Exception):
    """There is no faller or something is in its way."""


class Game:
    """cells holds the letter of every jewel, marks what is drawn around it.

    The jewels of the faller are in cells as well, and their places in faller.
    """

    def __init__(self, rows):
        self.r = len(rows)
        self.c = len(rows[0])
        self.cells = {}
        self.marks = {}
        self.faller = []
        self.lost = False
        for y in range(self.r):
            for x in range(self.c):
                if rows[y][x] != ' ':
                    self.cells[x, y] = rows[y][x]
        gravity(self)
        match(self)


def command(game, line):
    """Do one command."""
    if line == '':
        tick(game)
    elif line == 'R':
        rotate(game)
    elif line == '<':
        move(game, -1)
    elif line == '>':
        move(game, 1)
    else:
        letters = line.split()
        add(game, int(letters[1]) - 1, letters[2:])


def add(game, x, letters):
    if game.faller or '**' in game.marks.values():
        raise ImpossibleMove()
    if (x, 0) in game.cells:
        raise ImpossibleMove()
    game.faller = [(x, -2), (x, -1), (x, 0)]
    for place, letter in zip(game.faller, letters):
        game.cells[place] = letter
    brackets(game)


def brackets(game):
    """Draw brackets or bars around the faller, whatever it now is."""
    x, y = game.faller[-1]
    landed = y + 1 == game.r or (x, y + 1) in game.cells
    game.marks = {place: '||' if landed else '[]' for place in game.faller}


def put(game, places, letters):
    """Take the faller from where it is to other places."""
    for place in game.faller:
        del game.cells[place]
    game.faller = places
    game.cells.update(zip(places, letters))
    brackets(game)


def letters_of(game):
    return [game.cells[place] for place in game.faller]


def rotate(game):
    if not game.faller:
        raise ImpossibleMove()
    letters = letters_of(game)
    put(game, game.faller, letters[2:] + letters[:2])


def move(game, step):
    if not game.faller:
        raise ImpossibleMove()
    places = [(x + step, y) for x, y in game.faller]
    for x, y in places:
        if x < 0 or x >= game.c or (x, y) in game.cells:
            raise ImpossibleMove()
    put(game, places, letters_of(game))


def tick(game):
    if game.faller:
        if '||' in game.marks.values():
            game.faller = []
            game.marks = {}
            match(game)
        else:
            put(game, [(x, y + 1) for x, y in game.faller], letters_of(game))
            return
    else:
        for place in game.marks:
            del game.cells[place]
        game.marks = {}
        gravity(game)
        match(game)
    if game.marks == {}:
        game.lost = any(y < 0 for x, y in game.cells)


def gravity(game):
    """Everything drops, the lowest first."""
    for place in sorted(game.cells, key=lambda place: -place[1]):
        letter = game.cells.pop(place)
        x, y = place
        while y + 1 < game.r and (x, y + 1) not in game.cells:
            y += 1
        game.cells[x, y] = letter


def match(game):
    """Draw asterisks around what matches."""
    for (x, y), letter in game.cells.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)]
            if all(b >= 0 and game.cells.get((a, b)) == letter for a, b in line):
                for place in line:
                    game.marks[place] = '**'
