"""Messages of scenarios on boards about a broken one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graders.comp250_blocky.boards import tree_of
from graders.comp250_blocky.test_scenarios import Story
from graders.harness.assignment.check import CheckFailed

COLOURED = [
    (0, 0),
    0,
    3,
    1,
    2,
    tree_of({"size": 8, "max_depth": 1, "level": 1, "cells": [0, 1, 2, 3]})[5],
]
LEAF = [(0, 0), 0, 1, 1, 2, []]
STEPS = {
    "construct 4 depth 2": lambda tree: {"construct": lambda *_: [tree]},
    "reflect 0 at root": lambda tree: {"moves": lambda *_: [{"result": None, "board": tree}]},
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    ("children", "line"),
    [
        (
            [COLOURED, LEAF, COLOURED, LEAF],
            "there is a divided block with a colour: the upper right block of the board",
        ),
        (
            [LEAF, LEAF, LEAF, [*LEAF[:2], None, *LEAF[3:]]],
            "there is a block without a colour: the lower right block of the board",
        ),
    ],
)
def test_scenario_names_the_first_fault_of_a_board(
    step: str, children: list[Any], line: str
) -> None:
    """The whole board, with such words for each broken block, hid what they said."""
    student = SimpleNamespace(**STEPS[step]([(0, 0), 0, None, 0, 2, children]))
    story = Story(student, None)
    story.board = {"size": 16, "max_depth": 2, "cells": [0, 1, 2, 3]}
    with pytest.raises(CheckFailed) as failed:
        story.run(SimpleNamespace(command=step))
    assert failed.value.message.endswith(f": {line}.")
    assert "?" in {square.letter for square in failed.value.exhibits[-1].squares}
