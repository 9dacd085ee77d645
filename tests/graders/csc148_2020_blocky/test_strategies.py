"""The strategies of Blocky 2020 alone: places by its rules for moves, and grids."""

from __future__ import annotations

import pytest

from graders.blocky import strategies as shared
from graders.blocky.board import paths
from graders.blocky.layout import misfit, tree
from graders.csc148_2020_blocky import strategies as draw
from graders.harness.protocol import values
from tests.graders.blocky.test_strategies import drawn

PLACES = {
    "shallow_leaf_places": lambda board, path: shared.is_big_leaf(board, path) and len(path) < 2,
    "unsmashable_places": lambda board, path: not shared.is_big_leaf(board, path),
    "unpaintable_places": lambda board, path: not shared.is_unit(board, path),
    "uncombinable_places": lambda board, path: not draw.is_quad(board, path),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
def test_places_fit_their_strategies(name: str) -> None:
    """Every place is a block of its board, of the kind that its strategy promises. Boards are well-formed and plain."""
    boards = set()
    for board, path in drawn(getattr(draw, name)):
        assert path in paths(board["cells"])
        assert PLACES[name](board, path)
        assert misfit(tree(board)) == ""
        values.encode_frame([board, path], 1 << 20)
        boards.add(repr((board, path)))
    assert len(boards) > 15


@pytest.mark.slow
def test_grids_equal_their_transpose() -> None:
    """The order of the two indices then does not matter (spec 14.4-3)."""
    for grid in drawn(draw.symmetric_grids):
        assert [list(line) for line in zip(*grid, strict=True)] == grid
