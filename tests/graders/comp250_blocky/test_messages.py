"""Messages of COMP 250's checks: they name the block and the value as Java does."""

from __future__ import annotations

from typing import Any

import pytest

from graders.blocky.board import POSITION
from graders.comp250_blocky.boards import (
    first_odd,
    first_unlike,
    shown_rows,
    tree_of,
    tree_told,
)
from graders.comp250_blocky.test_making import test_draw_counts as draw_counts

LEAF = {"size": 8, "max_depth": 0, "cells": 1}
BOARD = {"size": 8, "max_depth": 2, "cells": [[0, 1, 2, 3], 1, 2, 3]}


def other(board: dict[str, Any], **changes: Any) -> list[Any]:
    """Return the tree of a board with changes."""
    return tree_of({**board, **changes})


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        ([[0, None], [3, 2]], "R null\nY B"),
        ([None, None], "null\nnull"),
        (None, "null"),
        ([], "[]"),
    ],
)
def test_missing_cells_are_null(rows: Any, shown: str) -> None:
    """Python's None is Java's null."""
    assert shown_rows("got", rows).text == shown


def test_missing_children_are_named() -> None:
    """A constructor that is not written leaves them null, and many students have that."""
    with pytest.raises(
        AssertionError, match=r"new Block\(0, 1\): there is a block whose children is null\."
    ):
        tree_told([[0, 0], 0, None, 0, 0, "null"], "new Block(0, 1)")


@pytest.mark.parametrize(
    ("cells", "clause"),
    [
        (
            [[0, 1, 2, 3], [1, 1, 1, 1], 2, 3],
            "the upper left block of the board should not be divided",
        ),
        ([0, 1, 2, [0, 0, 0, 0]], "the upper right block of the board should be divided"),
        (
            [[0, 1, 2, 2], 1, 0, 3],
            "the lower right block of the upper right block of the board has the colour blue, not yellow",
        ),
        (BOARD["cells"], ""),
    ],
)
def test_first_unlike_block_is_the_first_that_is_made(cells: Any, clause: str) -> None:
    """After it the numbers of the generator are shifted, so that later ones tell nothing."""
    assert first_unlike(other(BOARD, cells=cells), tree_of(BOARD)) == clause


def test_block_that_is_not_the_whole_board_is_not_called_so() -> None:
    """On another level the root of a check's board is just a block; a colour has a name."""
    due, moved = other(LEAF, level=2), other(LEAF, level=2)
    moved[POSITION] = (1, 0)
    assert first_odd(moved, due) == "The block itself has the position (1, 0), not (0, 0)."
    assert (
        first_odd(other(LEAF, cells=3), tree_of(LEAF))
        == "The whole board has the colour yellow, not green."
    )


def test_one_square_is_no_plural() -> None:
    """A single leaf has two squares, one with each stroke."""

    class Student:
        def draw(self, *_board: Any) -> Any:
            return {"result": [], "again": True, "fresh": True, "board": None}

    with pytest.raises(
        AssertionError, match="should return 2 squares, 1 with stroke 0 and 1 with stroke 3"
    ):
        draw_counts.hypothesis.inner_test(Student(), LEAF)
