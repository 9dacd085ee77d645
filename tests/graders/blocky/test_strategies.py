"""The strategies that all editions of Blocky share: examples are plain, well-formed, varied, and shrink to small boards."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings

from graders.blocky import strategies as draw
from graders.blocky.board import cells_at, paths
from graders.blocky.layout import misfit, tree
from graders.harness.protocol import values
from tests import nightly

QUICK = settings(
    max_examples=100,
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
PLACES = {
    "divided_places": draw.is_divided,
    "any_places": lambda board, path: True,
    "deep_places": lambda board, path: any(
        draw.is_divided(board, [*path, index]) for index in range(4)
    ),
    "leaf_places": lambda board, path: not draw.is_divided(board, path),
    "unit_places": draw.is_unit,
    "big_leaf_places": draw.is_big_leaf,
    "flat_blocks": lambda board, path: all(isinstance(cell, int) for cell in cells_at(board, path)),
    "quarter_places": lambda board, path: bool(path),
    "chain_roots": lambda board, path: not path and max(map(len, paths(board["cells"]))) == 5,
    "chain_ends": lambda board, path: len(path) == board["max_depth"] == 5,
}


@cache
def drawn(strategy: Any) -> list[Any]:
    """Return the examples of *strategy*, which are the same for every test."""
    found = []

    @QUICK
    @given(strategy)
    def collect(value: Any) -> None:
        found.append(value)

    collect()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly.one_in(3, PLACES))
def test_places_fit_their_strategies(name: str) -> None:
    """Every place is a block of its board, of the kind that its strategy promises. Boards are well-formed and plain."""
    boards = set()
    strategy = getattr(draw, name)
    for board, path in drawn(strategy(5) if name.startswith("chain") else strategy):
        assert path in paths(board["cells"])
        assert PLACES[name](board, path)
        assert misfit(tree(board)) == ""
        values.encode_frame([board, path], 1 << 20)
        boards.add(repr((board, path)))
    assert len(boards) > 15


@pytest.mark.slow
@pytest.mark.parametrize(
    "strategy",
    [draw.boards(), draw.boards(full=True), draw.few_colours(2), draw.few_colours(2, full=True)],
)
def test_boards_are_varied(strategy: Any) -> None:
    """Boards have every depth and many sizes, all are divided, and the width of unit cells is a power of two."""
    found = drawn(strategy)
    sizes = {len(paths(board["cells"])) for board in found}
    assert {board["size"] >> board["max_depth"] for board in found} == {draw.UNIT}
    assert all(isinstance(board["cells"], list) for board in found)
    assert max(sizes) >= 21
    assert len({repr(board) for board in found}) > 60


@pytest.mark.slow
def test_targets_occur_on_their_boards() -> None:
    """A blob target is a colour of its board."""
    for board, colour in drawn(draw.blob_targets):
        assert colour in draw.colours_in(board["cells"])


def test_colour_is_removed_from_corners() -> None:
    """No corner cell keeps the colour, and only leaves in corners change."""
    for board in drawn(draw.few_colours(2)):
        cleared = draw.colour_without_corners(board, 1)
        for corner in range(4):
            cells = cleared["cells"][corner]
            while isinstance(cells, list):
                cells = cells[corner]
            assert cells != 1
        assert len(paths(cleared["cells"])) == len(paths(board["cells"]))


def test_spots_are_inside_their_blocks() -> None:
    """An inner spot is inside its block and off its edges; a corner spot is its upper left pixel."""
    board = {"size": 32, "max_depth": 2, "cells": [[0, 1, 1, 3], 2, 1, 3]}
    assert draw.corner_spot(board, [0, 0]) == (24, 0)
    assert draw.corner_spot(board, [0, 2]) == (16, 8)
    for offset in ((0, 0), (5, 5), (99, 98)):
        x, y = draw.inner_spot(board, [0, 2], offset)
        assert 16 < x < 23 and 8 < y < 15


@pytest.mark.nightly
def test_counterexamples_shrink_to_small_boards() -> None:
    """The smallest board whose divided children are not symmetric has only two divided blocks."""

    def lopsided(place: Any) -> bool:
        return any(isinstance(cell, list) and cell != cell[::-1] for cell in place[0]["cells"])

    board, _path = find(draw.divided_places, lopsided, settings=settings(QUICK, max_examples=1000))
    assert board["max_depth"] == 2
    assert len(paths(board["cells"])) == 9
