"""Boards for checks: lists of columns, left to right, each from top to bottom (spec 6)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

Board = list[str]
Cell = tuple[int, int]
"""Column and row, both from 0; row 0 is the top."""

SIZE = 8
BLANK = "-"
OTHER_SIZES = (4, 5, 6, 7, 9, 10)
LENGTH = 4
EMPTY = [BLANK * SIZE] * SIZE
DIRECTIONS = {"vertical": (0, 1), "horizontal": (1, 0), "falling": (1, 1), "rising": (1, -1)}


def empty(size: int = SIZE) -> Board:
    """Return a board without pieces."""
    return ["-" * size] * size


def fillings(size: int = SIZE) -> list[str]:
    """Return columns of every height, three of each."""
    dice = random.Random(size)
    return [
        "-" * (size - height) + "".join(dice.choice("XO") for _ in range(height))
        for height in range(size + 1)
        for _ in range(3)
    ]


def filled(seed: int, size: int = SIZE) -> Board:
    """Return a board whose columns are filled to different heights, with lines or without."""
    dice = random.Random(seed)
    board = []
    for _ in range(size):
        height = dice.randint(0, size)
        board.append("-" * (size - height) + "".join(dice.choice("XO") for _ in range(height)))
    return board


def scattered(seed: int, characters: str, size: int = SIZE) -> Board:
    """Return a board filled with random characters out of *characters*."""
    dice = random.Random(seed)
    return ["".join(dice.choice(characters) for _ in range(size)) for _ in range(size)]


USUAL = [EMPTY, *(filled(seed) for seed in range(6))]


def with_column(board: Board, place: int, column: str) -> Board:
    """Return *board* with another column at *place*."""
    return [*board[:place], column, *board[place + 1 :]]


# Lines.


@cache
def lines(direction: str, size: int = SIZE, length: int = LENGTH) -> list[list[Cell]]:
    """Return the cells of every possible line in one direction. The list is cached: do not change it."""
    right, down = DIRECTIONS[direction]
    found = []
    for column in range(size):
        for row in range(size):
            cells = [(column + step * right, row + step * down) for step in range(length)]
            if all(0 <= x < size and 0 <= y < size for x, y in cells):
                found.append(cells)
    return found


def put(pieces: Iterable[tuple[Cell, str]], size: int = SIZE) -> Board:
    """Return a board with these pieces."""
    cells = [["-"] * size for _ in range(size)]
    for (column, row), piece in pieces:
        cells[column][row] = piece
    return ["".join(column) for column in cells]


def only(cells: Iterable[Cell], piece: str, size: int = SIZE) -> Board:
    """Return a board with *piece* in these cells only."""
    return put([(cell, piece) for cell in cells], size)


def all_lines(direction: str, size: int = SIZE) -> list[Board]:
    """Return a board for each possible line in that direction and each player."""
    return [only(cells, piece, size) for cells in lines(direction, size) for piece in "XO"]


def outer_lines(size: int) -> list[Board]:
    """Return a board for each possible line of X that touches the edge.

    A search with wrong limits for boards of this size misses one of these lines.
    """
    edge = {0, size - 1}
    return [
        only(cells, "X", size)
        for direction in DIRECTIONS
        for cells in lines(direction, size)
        if any(edge & set(cell) for cell in cells)
    ]


def nearly() -> list[Board]:
    """Return boards without a line: three in a row, and four of which one is the opponent's."""
    dice = random.Random(5)
    threes = [
        only(cells[:3], piece)
        for name in DIRECTIONS
        for cells in dice.sample(lines(name), 6)
        for piece in "XO"
    ]
    mixed = [
        put([(cell, "XO"[(place == 2) ^ other]) for place, cell in enumerate(cells)])
        for name in DIRECTIONS
        for cells in dice.sample(lines(name), 6)
        for other in (False, True)
    ]
    return [EMPTY, *threes, *mixed]


def around(direction: str) -> list[list[Cell]]:
    """Return the cells of all lines that leave the board at one edge and continue at the opposite edge."""
    right, down = DIRECTIONS[direction]
    inside = lines(direction)
    joined = [
        [((column + step * right) % SIZE, (row + step * down) % SIZE) for step in range(LENGTH)]
        for column in range(SIZE)
        for row in range(SIZE)
    ]
    return [cells for cells in joined if cells not in inside]


