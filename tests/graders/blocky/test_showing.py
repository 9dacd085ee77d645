"""How a wrong board is told: which block differs in what, and no two pictures that look the same."""

from __future__ import annotations

import copy

import pytest

from graders.blocky.board import CHILDREN, LEVEL, MAX_DEPTH, POSITION, SIZE
from graders.blocky.layout import tree
from graders.blocky.showing import Showing, difference
from graders.harness.assignment.check import CheckFailed

BOARD = {"size": 64, "max_depth": 3, "cells": [0, [1, 0, 2, 3], 1, 2]}
SHOWING = Showing("PROD", ("Pacific Point", "Real Red", "Old Olive", "Daffodil Delight"))


def spoilt(path: list[int], index: int, value: object) -> list[object]:
    """Return the tree of BOARD with another attribute at *path*."""
    whole = copy.deepcopy(tree(BOARD))
    node = whole
    for step in path:
        node = node[CHILDREN][step]
    node[index] = value
    return whole


@pytest.mark.parametrize(
    ("path", "index", "value", "told"),
    [
        ([0], POSITION, (1, 2), "The upper right block of the board has the position (1, 2), not (32, 0)."),
        ([3], SIZE, 7, "The lower right block of the board has the size 7, not 32."),
        ([1, 2], LEVEL, 5, "The lower left block of the upper left block of the board has the level 5, not 2."),
        ([2], MAX_DEPTH, 9, "The lower left block of the board has the max_depth 9, not 3."),
    ],
)
def test_the_attribute_that_differs_is_named_wherever_it_is(
    path: list[int], index: int, value: object, told: str
) -> None:
    """Also where the first child is as it should be, and with one picture only."""
    got = spoilt(path, index, value)
    assert difference(got, tree(BOARD)) == told
    with pytest.raises(CheckFailed) as caught:
        SHOWING.unchanged(BOARD, got, "A call")
    assert told in caught.value.message
    assert [exhibit.label for exhibit in caught.value.exhibits] == ["board before"]


def test_equal_boards_do_not_differ() -> None:
    """There is nothing to say then."""
    assert difference(tree(BOARD), tree(BOARD)) == ""


def test_other_colours_are_shown_as_pictures() -> None:
    """What was before, what is due, what came."""
    got = tree(dict(BOARD, cells=[3, 2, 1, 0]))
    want = tree(dict(BOARD, cells=[1, 1, 1, 0]))
    with pytest.raises(CheckFailed) as caught:
        SHOWING.same_board(BOARD, {"result": True, "board": got}, {"result": True, "board": want}, "swap(0)")
    assert [exhibit.label for exhibit in caught.value.exhibits] == ["board before", "expected", "got"]


def test_a_divided_block_with_a_colour_is_told_as_such() -> None:
    """That is what is wrong about it, not the board as a whole."""
    got = spoilt([1], 2, 3)
    assert difference(got, tree(BOARD)) == "There is a divided block with a colour."
