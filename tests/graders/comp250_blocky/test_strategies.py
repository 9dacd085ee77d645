"""Examples of COMP 250's Blocky are varied, and stay inside the rules of the handout."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graders.blocky.board import cells_at, paths
from graders.blocky.strategies import boards
from graders.comp250_blocky import strategies
from graders.harness.replay import recording

pytestmark = pytest.mark.slow

QUICK = settings(
    max_examples=150,
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


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


def test_indivisible_sizes_are_complete() -> None:
    """They are all positive sizes that cannot be halved *depth* times, in order."""
    for depth in (1, 2, 3):
        want = [size for size in range(1, 60) if size % (1 << depth)]
        assert [strategies.indivisible(number, depth) for number in range(len(want))] == want


def test_sizes_can_be_halved() -> None:
    """They are never 0, which the handout leaves open (spec 3.2)."""
    assert all(size > 0 and size % 8 == 0 for size in drawn(strategies.sizes(3)))


def test_places_fit_their_names() -> None:
    """Smashable blocks are neither the whole board nor unit cells; unsmashable places include both."""
    for board, path in drawn(strategies.smashable_places) + drawn(strategies.smashable_leaves):
        assert 0 < len(path) < board["max_depth"]
    assert all(
        isinstance(cells_at(board, path), int) for board, path in drawn(strategies.smashable_leaves)
    )
    found = drawn(strategies.unsmashable_places)
    assert all(len(path) in (0, board["max_depth"]) for board, path in found)
    assert {bool(path) for _board, path in found} == {True, False}


def test_boards_elsewhere_have_another_origin() -> None:
    """Their origin is not (0, 0) and their level varies; nothing else about them is unusual."""
    found = drawn(strategies.elsewhere(boards()))
    assert all(board["x"] > 0 and board["y"] > 0 for board in found)
    assert {board["level"] for board in found} == {0, 1, 2, 3}


def test_big_boards_are_big() -> None:
    """They have eight or sixteen cells a side, and most have many blocks."""
    found = drawn(strategies.big_boards)
    assert {board["max_depth"] for board in found} == {3, 4}
    assert sum(len(paths(board["cells"])) > 20 for board in found) > len(found) / 2


def test_arrays_have_their_shapes() -> None:
    """Square ones are square, oblong ones are not; groups and walls both occur."""
    assert all(len(row) == len(rows) for rows in drawn(strategies.squares) for row in rows)
    for rows in drawn(strategies.oblongs):
        assert len({len(row) for row in rows}) == 1
        assert len(rows) != len(rows[0])
    rows = [[0] * 4 for _ in range(4)]
    assert strategies.cells_chosen(rows, 0b1_0000_0000_0001) == [[0, 0], [3, 0]]
    assert strategies.cell_of(rows, 21) == [1, 1]


def test_examples_are_plain_data() -> None:
    """Examples must be stored and sent."""
    for strategy in (strategies.leaf_boards, strategies.smashable_places, strategies.squares):
        for value in drawn(strategy)[:20]:
            assert recording.decode_example(recording.encode_example({"value": value})) == {
                "value": value
            }
