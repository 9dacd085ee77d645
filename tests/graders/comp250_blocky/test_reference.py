"""The reference of COMP 250's Blocky, compared with java.util.Random in Python and with plain counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graders.blocky.board import cells_of
from graders.blocky.laws import columns, largest_group, perimeter, picture_of
from graders.blocky.strategies import boards
from graders.comp250_blocky.boards import received, told, wire
from graders.comp250_blocky.java_random import JavaRandom, random_cells
from graders.harness.session.session import Session
from tests.graders.comp250_blocky.worlds import needs_jdk, session

pytestmark = needs_jdk
QUICK = settings(
    max_examples=60,
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def reference() -> Iterator[Session]:
    """A session on the reference."""
    with session() as live:
        yield live


@pytest.mark.slow
@given(seed=st.integers(-(2**63), 2**63 - 1), level=st.integers(0, 2), below=st.integers(0, 4))
@example(seed=-(2**63), level=0, below=2)
@example(seed=2**63 - 1, level=1, below=1)
@QUICK
def test_boards_are_those_of_the_generator(
    reference: Session, seed: int, level: int, below: int
) -> None:
    """java.util.Random in Python, and spec 3.1 read once more, give the same blocks."""
    (tree,) = reference.construct(level, level + below, seed, 1)
    assert cells_of(received(tree)) == random_cells(JavaRandom(seed), level, level + below)


@pytest.mark.slow
@given(board=boards(divided=False))
@QUICK
def test_rows_and_scores_equal_a_plain_count(reference: Session, board: dict[str, Any]) -> None:
    """flatten equals the picture; both goals have the score of a plain count (spec 3.8, 3.9, 3.11)."""
    rows = told(reference.flatten(wire(board), []))["result"]
    assert rows == picture_of(board["cells"], 1 << board["max_depth"])
    for colour in range(4):
        given_along = reference.rowsInLetters(wire(board)), reference.groups(wire(board), colour)
        assert reference.perimeter(wire(board), colour, given_along[0])["result"] == perimeter(
            columns(board), colour
        )
        assert reference.blob(wire(board), colour, *given_along)["result"] == largest_group(
            columns(board), colour
        )


@pytest.mark.slow
@given(rows=st.lists(st.lists(st.integers(0, 1), min_size=5, max_size=5), min_size=2, max_size=4))
@QUICK
def test_start_outside_of_the_array_counts_nothing(
    reference: Session, rows: list[list[int]]
) -> None:
    """undiscoveredBlobSize returns 0 for a cell outside of the array, though the handout does not ask for it (spec 3.10)."""
    outside = [[-1, 0], [0, -1], [len(rows), 0], [0, 5], [750, 1000]]
    assert reference.undiscovered(rows, 0, [], outside) == {"sizes": [0] * 5, "visited": []}
