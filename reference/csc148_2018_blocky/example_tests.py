"""Blocky: some tests to start with. Run them with `pytest example_tests.py`.

They all use one small board. In it, a colour is written as its index in
COLOUR_LIST, and a divided block as the list of its four children:

    [3, [1, 2, 0, 3], 1, 0]

The board is 64 pixels wide, its maximum depth is 2, and it looks like this:

    2 1 3 3
    0 3 3 3
    1 1 0 0
    1 1 0 0

A few tests are not enough to trust a program. Add your own.
"""
from typing import Optional, Union

import pytest
from block import Block
from goal import BlobGoal
from renderer import COLOUR_LIST


def make(shape: Union[int, list], level: int = 0,
         parent: Optional[Block] = None) -> Block:
    """Return the block with <shape>, which is written as above."""
    if isinstance(shape, list):
        block = Block(level)
        block.children = [make(child, level + 1, block) for child in shape]
    else:
        block = Block(level, COLOUR_LIST[shape])
    block.max_depth = 2
    block.parent = parent
    return block


def shape_of(block: Block) -> Union[int, list]:
    """Return the shape of <block>, the inverse of make."""
    if block.children:
        return [shape_of(child) for child in block.children]
    return COLOUR_LIST.index(block.colour)


@pytest.fixture
def board() -> Block:
    """Return the board at the top of this file."""
    made = make([3, [1, 2, 0, 3], 1, 0])
    made.update_block_locations((0, 0), 64)
    return made


def test_a_new_block_stands_alone() -> None:
    """Nothing encloses it, and it has no children."""
    block = Block(1, COLOUR_LIST[2])
    assert (block.level, block.colour) == (1, COLOUR_LIST[2])
    assert (block.children, block.parent) == ([], None)


def test_update_places_the_quarters(board: Block) -> None:
    """Their order is upper right, upper left, lower left, lower right."""
    assert [child.position for child in board.children] == \
        [(32, 0), (0, 0), (0, 32), (32, 32)]
    assert [child.size for child in board.children] == [32] * 4


def test_a_leaf_is_two_rectangles(board: Block) -> None:
    """One is filled with its colour, the other is its frame."""
    leaf = board.children[2]
    assert set(leaf.rectangles_to_draw()) == {
        (COLOUR_LIST[1], (0, 32), (32, 32), 0),
        ((0, 0, 0), (0, 32), (32, 32), 3)}


def test_swap_exchanges_the_sides(board: Block) -> None:
    """Direction 0 swaps left and right."""
    board.swap(0)
    assert shape_of(board) == [[1, 2, 0, 3], 3, 0, 1]


def test_rotate_turns_everything(board: Block) -> None:
    """Direction 1 is clockwise; the divided quarter turns inside too."""
    board.rotate(1)
    assert shape_of(board) == [[2, 0, 3, 1], 1, 0, 3]


def test_the_whole_board_cannot_be_smashed(board: Block) -> None:
    """Nor can a unit cell."""
    before = shape_of(board)
    assert board.smash() is False
    assert board.children[1].children[0].smash() is False
    assert shape_of(board) == before


def test_flatten_gives_columns(board: Block) -> None:
    """They go from left to right, each from top to bottom."""
    assert [[COLOUR_LIST.index(colour) for colour in column]
            for column in board.flatten()] == \
        [[2, 0, 1, 1], [1, 3, 1, 1], [3, 3, 0, 0], [3, 3, 0, 0]]


def test_a_block_is_found_by_place_and_level(board: Block) -> None:
    """If no block is that deep, the leaf there is returned."""
    quarter = board.children[1]
    assert board.get_selected_block((5, 5), 0) is board
    assert board.get_selected_block((5, 5), 1) is quarter
    assert board.get_selected_block((5, 5), 2) is quarter.children[1]
    assert board.get_selected_block((50, 50), 2) is board.children[3]


def test_the_largest_blob_counts(board: Block) -> None:
    """The scores are in the order of COLOUR_LIST."""
    assert [BlobGoal(colour).score(board) for colour in COLOUR_LIST] == \
        [4, 4, 1, 5]
