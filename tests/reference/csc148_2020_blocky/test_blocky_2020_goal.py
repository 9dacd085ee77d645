"""Reference of Blocky 2020: goals and their scores (spec 7)."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest
from blocky_2020_boards import (
    SAMPLE,
    Shape,
    full,
    make,
    nodes,
    picture,
    shapes,
    snapshot,
)
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize("size", [64, 750])
def test_worked_scores(blocky: Any, size: int) -> None:
    """The sample board of spec 11, for colours 0 to 3."""
    board = make(blocky, SAMPLE, size=size)
    colours = blocky.settings.COLOUR_LIST
    expected = [[2, 2, 1, 1], [2, 2, 1, 1], [1, 1, 3, 3], [0, 3, 3, 3]]
    assert blocky.goal._flatten(board) == [[colours[i] for i in column] for column in expected]
    assert [blocky.goal.BlobGoal(colour).score(board) for colour in colours] == [1, 4, 4, 5]
    assert [blocky.goal.PerimeterGoal(colour).score(board) for colour in colours] == [2, 5, 4, 5]


@pytest.mark.slow
@given(shape=shapes(3))
def test_flatten_agrees_with_positions(blocky: Any, shape: Shape) -> None:
    """The leaves give column and row of each cell; also for each block of the board."""
    board = make(blocky, shape, 3)
    before = snapshot(board)
    for block in nodes(board):
        grid = blocky.goal._flatten(block)
        cells = {
            (x, y): blocky.settings.COLOUR_LIST.index(colour)
            for x, column in enumerate(grid)
            for y, colour in enumerate(column)
        }
        assert cells == picture(blocky, block)
    assert snapshot(board) == before


@pytest.mark.slow
@given(shape=shapes(3), colour=st.integers(0, 3))
def test_scores(blocky: Any, shape: Shape, colour: int) -> None:
    """Counted another way: cells by the number of sides that they lie on, blobs by spreading labels."""
    board = make(blocky, shape, 3)
    before = snapshot(board)
    cells = {cell for cell, found in picture(blocky, board).items() if found == colour}
    target = blocky.settings.COLOUR_LIST[colour]

    sides = sum((x == 0) + (x == 7) + (y == 0) + (y == 7) for x, y in cells)
    assert blocky.goal.PerimeterGoal(target).score(board) == sides

    label = {cell: cell for cell in cells}
    resting = False
    while not resting:
        spread = {
            (x, y): min(
                label.get(near, own)
                for near in [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            )
            for (x, y), own in label.items()
        }
        label, resting = spread, spread == label
    labels = list(label.values())
    assert blocky.goal.BlobGoal(target).score(board) == max(map(labels.count, labels), default=0)
    assert snapshot(board) == before


def test_the_largest_blob_there_can_be(blocky: Any) -> None:
    """It has 1,024 cells of one colour, at Python's default recursion limit."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        score = blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[1]).score(full(blocky, 1, 5))
    finally:
        sys.setrecursionlimit(limit)
    assert score == 1024


def test_undiscovered_blob_size(blocky: Any) -> None:
    """New cells count once and are marked, cells not next to the blob stay unseen, and outside is 0."""
    own, other = blocky.settings.COLOUR_LIST[:2]
    goal = blocky.goal.BlobGoal(own)
    columns = [[own, own, other], [other, own, other], [other, other, own]]
    visited = [[-1] * 3 for _ in range(3)]

    assert goal._undiscovered_blob_size((0, 1), columns, visited) == 3
    assert visited == [[1, 1, 0], [0, 1, 0], [-1, 0, -1]]
    assert goal._undiscovered_blob_size((1, 1), columns, visited) == 0
    assert goal._undiscovered_blob_size((2, 0), columns, visited) == 0
    assert visited[2][0] == 0
    assert goal._undiscovered_blob_size((2, 2), columns, visited) == 1
    for outside in [(-1, 0), (0, -1), (3, 0), (0, 3), (-3, -3)]:
        assert goal._undiscovered_blob_size(outside, columns, [[-1] * 3 for _ in range(3)]) == 0


def test_generate_goals(blocky: Any) -> None:
    """Different colours of the list, one type, and each type sometimes; the list stays unchanged."""
    colours = list(blocky.settings.COLOUR_LIST)
    seen = set()
    for seed in range(60):
        random.seed(seed)
        for number in range(5):
            goals = blocky.goal.generate_goals(number)
            assert len({goal.colour for goal in goals}) == len(goals) == number
            assert {goal.colour for goal in goals} <= set(colours)
            assert len({type(goal) for goal in goals}) <= 1
            seen |= {(type(goal).__name__, goal.colour) for goal in goals}
    assert colours == blocky.settings.COLOUR_LIST
    assert len(seen) == 8


def test_descriptions_name_the_colour(blocky: Any) -> None:
    """A player needs it to know what to do."""
    for colour in blocky.settings.COLOUR_LIST:
        for goal_type in (blocky.goal.PerimeterGoal, blocky.goal.BlobGoal):
            assert blocky.settings.colour_name(colour) in goal_type(colour).description()
