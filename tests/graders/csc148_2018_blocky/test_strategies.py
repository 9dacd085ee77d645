"""The strategies of the older Blocky: places by its rules for moves, and grids with distinguishable indices."""

from __future__ import annotations

import pytest

from graders.blocky import strategies as shared
from graders.blocky.board import paths
from graders.blocky.layout import misfit, tree
from graders.csc148_2018_blocky import strategies as draw
from graders.harness.protocol import values
from tests import nightly
from tests.graders.blocky.test_strategies import drawn


def may_be_smashed(board: shared.Board, path: list[int]) -> bool:
    """Return whether it is neither the whole board nor a unit cell (spec 3.3)."""
    return 0 < len(path) < board["max_depth"]


PLACES = {
    "divided_places": shared.is_divided,
    "any_places": lambda board, path: True,
    "leaf_places": lambda board, path: not shared.is_divided(board, path),
    "deep_places": lambda board, path: any(
        shared.is_divided(board, [*path, index]) for index in range(4)
    ),
    "smashable_places": may_be_smashed,
    "smashable_leaf_places": lambda board, path: (
        may_be_smashed(board, path) and not shared.is_divided(board, path)
    ),
    "unsmashable_places": lambda board, path: not may_be_smashed(board, path),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly.one_in(3, PLACES))
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
def test_grids_distinguish_columns_from_rows() -> None:
    """Most grids differ from their transpose."""
    grids = drawn(draw.grids)
    assert all(len(column) == len(grid) for grid in grids for column in grid)
    assert (
        sum([list(line) for line in zip(*grid, strict=True)] != grid for grid in grids)
        > len(grids) // 2
    )
