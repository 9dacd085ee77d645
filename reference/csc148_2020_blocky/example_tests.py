"""Blocky: some tests to start with. Run them with `pytest example_tests.py`.

They all use one small board. In it, a colour is written as its index in
COLOUR_LIST, and a divided block as the list of its four children:

    [[0, 1, 1, 3], 2, 1, 3]

The board is 750 pixels wide, its maximum depth is 2, and it looks like this:

    2 2 1 0
    2 2 1 3
    1 1 3 3
    1 1 3 3

A few tests are not enough to trust a program. Add your own.
"""
from __future__ import annotations

from typing import List, Tuple, Union

import pytest
from block import Block
from blocky import _block_to_squares
from goal import BlobGoal, PerimeterGoal, _flatten
from player import _get_block
from settings import COLOUR_LIST


def make(shape: Union[int, list], position: Tuple[int, int] = (0, 0),
         size: int = 750, level: int = 0, max_depth: int = 2) -> Block:
    """Return the block with <shape>, which is written as above."""
    if not isinstance(shape, list):
        return Block(position, size, COLOUR_LIST[shape], level, max_depth)

    block = Block(position, size, None, level, max_depth)
    positions = block._children_positions()
    block.children = [
        make(shape[i], positions[i], block._child_size(), level + 1, max_depth)
        for i in range(4)]
    return block


def shape_of(block: Block) -> Union[int, list]:
    """Return the shape of <block>, the inverse of make."""
    if block.children:
        return [shape_of(child) for child in block.children]
    return COLOUR_LIST.index(block.colour)


def positions_fit(block: Block) -> bool:
    """Return whether everything in <block> has the right position."""
    if not block.children:
        return True
    return ([child.position for child in block.children]
            == block._children_positions()
            and all(positions_fit(child) for child in block.children))


@pytest.fixture
def board() -> Block:
    """Return the board at the top of this file."""
    return make([[0, 1, 1, 3], 2, 1, 3])


def test_squares(board: Block) -> None:
    """There is one square for each leaf; their order does not matter."""
    squares = [(0, (563, 0), 188), (1, (375, 0), 188), (1, (375, 188), 188),
               (3, (563, 188), 188), (2, (0, 0), 375), (1, (0, 375), 375),
               (3, (375, 375), 375)]
    expected = [(COLOUR_LIST[i], position, size)
                for i, position, size in squares]

    assert sorted(_block_to_squares(board)) == sorted(expected)


def test_squares_of_one_leaf() -> None:
    """A board that is not divided is a single square."""
    leaf = make(3, max_depth=0)

    assert _block_to_squares(leaf) == [(COLOUR_LIST[3], (0, 0), 750)]


def test_flatten(board: Block) -> None:
    """The grid consists of columns, and each column runs downwards."""
    expected = [[2, 2, 1, 1], [2, 2, 1, 1], [1, 1, 3, 3], [0, 3, 3, 3]]

    assert _flatten(board) == [[COLOUR_LIST[i] for i in column]
                               for column in expected]


@pytest.mark.parametrize('colour, score', list(enumerate([1, 4, 4, 5])))
def test_blob_score(board: Block, colour: int, score: int) -> None:
    """Only the largest blob of a colour counts."""
    assert BlobGoal(COLOUR_LIST[colour]).score(board) == score


@pytest.mark.parametrize('colour, score', list(enumerate([2, 5, 4, 5])))
def test_perimeter_score(board: Block, colour: int, score: int) -> None:
    """Cells along the edge count once, those in a corner twice."""
    assert PerimeterGoal(COLOUR_LIST[colour]).score(board) == score


def test_swap_left_and_right(board: Block) -> None:
    """The halves of the board trade places; their insides do not change."""
    assert board.swap(0) is True
    assert shape_of(board) == [2, [0, 1, 1, 3], 3, 1]
    assert positions_fit(board)


def test_rotate_a_part_of_the_board(board: Block) -> None:
    """Turning one block clockwise does not change the others."""
    assert board.children[0].rotate(1) is True
    assert shape_of(board) == [[1, 1, 3, 0], 2, 1, 3]
    assert positions_fit(board)


@pytest.mark.parametrize('location, path', [
    ((0, 0), [1]),
    ((749, 0), [0, 0]),
])
def test_get_block(board: Block, location: Tuple[int, int],
                   path: List[int]) -> None:
    """Each level gives the next block on the way down to a location."""
    expected = board
    assert _get_block(board, location, 0) is expected
    for level, child in enumerate(path, start=1):
        expected = expected.children[child]
        assert _get_block(board, location, level) is expected


def test_smash_of_a_unit_cell() -> None:
    """A unit cell cannot be smashed."""
    cell = make(1, max_depth=0)

    assert cell.smash() is False
    assert shape_of(cell) == 1


def test_smash_of_a_leaf(board: Block) -> None:
    """The block itself is always divided, and no other block changes."""
    leaf = board.children[1]

    assert leaf.smash() is True
    assert len(leaf.children) == 4
    assert leaf.colour is None
    assert positions_fit(board)
    assert shape_of(board)[0] == [0, 1, 1, 3]
    assert shape_of(board)[2:] == [1, 3]


if __name__ == '__main__':
    pytest.main(['example_tests.py'])