def over_the_edge() -> list[Board]:
    """Return boards with pieces that would be a line if the board had no edge, half of them for each player.

    Half is enough, because a search that continues beyond an edge does so in many places, and so for each player.
    """
    last = SIZE - 1
    bent = []
    for x in range(last):
        for some in (1, 2, 3):
            rest = range(LENGTH - some)
            # down a column, then into the next; along a row, then into the next
            bent.append([*((x, last - i) for i in range(some)), *((x + 1, i) for i in rest)])
            bent.append([*((last - i, x) for i in range(some)), *((i, x + 1) for i in rest)])
    found = [only(cells, "XO"[place // 2 % 2]) for place, cells in enumerate(bent)]
    # beyond an edge, then in from the opposite edge, as with an index of -1
    return found + [
        only(cells, "XO"[sum(cells[0]) % 2])
        for direction in DIRECTIONS
        for cells in around(direction)
    ]


def full_boards(size: int = SIZE) -> list[Board]:
    """Return full boards without a line."""
    stripes = [
        "".join("XO"[((x + 2 * (y % 2)) // 2) % 2] for y in range(size)) for x in range(size)
    ]
    return [stripes, [column.translate(str.maketrans("XO", "OX")) for column in stripes]]


FULL_BOARDS = full_boards()


def full_boards_with_a_line(piece: str) -> list[Board]:
    """Return full boards with exactly one line, which is of *piece*; one board for each direction."""
    found = []
    for name in DIRECTIONS:
        changed = (
            [
                "".join(piece if (x, y) in cells else sign for y, sign in enumerate(column))
                for x, column in enumerate(board)
            ]
            for board in FULL_BOARDS
            for cells in lines(name)
        )
        found.append(next(board for board in changed if list(owners_of_lines(board)) == [piece]))
    return found


def both_have_lines() -> list[Board]:
    """Return boards on which both players have a line, but not in the same row or column."""
    found: list[Board] = []
    dice = random.Random(9)
    names = list(DIRECTIONS)
    while len(found) < 40:
        first, second = dice.choice(names), dice.choice(names)
        mine, theirs = dice.choice(lines(first)), dice.choice(lines(second))
        same = first == second and (
            (first == "vertical" and mine[0][0] == theirs[0][0])
            or (first == "horizontal" and mine[0][1] == theirs[0][1])
        )
        if not set(mine) & set(theirs) and not same:
            found.append(put([(cell, "X") for cell in mine] + [(cell, "O") for cell in theirs]))
    return found


def both_in_one_line() -> list[Board]:
    """Return boards on which both players have a line in the same column or row."""
    columns = [
        with_column(EMPTY, place, half + other) for half, other in HALVES for place in range(SIZE)
    ]
    rows = [
        [
            "-" * place + (half if column < LENGTH else other)[0] + "-" * (SIZE - place - 1)
            for column in range(SIZE)
        ]
        for half, other in HALVES
        for place in range(SIZE)
    ]
    return columns + rows


def both_diagonals() -> list[Board]:
    """Return boards on which both players have a line, on different kinds of diagonals; some are mirror images."""
    dice = random.Random(11)
    falling, rising = lines("falling"), lines("rising")
    mirrored = [(one, [(SIZE - 1 - column, row) for column, row in one]) for one in falling]
    drawn = [(dice.choice(falling), dice.choice(rising)) for _ in range(60)]
    return [
        put([(cell, mine) for cell in one] + [(cell, theirs) for cell in other])
        for one, other in mirrored + drawn
        if not set(one) & set(other)
        for mine, theirs in ("XO", "OX")
    ]


HALVES = [("X" * LENGTH, "O" * LENGTH), ("O" * LENGTH, "X" * LENGTH)]


def long_lines() -> list[Board]:
    """Return boards with lines of five or more, of the two players in turn."""
    return [
        only(cells, "XO"[place % 2])
        for length in range(LENGTH + 1, SIZE + 1)
        for name in DIRECTIONS
        for place, cells in enumerate(lines(name, SIZE, length)[::3])
    ]


def two_lines() -> list[Board]:
    """Return boards on which one player has two lines."""
    found: list[Board] = []
    dice = random.Random(3)
    names = list(DIRECTIONS)
    while len(found) < 40:
        first, second = (
            dice.choice(lines(dice.choice(names))),
            dice.choice(lines(dice.choice(names))),
        )
        if len(set(first) & set(second)) <= 1:
            found.append(only({*first, *second}, dice.choice("XO")))
    return found


# Games.


def played(numbers: Sequence[int], size: int = SIZE) -> Board:
    """Return the board after the moves that *numbers* encode, up to the first that makes a line."""
    board = empty(size)
    piece = "X"
    for number in numbers:
        place, pop = number % size, number // size % 4 == 0
        column = board[place]
        if pop and column.strip("-"):
            board[place] = "-" + column[:-1]
        elif "-" in column:
            last = column.rindex("-")
            board[place] = column[:last] + piece + column[last + 1 :]
        else:
            continue
        piece = "O" if piece == "X" else "X"
        if has_line(board):
            break
    return board


def has_line(board: Board) -> bool:
    """Return whether a player has a line."""
    return any(True for _ in owners_of_lines(board))


def owners_of_lines(board: Board) -> Iterator[str]:
    """Yield the piece of every line of four."""
    for name in DIRECTIONS:
        for cells in lines(name, len(board)):
            signs = {board[column][row] for column, row in cells}
            if len(signs) == 1 and signs != {BLANK}:
                yield signs.pop()


def drawn(board: Board) -> str:
    """Return a board as text, row by row; not as the game prints it, which is to be written."""
    return "\n".join(" ".join(column[row] for column in board) for row in range(len(board)))
