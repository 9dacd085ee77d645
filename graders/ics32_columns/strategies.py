"""Strategies: games, as the lines to type.

A game is drawn as one string of bytes, which is decoded. Shorter strings of smaller bytes are shorter and simpler
games, so counterexamples shrink well. Every game is inside the domain on which right programs agree (spec 8). To stay
inside, the decoder plays along with the rules of the reference, and takes only steps that stay in the domain.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from graders.harness import load_assignment

COLOURS = "XYZSTVW"
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The steps along a row, a column and the two diagonals, as (rows, columns)."""

Game = list[str]
Take = Callable[[int], int]
"""Return the next choice, a number below the one given."""


@functools.cache
def rules() -> Any:
    """Return the reference's class for the state of a game. Drawing games needs it; replaying them does not."""
    path = load_assignment("ics32_columns").reference / "columns.py"
    names: dict[str, Any] = {"__name__": "columns"}
    exec(compile(path.read_bytes(), path.name, "exec"), names)
    return names["Columns"]


def _taker(data: bytes) -> Take:
    rest: Iterator[int] = iter(data)
    return lambda below: next(rest, 0) % below


# Fields: lists of columns, each from the bottom up, without holes.


def _stacks(take: Take, rows: int, columns: int, lowest: int) -> list[list[str]]:
    """Return columns of *lowest* to rows - 1 jewels, all of the first colour: no top row is ever full."""
    return [[COLOURS[0]] * (lowest + take(rows - lowest)) for _ in range(columns)]


def _coloured(take: Take, stacks: list[list[str]], colours: int) -> None:
    """Give each jewel one of *colours* colours."""
    for stack in stacks:
        stack[:] = [COLOURS[take(colours)] for _ in stack]


def _patterned(take: Take, stacks: list[list[str]]) -> None:
    """Give each jewel one of six colours, so that no equal jewels touch, not even after three have vanished.

    So only deliberate runs match, even for a program that takes other cells for a run: cells that continue at the
    opposite edge or behind a gap, or neighbours. Other games grade these faults.
    """
    start = take(6)
    for place, stack in enumerate(stacks):
        stack[:] = [COLOURS[1 + (start + 3 * height + place) % 6] for height in range(len(stack))]


def _with_a_run(take: Take, stacks: list[list[str]]) -> None:
    """Give three jewels of a row or a column, at any place, a colour that no other jewel has."""
    lines = [
        [(height + i * up, place + i * right) for i in range(3)]
        for place, stack in enumerate(stacks)
        for height in range(len(stack))
        for up, right in LINES[:2]
    ]
    runs = [
        cells
        for cells in lines
        if all(place < len(stacks) and height < len(stacks[place]) for height, place in cells)
    ]
    for height, place in runs[take(len(runs))]:
        stacks[place][height] = COLOURS[0]


def _typed(take: Take, stacks: list[list[str]], rows: int, *, holes: bool) -> Game:
    """Return the first lines of a game with these contents; with *holes*, some jewels are typed higher up."""
    columns = []
    for stack in stacks:
        column = []
        for number, jewel in enumerate(stack, 1):
            room = rows - len(column) - (len(stack) - number + 1)
            column += [" "] * (take(min(room, 2) + 1) if holes else 0) + [jewel]
        columns.append(column + [" "] * (rows - len(column)))
    contents = ["".join(column[row] for column in columns) for row in reversed(range(rows))]
    return [str(rows), str(len(stacks)), "CONTENTS", *contents]


# Playing along.


def _begun(lines: Game) -> Any:
    rows, columns = int(lines[0]), int(lines[1])
    return rules()(rows, columns) if lines[2] == "EMPTY" else rules()(rows, columns, lines[3:])


def _top(game: Any) -> list[str]:
    return [game.cell(1, column).state for column in range(1, game.columns() + 1)]


def _is_settled(game: Any) -> bool:
    """Return whether right programs agree on the present display: no full top row, and no run into hidden rows."""
    if "empty" not in _top(game) and "matched" not in _top(game):
        return False
    frozen = game._frozen
    return not any(
        min(cells)[0] < 1 and all(frozen.get(cell) == colour for cell in cells)
        for (row, column), colour in frozen.items()
        for down, right in LINES
        for cells in [[(row + i * down, column + i * right) for i in range(3)]]
    )


