"""Checks of add_piece and remove_piece, for students to run."""

from __future__ import annotations

from graders.csse7030_connect4 import boards
from graders.csse7030_connect4.showing import (
    PUBLIC,
    PURPOSE,
    SOUND,
    board_and_output,
    function,
    once_at_least,
    starved,
)
from graders.harness import check

PLACES = range(boards.SIZE)
ADDED = [
    [board, piece, place]
    for board in boards.USUAL
    for place in PLACES
    for piece in "XO"
    if "-" in board[place]
]
FULL = [
    [boards.with_column(board, place, "XOOXXOXO"), piece, place]
    for board in boards.USUAL[:3]
    for place in PLACES
    for piece in "XO"
]
REMOVED = [[board, place] for board in boards.USUAL for place in PLACES if board[place].strip("-")]
EMPTY = [
    [boards.with_column(board, place, "-" * boards.SIZE), place]
    for board in boards.USUAL[:3]
    for place in PLACES
]


def sound_columns(reference, moves, size=boards.SIZE):
    """Return the results of sound functions for the columns in *moves*: whether each is full, and empty."""
    columns = sorted({column for move in moves for column in move[0]})
    full, empty = reference.is_column_full(size, columns), reference.is_column_empty(size, columns)
    told = [[column, f[0][1], e[0][1]] for column, f, e in zip(columns, full, empty, strict=True)]
    return {"columns": told}


def moved(student, reference, name, moves, view, size=boards.SIZE):
    """Fail unless all *moves* have the right results."""
    function(student, reference, name, moves, view, [size], sound_columns(reference, moves, size))


def moves_something(student, reference, name, moves):
    """Fail unless one of *moves* is not refused, because a function that refuses every move proves nothing.

    Other checks grade the moves themselves, so an exception is no refusal.
    """
    known = sound_columns(reference, moves)
    boards_before = [list(move[0]) for move in moves]
    once_at_least(
        student,
        name,
        moves,
        lambda one: is_tried(one, boards_before),
        f"{name} never changes a board.",
        known,
    )


def is_tried(one, boards_before):
    """Return whether a call changed its board, or raised an exception while it tried to."""
    raises = one.run.end[0] == "raised" and not starved(one.run)
    return raises or (one.returned and one.after[0] not in boards_before)


@check("add.lands", **PURPOSE, **SOUND)
def test_add_lands(student, reference):
    """add_piece puts the piece on top of those in its column, and changes nothing else."""
    # spec 6
    moved(student, reference, "add_piece", ADDED, board_and_output)


@check("add.full-column", **PUBLIC, **SOUND)
def test_add_full(student, reference):
    """add_piece prints a message for a full column and does not change the board."""
    # spec 4, 6
    moves_something(student, reference, "add_piece", [[boards.EMPTY, "X", 0]])
    moved(student, reference, "add_piece", FULL, board_and_output)


@check("remove.drops", **PURPOSE, **SOUND)
def test_remove_drops(student, reference):
    """remove_piece removes the bottom piece, and the pieces above it move down."""
    # spec 6
    moved(student, reference, "remove_piece", REMOVED, board_and_output)


@check("remove.empty-column", **PUBLIC, **SOUND)
def test_remove_empty(student, reference):
    """remove_piece prints a message for an empty column and does not change the board."""
    # spec 4, 6
    # a board that no other check begins or ends with, so that one process can answer all checks
    moves_something(
        student, reference, "remove_piece", [[boards.with_column(boards.EMPTY, 0, "-----XOX"), 0]]
    )
    moved(student, reference, "remove_piece", EMPTY, board_and_output)
