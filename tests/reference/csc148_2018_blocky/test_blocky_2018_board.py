"""Reference of the older Blocky: boards and goals, by the worked values of the facts and by laws."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from blocky_2018_boards import SAMPLE, grid, make, nodes, shape_of


def test_flatten_of_the_worked_example(older: Any) -> None:
    """Column by column (spec 11)."""
    assert grid(older, make(older, SAMPLE)) == [
        [0, 2, 1, 1],
        [1, 3, 1, 1],
        [0, 0, 2, 2],
        [0, 0, 2, 2],
    ]


@pytest.mark.parametrize(
    ("method", "direction", "expected"),
    [
        ("rotate", 1, [[0, 2, 3, 1], 1, 2, 0]),
        ("rotate", 3, [2, 0, [3, 1, 0, 2], 1]),
        ("swap", 0, [[1, 0, 2, 3], 0, 2, 1]),
        ("swap", 1, [2, 1, [1, 0, 2, 3], 0]),
    ],
)
def test_moves_of_the_worked_example(
    older: Any, method: str, direction: int, expected: Any
) -> None:
    """Spec 11; each move can be undone."""
    board = make(older, SAMPLE)
    places = [(node.position, node.size) for node in nodes(board)]
    getattr(board, method)(direction)
    assert shape_of(older, board) == expected
    getattr(board, method)(4 - direction if method == "rotate" else direction)
    assert shape_of(older, board) == SAMPLE
    assert [(node.position, node.size) for node in nodes(board)] == places


def test_places_of_the_worked_example(older: Any) -> None:
    """The board is at (0, 0) and 64 pixels wide (spec 11)."""
    board = make(older, SAMPLE)
    assert [(child.position, child.size) for child in board.children] == [
        ((32, 0), 32),
        ((0, 0), 32),
        ((0, 32), 32),
        ((32, 32), 32),
    ]
    assert [child.position for child in board.children[1].children] == [
        (16, 0),
        (0, 0),
        (0, 16),
        (16, 16),
    ]


def test_selection_in_the_worked_example(older: Any) -> None:
    """Spec 11; outside the board some block is returned (spec 3.3)."""
    board = make(older, SAMPLE)
    quarter = board.children[1]
    assert board.get_selected_block((20, 4), 2) is quarter.children[0]
    assert board.get_selected_block((20, 4), 1) is quarter
    assert board.get_selected_block((20, 4), 0) is board
    assert board.get_selected_block((40, 4), 2) is board.children[0]
    everything = list(nodes(board))
    for place in ((64, 64), (-5, 20), (20, 99), (1000, -1000)):
        for level in range(3):
            assert any(board.get_selected_block(place, level) is node for node in everything)


def test_rectangles_of_the_worked_example(older: Any) -> None:
    """Two for each of seven leaves, and one for a highlighted block (spec 11)."""
    board = make(older, SAMPLE)
    assert len(set(board.rectangles_to_draw())) == len(board.rectangles_to_draw()) == 14
    for node in nodes(board):
        node.highlighted = True
        (more,) = set(board.rectangles_to_draw()) - set(make(older, SAMPLE).rectangles_to_draw())
        assert more == (older.block.HIGHLIGHT_COLOUR, node.position, (node.size, node.size), 5)
        node.highlighted = False


def test_scores_of_the_worked_example(older: Any) -> None:
    """Spec 11."""
    board = make(older, SAMPLE)
    for kind, scores in (("PerimeterGoal", [6, 5, 5, 0]), ("BlobGoal", [4, 4, 4, 1])):
        goals = [getattr(older.goal, kind)(colour) for colour in older.renderer.COLOUR_LIST]
        assert [goal.score(board) for goal in goals] == scores


def test_a_blob_may_be_a_whole_board_of_depth_5(older: Any) -> None:
    """It has 1,024 cells, more than Python recurses by default (spec 9.7)."""
    board = make(older, [1, 1, 1, 1], 5)
    assert older.goal.BlobGoal(older.renderer.COLOUR_LIST[1]).score(board) == 1024


@pytest.mark.slow
def test_random_boards_are_well_formed(older: Any) -> None:
    """Every invariant of spec 3.1 holds, and the whole board is always divided (spec 3.4)."""
    random.seed(1)
    for max_depth in range(1, 6):
        for _ in range(10):
            board = older.block.random_init(0, max_depth)
            assert board.children and board.parent is None
            for node in nodes(board):
                assert (node.colour is None) == bool(node.children)
                assert (node.max_depth, len(node.children) in (0, 4)) == (max_depth, True)
                assert all(
                    (child.parent, child.level) == (node, node.level + 1) for child in node.children
                )


@pytest.mark.parametrize(("always", "blocks"), [(0.0, 341), (0.5, 85), (0.7, 21), (0.9999, 5)])
def test_fixed_draws_make_a_fixed_tree(
    older: Any, monkeypatch: pytest.MonkeyPatch, always: float, blocks: int
) -> None:
    """Spec 9.3."""
    monkeypatch.setattr(random, "random", lambda: always)
    assert len(list(nodes(older.block.random_init(0, 4)))) == blocks
    assert [math.exp(-0.25 * level) > always for level in (1, 2, 3)] == [
        blocks > 5,
        blocks > 21,
        blocks > 85,
    ]


def test_smash_divides_only_where_it_is_allowed(older: Any) -> None:
    """It divides neither the whole board nor a unit cell (spec 3.3)."""
    random.seed(2)
    board = make(older, SAMPLE)
    assert [board.smash(), board.children[1].children[0].smash()] == [False, False]
    assert shape_of(older, board) == SAMPLE
    for index in (0, 1):
        block = board.children[index]
        assert block.smash() is True
        assert block.colour is None
        assert [(child.parent, child.level, child.max_depth) for child in block.children] == [
            (block, 2, 2)
        ] * 4
        assert [child.size for child in block.children] == [16] * 4


def test_printed_trees(older: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each block, indented by its level; a leaf begins with its colour (spec 3.5)."""
    older.block.print_block(make(older, SAMPLE).children[1], True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "pos=(0, 0), size=32, level=1, highlighted=False, max_depth=2"
    assert lines[1] == "  Real Red: pos=(16, 0), size=16, level=2, highlighted=False, max_depth=2"
    assert len(lines) == 5
