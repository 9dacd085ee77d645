"""What is asked of a board after a move, whichever way it went."""

from __future__ import annotations

import copy

import pytest

from graders.blocky.board import CHILDREN, POSITION, cells_of
from graders.blocky.layout import tree
from graders.blocky.moving import pictured

BOARD = {"size": 64, "max_depth": 3, "cells": [0, [1, 0, 2, 3], 1, 2]}


def test_a_board_is_pictured_as_its_blocks_lie() -> None:
    """Children of any order in their list are told by their places; inside of a child, too."""
    whole = tree(BOARD)
    assert pictured(whole) == BOARD["cells"]
    whole[CHILDREN].reverse()
    whole[CHILDREN][2][CHILDREN].reverse()
    assert cells_of(whole) == [2, 1, [3, 2, 0, 1], 0]
    assert pictured(whole) == BOARD["cells"]


@pytest.mark.parametrize("position", [(0, 0), (), ("0", "0"), 7, None, [0, 0], (0, 0, 0)])
def test_where_places_tell_nothing_the_order_of_the_list_counts(position: object) -> None:
    """Two blocks in one quarter, or places that are none, whatever a submission has put there."""
    whole = copy.deepcopy(tree(BOARD))
    whole[CHILDREN].reverse()
    whole[CHILDREN][0][POSITION] = position
    assert pictured(whole) == cells_of(whole)
    assert pictured("no tree") == cells_of("no tree")