def step(game: Any, line: str) -> None:
    """Carry out one command."""
    if line == "":
        game.tick()
    elif line == "R":
        game.rotate()
    elif line == "<":
        game.move_left()
    elif line == ">":
        game.move_right()
    else:
        _f, column, *colours = line.split()
        game.create_faller(int(column), colours)


def _is_open(game: Any, line: str) -> bool:
    """Return whether right programs disagree on *line* now: F over a top cell that is taken, or nothing to act on."""
    if line.startswith("F"):
        return game.cell(1, int(line.split()[1])).state != "empty"
    return "falling" not in _states(game) and "landed" not in _states(game)


def _states(game: Any) -> set[str]:
    return {
        game.cell(row, column).state
        for row in range(1, game.rows() + 1)
        for column in range(1, game.columns() + 1)
    }


def _tried(game: Any, line: str) -> tuple[Any, Game] | None:
    """Return the game after *line*, and all lines typed until no match is left; None if that leaves the domain."""
    if _is_open(game, line):
        return None
    after = copy.deepcopy(game)
    step(after, line)
    if not _is_settled(after):
        return None
    ticks = _cleared(after)
    return None if ticks is None else (after, [line, *ticks])


def _cleared(game: Any) -> Game | None:
    """Let *game* go on until no match is left; return the lines typed, or None if that leaves the domain."""
    ticks = []
    while "matched" in _states(game):
        game.tick()
        ticks.append("")
        if not _is_settled(game) or any(row < 1 for row, _column in game._frozen):
            return None
    return ticks


def _game(data: bytes) -> Game:
    """Return the game that *data* encodes: a field, commands while there are bytes, and Q."""
    take = _taker(data)
    rows, columns, colours = 4 + take(5), 3 + take(4), 2 + take(4)
    lines = [str(rows), str(columns), "EMPTY"]
    if take(3):
        stacks = _stacks(take, rows, columns, 0)
        _coloured(take, stacks, colours)
        filled = _typed(take, stacks, rows, holes=bool(take(2)))
        begun = _begun(filled)
        ticks = _cleared(begun) if _is_settled(begun) else None
        if ticks is not None:
            lines = filled + ticks
    game = begun if len(lines) > 3 else _begun(lines)
    for _ in range(min(60, len(data) // 2)):
        wish = _wish(take, game, colours)
        others = ("", *(f"F {column} X Y Z" for column in range(1, columns + 1)))
        gone = next((found for line in (wish, *others) if (found := _tried(game, line))), None)
        if gone is None:
            break
        game, typed = gone
        lines += typed
        if game.is_over():
            break
    return [*lines, "Q"]


def _wish(take: Take, game: Any, colours: int) -> str:
    """Return a command: mostly ticks while there is a faller."""
    has_faller = not {"falling", "landed"}.isdisjoint(_states(game))
    command = ("", "", "", "", "R", "<", ">", "F")[take(8)] if has_faller else "F"
    if command != "F":
        return command
    jewels = " ".join(COLOURS[take(colours)] for _ in range(3))
    return f"F {1 + take(game.columns())} {jewels}"


def _field(data: bytes, *, holes: bool, matches: bool) -> Game:
    """Return a game of contents and the ticks until no match is left."""
    take = _taker(data)
    rows, columns = 4 + take(6), 3 + take(6)
    stacks = _stacks(take, rows, columns, int(matches))
    _patterned(take, stacks)
    if matches:
        _with_a_run(take, stacks)
    lines = _typed(take, stacks, rows, holes=holes)
    return [*lines, *(_cleared(_begun(lines)) or ()), "Q"]


_BYTES = st.binary(min_size=20, max_size=120)

games = _BYTES.map(_game)
matchless_fields = _BYTES.map(lambda data: _field(data, holes=True, matches=False))
settled_fields = _BYTES.map(lambda data: _field(data, holes=False, matches=True))
fallen_fields = _BYTES.map(lambda data: _field(data, holes=True, matches=True))
