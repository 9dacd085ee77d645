"""Hidden checks of check_win."""

from __future__ import annotations

from hypothesis import given

from graders.csse7030_connect4 import boards, strategies
from graders.csse7030_connect4.showing import (
    HIDDEN,
    SIZED_HIDDEN,
    board_and_output,
    function,
    once_at_least,
)
from graders.csse7030_connect4.test_win import (
    finds_a_line,
    knows_more_than_draws,
    outcomes,
)
from graders.harness import check


@check("win.edges", **HIDDEN)
def test_edges(student, reference):
    """check_win ends a line at the edge of the board."""
    # spec 6
    finds_a_line(student)
    outcomes(student, reference, boards.over_the_edge())


@check("win.full-board", **HIDDEN)
def test_full_board(student, reference):
    """check_win looks only for lines on a full board, too: without one it returns None."""
    # spec 6: there is no stalemate. Other checks grade the directions of lines.
    finds_a_line(student)
    outcomes(student, reference, boards.FULL_BOARDS)
    for piece in "XO":
        once_at_least(
            student,
            "check_win",
            boards.full_boards_with_a_line(piece),
            lambda one: one.returned and one.result == piece,  # noqa: B023
            f"check_win never returns {piece!r} for a full board on which only that player has a line.",
        )


@check("win.draw-in-one-line", **HIDDEN)
def test_draw_in_one_line(student, reference):
    """check_win sees both lines when they share a row or a column."""
    # spec 6, 13
    knows_more_than_draws(student)
    outcomes(student, reference, boards.both_in_one_line())


@check("win.both-diagonals", **HIDDEN)
def test_both_diagonals(student, reference):
    """check_win sees lines on both kinds of diagonals at once, wherever they are."""
    # spec 6, 13
    knows_more_than_draws(student)
    outcomes(student, reference, boards.both_diagonals())


@check("win.longer", **HIDDEN)
def test_longer(student, reference):
    """check_win finds lines of more than four."""
    # spec 6
    outcomes(student, reference, boards.long_lines())


@check("win.several-lines", **HIDDEN)
def test_several(student, reference):
    """check_win returns the player who has several lines."""
    # spec 6
    outcomes(student, reference, boards.two_lines())


@check("win.silent", **HIDDEN)
def test_silent(student, reference):
    """check_win prints nothing and does not change the board."""
    # spec 6
    finds_a_line(student)
    positions = [
        boards.only(boards.lines("vertical")[0], "X"),
        boards.EMPTY,
        boards.only(boards.lines("rising")[0], "O"),
        boards.both_have_lines()[0],
    ]
    function(student, reference, "check_win", positions, board_and_output)


@check("win.other-sizes", **SIZED_HIDDEN)
def test_sizes(student, reference):
    """check_win works on boards of any size."""
    # spec 0, 6
    for size in boards.OTHER_SIZES:
        full = boards.full_boards(size) if size == boards.LENGTH else []
        outcomes(student, reference, [*boards.outer_lines(size), boards.empty(size), *full], size)


@check("win.positions", **HIDDEN)
@given(position=strategies.positions)
def test_positions(student, reference, position):
    """check_win is right about positions of all kinds of games."""
    # spec 6
    outcomes(student, reference, [position])
