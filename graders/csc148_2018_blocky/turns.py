"""What a computer player has done in one turn, worked out by the judge: it does every move itself, on cells.

What a player is said to have tried counts only where the board that it had scored is the one that its moves lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graders.blocky.laws import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    LEFT_RIGHT,
    TOP_BOTTOM,
    swapped,
    turned,
    with_cells,
)

Cells = Any
Path = list[int]
Log = list[list[Any]]

MOVES = (("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1))
"""The four moves but a smash (spec 7)."""
_SHIFTS = dict(zip(MOVES, (CLOCKWISE, COUNTER_CLOCKWISE, LEFT_RIGHT, TOP_BOTTOM), strict=True))


def at(cells: Cells, path: Path) -> Cells:
    """Return what is at *path* in *cells*; None if there is no such block."""
    for index in path:
        if not isinstance(cells, list) or type(index) is not int or not 0 <= index < len(cells):
            return None
        cells = cells[index]
    return cells


def every_path(cells: Cells, path: tuple[int, ...] = ()) -> Iterator[Path]:
    """Yield the paths of all blocks of *cells*."""
    yield [*path]
    for index, cell in enumerate(cells if isinstance(cells, list) else ()):
        yield from every_path(cell, (*path, index))


def after(cells: Cells, method: object, number: object, path: Path) -> Cells:
    """Return *cells* after one of :data:`MOVES` at *path*; None if that is none, or there is no such block."""
    shift = _SHIFTS.get((method, number)) if isinstance(method, str) and type(number) is int else None
    inner = at(cells, path)
    if shift is None or inner is None:
        return None
    return with_cells(cells, path, (turned if method == "rotate" else swapped)(inner, shift))


def is_one_move(before: Cells, now: Cells, path: Path) -> bool:
    """Say whether one of :data:`MOVES` of the block at *path* leads from *before* to *now*."""
    return any(after(before, method, number, path) == now for method, number in MOVES)


def is_smash(before: Cells, now: Cells, path: Path) -> bool:
    """Say whether the block at *path* is divided now, and nothing else has changed."""
    old = at(before, path)
    return old is not None and isinstance(at(now, path), list) and with_cells(now, path, old) == before


def move_between(before: Cells, now: Cells) -> tuple[str, int] | str | None:
    """Return which move leads from *before* to *now*: one of :data:`MOVES`, or "smash"; None if it cannot be told."""
    for path in every_path(before):
        for method, number in MOVES:
            if before != now == after(before, method, number, path):
                return method, number
    smashed = any(path and is_smash(before, now, path) for path in every_path(before))
    return "smash" if smashed and before != now else None


@dataclass(frozen=True)
class Trial:
    """A whole board that a player had scored."""

    cells: Cells
    moves: int
    """How many calls of moves came before it in the turn."""
    fresh: bool
    """Whether one of them came after the score before."""
    move: list[Any] | None
    """The last of them: [method, number, path of the block at the start of the turn]."""


def before_showing(log: Log) -> Log:
    """Return what comes before the first drawing; all, if there is none."""
    shown = next((index for index, event in enumerate(log) if event[0] == "draw"), len(log))
    return log[:shown]


def one_away(first: Cells) -> set[str]:
    """Return *first*, and what each of :data:`MOVES` of each block makes of it, as texts."""
    return {repr(after(first, *move, path)) for path in every_path(first) for move in MOVES} | {repr(first)}


def trials(first: Cells, log: Log) -> list[Trial]:
    """Return what a player had scored before it first drew the board, whose cells were *first* at the start.

    A board that was scored counts if it is the player's own and what its moves lead to, or what its last move leads to
    from *first* (it may also restore the board, not undo), or if it is a copy one move away from *first*. What is
    scored of a part of a board is no trial (spec 7).
    """
    near = one_away(first)
    state, moves, since, last = first, 0, 0, None
    found = []
    for event in before_showing(log):
        if event[0] == "move":
            _move, method, number, path, once = event
            moves, since, last = moves + 1, since + 1, [method, number, once]
            if path is not None and state is not None:
                state = after(state, method, number, path)  # None after a smash: whatever comes is believed
        elif event[0] == "score":
            cells = first if event[1] is None else event[1]
            anew = after(first, *last) if last is not None and last[2] is not None else first
            if event[2] == [] and (state is None or cells in (state, anew)):
                state = cells
            elif event[2] is not None or repr(cells) not in near:
                continue
            found.append(Trial(cells, moves, since > 0, last))
            since = 0
    return found


def candidates(found: list[Trial]) -> set[int]:
    """Return how many candidates a player may be said to have compared.

    One for each board that was scored after a move; or, where the board itself is also scored after a move was undone,
    one for each that was scored after a move and before that (spec 9.8). A move on a leaf changes nothing, so that a
    turn in which no board is another than at first is no wrong one.
    """
    fresh = [trial for trial in found if trial.fresh]
    on_copies = any(trial.move is not None and trial.move[2] is None for trial in fresh)
    return {len(fresh), len(fresh) if on_copies else sum(trial.moves % 2 for trial in fresh)}
