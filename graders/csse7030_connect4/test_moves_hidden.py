"""Hidden checks of add_piece and remove_piece."""

from __future__ import annotations

from graders.csse7030_connect4 import boards
from graders.csse7030_connect4.showing import (
    HIDDEN,
    SIZED_HIDDEN,
    SOUND,
    board,
    board_and_output,
    result,
)
from graders.csse7030_connect4.test_moves import (
    ADDED,
    EMPTY,
    FULL,
    PLACES,
    REMOVED,
    moved,
)
from graders.harness import check

SIZES = (4, 6, 9, 10)


@check("add.any-piece", **HIDDEN, **SOUND)
def test_add_any(student, reference):
    """add_piece adds any piece that it is given."""
    # spec 6: the handout adds an e; never onto or below another foreign piece
    moves = [
        [b, piece, place]
        for b in boards.USUAL[:3]
        for place in PLACES
        for piece in "e#Z"
        if "-" in b[place]
    ]
    moved(student, reference, "add_piece", moves, board)


@check("add.answer", **HIDDEN, **SOUND)
def test_add_answer(student, reference):
    """add_piece returns whether it added the piece."""
    # spec 6
    moved(student, reference, "add_piece", ADDED + FULL, result)


@check("add.other-sizes", **SIZED_HIDDEN, **SOUND)
def test_add_sizes(student, reference):
    """add_piece works on boards of any size."""
    # spec 0, 6
    for size in SIZES:
        moves = [
            [b, "X", place]
            for b in (boards.filled(1, size), boards.filled(2, size))
            for place in range(size)
        ]
        moves.append([boards.with_column(boards.empty(size), 1, "X" * size), "X", 1])
        moved(student, reference, "add_piece", moves, board_and_output, size)


@check("remove.answer", **HIDDEN, **SOUND)
def test_remove_answer(student, reference):
    """remove_piece returns whether it removed a piece."""
    # spec 6
    moved(student, reference, "remove_piece", REMOVED + EMPTY, result)


@check("remove.other-sizes", **SIZED_HIDDEN, **SOUND)
def test_remove_sizes(student, reference):
    """remove_piece works on boards of any size."""
    # spec 0, 6
    for size in SIZES:
        moves = [
            [b, place]
            for b in (boards.filled(1, size), boards.filled(2, size))
            for place in range(size)
        ]
        moves.append([boards.empty(size), 1])
        moved(student, reference, "remove_piece", moves, board_and_output, size)
