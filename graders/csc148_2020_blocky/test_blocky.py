"""Checks of blocky.py, all public: the only function that students write there."""

from __future__ import annotations

from hypothesis import given

from graders.blocky import strategies as draw
from graders.blocky.layout import tree
from graders.blocky.showing import on, on_pixels, told
from graders.csc148_2020_blocky.showing import SHOWING, shown_board, unchanged
from graders.harness import check, fail

ALONE = ("own", "only-blocky")


def same_squares(student, reference, board, path, earlier=None):
    """Fail unless the squares of the block at *path* are the right ones, in any order, and the board is unchanged.

    earlier: the same board before a move, of which the function is asked for the squares, too.
    """
    what = f"_block_to_squares of {on(path)}{on_pixels(board)}"
    if earlier:
        what += ", which was called before the last move as well,"
    before = [tree(earlier)] if earlier else []
    answer = told(student.squares(tree(board), path, *before), "result", "board")
    got, want = answer["result"], reference.squares(tree(board), path)["result"]
    shown = [
        shown_board("board", board),
        SHOWING.squares("expected", want),
        SHOWING.squares("got", got),
    ]
    if not isinstance(got, list | tuple) or any(
        not isinstance(square, tuple) or len(square) != 3 for square in got
    ):
        fail(f"{what} should be a list of tuples (colour, position, size).", shown)
    if len(got) != len(want):
        number = "1 square" if len(want) == 1 else f"{len(want)} squares"
        fail(f"{what} should have {number}, not {len(got)}.", shown)
    rest = list(want)
    for square in got:
        if square not in rest:
            fail(f"{what}: a square is wrong, or is there too often (their order is free).", shown)
        rest.remove(square)
    unchanged(board, answer["board"], what)


@check("blocky.squares", task="blocky", marks=3, variants=ALONE)
@given(place=draw.divided_places | draw.chain_roots(5))
def test_squares(student, reference, place):
    """_block_to_squares gives one (colour, position, size) for each undivided block, and does not change the board."""
    # spec 6.1, 2: the game's board is 750 pixels wide, which cannot be halved exactly, and changes with every move
    same_squares(student, reference, *place)
    board = dict(place[0], size=750)
    same_squares(
        student, reference, board, [], dict(draw.QUARTERS, size=750, max_depth=board["max_depth"])
    )


@check("blocky.squares-leaf", task="blocky", marks=1, variants=ALONE)
@given(place=draw.leaf_places)
def test_squares_leaf(student, reference, place):
    """_block_to_squares of an undivided block is a list of one square."""
    # spec 6.1, 11
    same_squares(student, reference, *place)
