"""Reference of Blocky 2020: the methods of a block (spec 5)."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from blocky_2020_boards import (
    SAMPLE,
    Shape,
    assert_well_formed,
    at,
    divided,
    make,
    nodes,
    paths,
    picture,
    shape_of,
    shapes,
    snapshot,
)
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize("max_depth", range(1, 6))
def test_boards_are_well_formed(blocky: Any, max_depth: int) -> None:
    """The boards are random, and some have the size of the game, which does not halve exactly."""
    for seed in range(20):
        random.seed(seed)
        board = blocky.block.generate_board(max_depth, 750)
        assert board.children
        assert (board.position, board.size, board.level) == ((0, 0), 750, 0)
        assert_well_formed(board)


def test_sizes_from_750_are_rounded_to_even(blocky: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """375 / 2 is 187.5 and becomes 188; 47 / 2 is 23.5 and becomes 24."""
    monkeypatch.setattr(random, "random", lambda: 0.0)
    board = blocky.block.generate_board(5, 750)
    assert [at(board, [1] * n).size for n in range(6)] == [750, 375, 188, 94, 47, 24]


@pytest.mark.parametrize(("draw", "level"), [(0.0, 4), (0.7, 2), (0.999999, 1)])
def test_chance_of_division(
    blocky: Any, monkeypatch: pytest.MonkeyPatch, draw: float, level: int
) -> None:
    """A child of level n is divided below exp(-0.25 n): its own level counts (spec 14.1-1)."""
    monkeypatch.setattr(random, "random", lambda: draw)
    board = blocky.block.Block((0, 0), 64, blocky.settings.COLOUR_LIST[0], 0, 4)
    assert board.smash() is True
    assert {block.level for block in nodes(board) if not block.children} == {level}


@pytest.mark.slow
@given(shape=shapes(3), path=paths(3), seed=st.integers(0, 99))
def test_smash(blocky: Any, shape: Shape, path: list[int], seed: int) -> None:
    """It divides a leaf that is not a unit cell, and changes nothing else."""
    board = make(blocky, shape, 3)
    block = at(board, path)
    before, smashable = snapshot(board), block.smashable()
    assert smashable == (not block.children and block.level < 3)

    random.seed(seed)
    assert block.smash() is smashable
    if smashable:
        assert_well_formed(board)
        assert len(block.children) == 4
        block.children, block.colour = [], before_colour(before, path)
    assert snapshot(board) == before


def before_colour(before: Any, path: list[int]) -> Any:
    """Return the colour of the leaf at the end of `path` in a snapshot."""
    for child in path:
        if not before[1]:
            break
        before = before[1][child]
    return before[0][2]


@pytest.mark.slow
@given(shape=divided(3), path=paths(3), direction=st.sampled_from([1, 3]))
def test_rotate_turns_the_picture(
    blocky: Any, shape: Shape, path: list[int], direction: int
) -> None:
    """Clockwise: the cell in column x and row y moves to column n - 1 - y and row x."""
    board = make(blocky, shape, 3)
    block = at(board, path)
    before = picture(blocky, block)

    assert block.rotate(direction) is bool(block.children)
    assert_well_formed(board)
    last = 2 ** (3 - block.level) - 1
    turned = {
        ((last - y, x) if direction == 1 else (y, last - x)): colour
        for (x, y), colour in before.items()
    }
    assert picture(blocky, block) == (turned if block.children else before)


@pytest.mark.slow
@given(shape=divided(3), path=paths(3), direction=st.sampled_from([0, 1]))
def test_swap_exchanges_halves_unmirrored(
    blocky: Any, shape: Shape, path: list[int], direction: int
) -> None:
    """Every cell moves by half the block, across or down."""
    board = make(blocky, shape, 3)
    block = at(board, path)
    before = picture(blocky, block)

    assert block.swap(direction) is bool(block.children)
    assert_well_formed(board)
    side = 2 ** (3 - block.level)
    dx, dy = (side // 2, 0) if direction == 0 else (0, side // 2)
    moved = {((x + dx) % side, (y + dy) % side): colour for (x, y), colour in before.items()}
    assert picture(blocky, block) == (moved if block.children else before)


@pytest.mark.slow
@given(shape=divided(3), path=paths(3))
def test_moves_that_undo_each_other(blocky: Any, shape: Shape, path: list[int]) -> None:
    """Two swaps, four turns, or a turn and its opposite."""
    board = make(blocky, shape, 3)
    block = at(board, path)
    before = snapshot(board)
    for moves in [
        ("swap", 0, 0),
        ("swap", 1, 1),
        ("rotate", 1, 1, 1, 1),
        ("rotate", 1, 3),
        ("rotate", 3, 1),
    ]:
        for number in moves[1:]:
            getattr(block, str(moves[0]))(number)
        assert snapshot(board) == before


def test_worked_moves(blocky: Any) -> None:
    """The sample board of spec 11: a swap of the root, and a turn of one child."""
    board = make(blocky, SAMPLE)
    assert board.swap(0) is True
    assert shape_of(blocky, board) == [2, [0, 1, 1, 3], 3, 1]

    board = make(blocky, SAMPLE)
    assert board.children[0].rotate(1) is True
    assert shape_of(blocky, board) == [[1, 1, 3, 0], 2, 1, 3]


@pytest.mark.slow
@given(shape=shapes(2), path=paths(2), colour=st.integers(0, 3))
def test_paint(blocky: Any, shape: Shape, path: list[int], colour: int) -> None:
    """Only a unit cell of another colour is painted."""
    board = make(blocky, shape)
    block = at(board, path)
    target = blocky.settings.COLOUR_LIST[colour]
    before, possible = snapshot(board), block.level == 2 and block.colour != target

    assert block.paint(target) is possible
    if possible:
        assert block.colour == target
        block.colour = before_colour(before, path)
    assert snapshot(board) == before


@pytest.mark.parametrize(
    ("colours", "winner"),
    [
        ((2, 2, 2, 2), 2),
        ((1, 1, 1, 3), 1),
        ((0, 0, 1, 2), 0),
        ((0, 0, 1, 1), None),
        ((0, 1, 2, 3), None),
    ],
)
def test_combine(blocky: Any, colours: tuple[int, ...], winner: int | None) -> None:
    """The most frequent colour wins for any order of the children; a tie changes nothing."""
    for order in set(permutations(colours)):
        board = make(blocky, [list(order), 0, 0, 0])
        block, before = board.children[0], snapshot(board)
        assert block.combine() is (winner is not None)
        if winner is None:
            assert snapshot(board) == before
        else:
            assert shape_of(blocky, board) == [winner, 0, 0, 0]
            assert_well_formed(board)


@pytest.mark.parametrize(
    ("shape", "path"), [([1, 1, 1, 1], []), ([1, 1, 1, [1, 1, 1, 1]], [0]), (1, [])]
)
def test_combine_is_for_blocks_of_unit_cells(blocky: Any, shape: Shape, path: list[int]) -> None:
    """A block one level higher and a leaf do not change."""
    board = make(blocky, shape)
    before = snapshot(board)
    assert at(board, path).combine() is False
    assert snapshot(board) == before


@pytest.mark.slow
@given(shape=shapes(3))
def test_a_copy_is_equal_and_shares_nothing(blocky: Any, shape: Shape) -> None:
    """No block and no list of children is in both."""
    board = make(blocky, shape, 3)
    copy = board.create_copy()
    assert snapshot(copy) == snapshot(board)
    assert copy == board
    ours, theirs = list(nodes(board)), list(nodes(copy))
    assert not {id(block) for block in ours} & {id(block) for block in theirs}
    assert not {id(block.children) for block in ours} & {id(block.children) for block in theirs}


@pytest.mark.slow
@given(shape=shapes(3), x=st.integers(0, 500), y=st.integers(0, 500))
def test_update_positions_moves_everything(blocky: Any, shape: Shape, x: int, y: int) -> None:
    """The tree equals one that was built at the new position."""
    board = make(blocky, shape, 3)
    board._update_children_positions((x, y))
    assert snapshot(board) == snapshot(make(blocky, shape, 3, position=(x, y)))


def test_equality_and_text(blocky: Any) -> None:
    """A leaf never equals a parent, blocks are unhashable, and the text has one line for each block (spec 5.1)."""
    board, other = make(blocky, SAMPLE), make(blocky, [[0, 1, 1, 2], 2, 1, 3])
    assert board == make(blocky, SAMPLE)
    assert board != other
    assert board.children[0] != board.children[1]
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)
    assert str(board.children[0]) == (
        "\tParent: pos=(32, 0),size=32, level=1\n"
        "\t\tLeaf: colour=Pacific Point, pos=(48, 0), size=16, level=2\n"
        "\t\tLeaf: colour=Real Red, pos=(32, 0), size=16, level=2\n"
        "\t\tLeaf: colour=Real Red, pos=(32, 16), size=16, level=2\n"
        "\t\tLeaf: colour=Daffodil Delight, pos=(48, 16), size=16, level=2\n"
    )
