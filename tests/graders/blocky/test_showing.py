"""The message about a wrong board names the differing block and attribute, and no two pictures look the same."""

from __future__ import annotations

import copy
import re

import pytest

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    LEVEL,
    MAX_DEPTH,
    POSITION,
    SIZE,
    broken,
    cells_of,
)
from graders.blocky.layout import misfit, tree
from graders.blocky.showing import Showing, difference
from graders.harness.assignment.check import CheckFailed
from graders.harness.result import Picture

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
        (
            [0],
            POSITION,
            (1, 2),
            "the upper right block of the board is at (1, 2) but should be at (32, 0).",
        ),
        ([3], SIZE, 7, "the lower right block of the board has the size 7 but should have 32."),
        (
            [1, 2],
            LEVEL,
            5,
            "the lower left block of the upper left block of the board has the level 5 but should have 2.",
        ),
        (
            [2],
            MAX_DEPTH,
            9,
            "the lower left block of the board has the max_depth 9 but should have 3.",
        ),
    ],
)
def test_differing_attribute_is_named_at_every_depth(
    path: list[int], index: int, value: object, told: str
) -> None:
    """This holds even if the first child is right. Pictures that would look the same are left out."""
    got = spoilt(path, index, value)
    assert difference(got, tree(BOARD)) == told
    with pytest.raises(CheckFailed) as caught:
        SHOWING.unchanged(BOARD, got, "A call")
    assert told in caught.value.message
    looks = [exhibit.squares for exhibit in caught.value.exhibits if isinstance(exhibit, Picture)]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize(
    ("index", "value"),
    [(COLOUR, None), (CHILDREN, [tree(BOARD)]), (LEVEL, "a list")],
)
def test_block_that_no_board_has_is_named_with_its_place(index: int, value: object) -> None:
    """The place counts from the whole board, also where only a part of it is compared."""
    got = spoilt([1, 3], index, value)
    sentences = difference(got, tree(BOARD)), difference(got[CHILDREN][1], tree(BOARD), (1,))
    for sentence in sentences:
        assert sentence.endswith(": the lower right block of the upper left block of the board.")


DIGITS = 12032130132
"""A board, as the colours of its leaves."""


@pytest.mark.parametrize("index", [POSITION, SIZE, COLOUR, LEVEL, MAX_DEPTH])
@pytest.mark.parametrize(
    "value",
    [
        DIGITS,
        -DIGITS,
        DIGITS / 1e10,
        (DIGITS, 0),
        (0, DIGITS / 1e7),
        (1203, 2130),
        (1, 2) * 9,
        [1203],
    ],
    ids=str,
)
def test_attack_message_repeats_no_number_that_the_check_does_not_know(
    index: int, value: object
) -> None:
    """A program puts a hidden board's colours into a number, and the check's message is released."""
    got = spoilt([0], index, value if index != COLOUR else ("colour", value))
    for sentence in (difference(got, tree(BOARD)), misfit(got), broken(got), str(cells_of(got))):
        assert not re.search(r"\d{3}", sentence)


def test_usual_mistakes_are_repeated() -> None:
    """Another block's position, a sign, a half, a double, one beside."""
    for value in ((32, 32), (-32, 0), (16, 0), (64, 0), (31, 1), (32.0, None)):
        assert repr(value) in difference(spoilt([0], POSITION, value), tree(BOARD))


def test_wrong_positions_are_drawn() -> None:
    """A block in a wrong quarter is drawn there. The expected board is the board before, so it is not drawn twice."""
    with pytest.raises(CheckFailed) as caught:
        SHOWING.unchanged(BOARD, spoilt([0], POSITION, (0, 0)), "A call")
    assert [exhibit.label for exhibit in caught.value.exhibits] == [
        "board before (64 pixels wide)",
        "got",
    ]
    before, got = (exhibit for exhibit in caught.value.exhibits if isinstance(exhibit, Picture))
    assert (before.squares[0].x, before.squares[0].y) == (4, 0)
    assert (got.squares[0].x, got.squares[0].y) == (0, 0)


def test_positions_outside_of_cells_are_not_drawn() -> None:
    """Half a cell, a text, and a place far away make no picture."""
    for position in ((3, 0), (1 << 40, 0), "here", (0.5, "x")):
        with pytest.raises(CheckFailed) as caught:
            SHOWING.unchanged(BOARD, spoilt([0], POSITION, position), "A call")
        assert [exhibit.label for exhibit in caught.value.exhibits][:1] == [
            "board before (64 pixels wide)"
        ]
        assert all(
            abs(square.x) < 100
            for one in caught.value.exhibits
            if isinstance(one, Picture)
            for square in one.squares
        )


def test_known_colours_are_letters_and_others_are_printed_by_python() -> None:
    """The grader's own numbers and tags never appear instead of a colour."""
    assert SHOWING.written([[0, ("colour", (1, 2, 3))], None]) == "[[P, (1, 2, 3)], None]"
    assert SHOWING.squares("got", [(1, (0, 0), 8), "x"]).text == "'x'\n(R, (0, 0), 8)"
    assert (
        SHOWING.move("got", ["rotate", 1, [0]]).text
        == "('rotate', 1, <the upper right block of the board>)"
    )
    assert isinstance(SHOWING.columns("got", [[0, 1], [2, 3]]), Picture)
    large = SHOWING.rows("got", [[int(x > 40) for x in range(64)]] * 64)
    assert large.side == 64 and len(large.squares) < 200
    assert SHOWING.columns("got", [[0, 1], [2]]).text == "[[P, R], [O]]"


def test_equal_boards_do_not_differ() -> None:
    assert difference(tree(BOARD), tree(BOARD)) == ""


def test_other_colours_are_shown_as_pictures() -> None:
    """They are the board before, the expected one and the actual one."""
    got = tree(dict(BOARD, cells=[3, 2, 1, 0]))
    want = tree(dict(BOARD, cells=[1, 1, 1, 0]))
    with pytest.raises(CheckFailed) as caught:
        SHOWING.same_board(
            BOARD, {"result": True, "board": got}, {"result": True, "board": want}, "swap(0)"
        )
    assert [exhibit.label for exhibit in caught.value.exhibits] == [
        "board before (64 pixels wide)",
        "expected",
        "got",
    ]


def test_divided_block_with_a_colour_is_named() -> None:
    """The message is about the block, not about the board as a whole."""
    got = spoilt([1], 2, 3)
    assert (
        difference(got, tree(BOARD))
        == "there is a divided block with a colour: the upper left block of the board."
    )
