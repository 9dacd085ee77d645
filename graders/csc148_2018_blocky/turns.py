"""The actions of a computer player in one turn. The judge derives them, by making every move itself, on cells.

A reported trial counts only if the moves of the player lead to the board that it had scored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
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
from graders.blocky.relations import at, every_path, is_smash

Cells = Any
Path = list[int]
Log = list[list[Any]]

MOVES = (("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1))
"""The four moves besides a smash (spec 7)."""
_SHIFTS = dict(zip(MOVES, (CLOCKWISE, COUNTER_CLOCKWISE, LEFT_RIGHT, TOP_BOTTOM), strict=True))


def after(cells: Cells, method: object, number: object, path: Path) -> Cells:
    """Return *cells* after one of :data:`MOVES` at *path*; None for any other move, or if there is no such block."""
    shift = (
        _SHIFTS.get((method, number)) if isinstance(method, str) and type(number) is int else None
    )
    inner = at(cells, path)
    if shift is None or inner is None:
        return None
    return with_cells(cells, path, (turned if method == "rotate" else swapped)(inner, shift))


def move_between(before: Cells, now: Cells) -> tuple[str, int] | str | None:
    """Return the move that leads from *before* to *now*: one of :data:`MOVES`, or "smash"; None if there is none."""
    for path in every_path(before):
        for method, number in MOVES:
            if before != now == after(before, method, number, path):
                return method, number
    smashed = any(path and is_smash(before, now, path) for path in every_path(before))
    return "smash" if smashed and before != now else None


def moves_from(first: Cells) -> dict[str, tuple[str, int]]:
    """Return the cells, as texts, that one of :data:`MOVES` makes of *first*, and that move."""
    found: dict[str, tuple[str, int]] = {}
    for path in every_path(first):
        for move in MOVES:
            found.setdefault(repr(after(first, *move, path)), move)
    found.pop(repr(first), None)
    return found


@dataclass(frozen=True)
class Trial:
    """A whole board for which a player asked its goal for a score."""

    cells: Cells
    moves: int
    """Number of moves before it in the turn."""
    fresh: bool
    """Whether one of these moves came after the previous score."""
    move: list[Any] | None
    """The last of these moves: [method, number, path of the block at the start of the turn]."""


def before_showing(log: Log) -> Log:
    """Return the events before the first drawing; all events if there is no drawing."""
    shown = next((index for index, event in enumerate(log) if event[0] == "draw"), len(log))
    return log[:shown]


def one_away(first: Cells) -> frozenset[str]:
    """Return *first*, and its cells after each of :data:`MOVES` of each block, as texts."""
    return _one_away(json.dumps(first))


@lru_cache(maxsize=16)  # turns start from a few boards, each of them again and again
def _one_away(text: str) -> frozenset[str]:
    first = json.loads(text)
    return frozenset({*moves_from(first), repr(first)})


def trials(first: Cells, log: Log) -> list[Trial]:
    """Return the boards that a player had scored before its first drawing; first: the cells at the start of the turn.

    A scored board counts in two cases. It is the player's own board, with the cells that its moves produce, or that its
    last move produces from *first*: a player may restore the board instead of undoing moves. Or it is a copy, at most
    one move away from *first*. A score of a part of a board is no trial (spec 7).
    """
    near = one_away(first)
    state, moves, since, last = first, 0, 0, None
    found = []
    for event in before_showing(log):
        if event[0] == "move":
            _move, method, number, path, once = event
            moves, since, last = moves + 1, since + 1, [method, number, once]
            if path is not None and state is not None:
                state = after(
                    state, method, number, path
                )  # None after a smash: then any cells count
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
    """Return the possible numbers of candidates that a player has compared.

    One number counts each board that was scored after a move. The other leaves out boards that were scored after an
    undo, which come after an even number of moves (spec 9.8); with copies, it leaves out none. A move on a leaf changes
    nothing, so a turn may be right in which all boards equal the first.
    """
    fresh = [trial for trial in found if trial.fresh]
    on_copies = any(trial.move is not None and trial.move[2] is None for trial in fresh)
    return {len(fresh), len(fresh) if on_copies else sum(trial.moves % 2 for trial in fresh)}
