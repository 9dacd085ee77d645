"""The picture of a board after a move, in either direction."""

from __future__ import annotations

import copy

import pytest

from graders.blocky.board import CHILDREN, POSITION, cells_of
from graders.blocky.layout import tree
from graders.blocky.moving import changed_the_list, moved_at_all, pictured
from graders.harness.assignment.check import CheckFailed

BOARD = {"size": 64, "max_depth": 3, "cells": [0, [1, 0, 2, 3], 1, 2]}


def test_picture_follows_the_positions_of_blocks() -> None:
    """Positions decide the order of children in a list, at every depth."""
    whole = tree(BOARD)
    assert pictured(whole) == BOARD["cells"]
    whole[CHILDREN].reverse()
    whole[CHILDREN][2][CHILDREN].reverse()
    assert cells_of(whole) == [2, 1, [3, 2, 0, 1], 0]
    assert pictured(whole) == BOARD["cells"]


@pytest.mark.parametrize("position", [(0, 0), (), ("0", "0"), 7, None, [0, 0], (0, 0, 0)])
def test_without_usable_positions_the_order_of_the_list_counts(position: object) -> None:
    """A submission may put two blocks in one quarter, or set malformed positions."""
    whole = copy.deepcopy(tree(BOARD))
    whole[CHILDREN].reverse()
    whole[CHILDREN][0][POSITION] = position
    assert pictured(whole) == cells_of(whole)
    assert pictured("no tree") == cells_of("no tree")


def test_move_of_positions_alone_is_told_as_one() -> None:
    """The picture has changed, so "changes nothing" would be untrue."""
    moved = tree(BOARD)
    right, left = moved[CHILDREN][:2]
    assert changed_the_list(BOARD, moved, "swap(0)") is None
    right[POSITION], left[POSITION] = left[POSITION], right[POSITION]
    with pytest.raises(CheckFailed, match="but the list children stays as it was"):
        changed_the_list(BOARD, moved, "swap(0)")


def test_order_shows_a_move_only_where_no_quarters_are_alike() -> None:
    """swap(0) that forgets the lower half moves something: what it leaves is graded by the checks of the order."""
    assert not moved_at_all([0, 1, 2, 3], [0, 1, 2, 3])
    assert moved_at_all([0, 1, 2, 3], [1, 0, 2, 3])
    assert moved_at_all([0, 0, 2, 3], [0, 0, 2, 3])
