"""No operation of a driver earns marks by its word: stubs that know the arguments and forms of answers earn what is listed here.

`stubs.py` makes the stubs. The list has the reason why each check stays open; *Witnesses* in `docs/assignments` says more. The last test is
the weak side: a check that believes a count is passed by a stub, and is seen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT
from tests import nightly
from tests.attacks.stubs import passed_by_stubs
from tests.world import forwarding, write_world

pytestmark = pytest.mark.usefixtures("recordings", "backend")

ONE_RIGHT_ANSWER = "one right answer to another call passes: the check asks for a trait that all right answers have"
CLAIM = "a claim: the honest answer is no longer than the forged one"
OPEN = {
    "csc148_2018_blocky": {
        "block.init-spoils-nothing": CLAIM,
        "block.random-divided-colour": ONE_RIGHT_ANSWER,
        "block.random-parents": ONE_RIGHT_ANSWER,
        "block.rectangles-after-moves": ONE_RIGHT_ANSWER,
        "block.selected-after-moves": ONE_RIGHT_ANSWER,
        "block.selected-outside": "any list that is no path of the board",
        "game.board-drawn": ONE_RIGHT_ANSWER,
        "game.board-placed": ONE_RIGHT_ANSWER,
        "game.difficulties": CLAIM,
        "game.ids": CLAIM,
        "game.plays": ONE_RIGHT_ANSWER,
        "goal.descriptions": "any two texts",
        "player.random-draws-result": CLAIM,
        "player.random-shows-choice": CLAIM,
        "player.random-waits": ONE_RIGHT_ANSWER,
    },
    "csc148_2020_blocky": {
        "block.copy-independent": CLAIM,
        "game.plays": ONE_RIGHT_ANSWER,
        "goal.descriptions": "any two texts",
        "player.draws-on-the-board": CLAIM,
        "player.random-keeps-board": CLAIM,
        "player.random-plays": ONE_RIGHT_ANSWER,
        "player.random-turn": CLAIM,
        "player.smart-keeps-board": CLAIM,
        "player.smart-plays": ONE_RIGHT_ANSWER,
        "player.smart-turn": CLAIM,
    },
    "comp250_blocky": {
        "blob.after-moves": ONE_RIGHT_ANSWER,
        "draw.after-moves": ONE_RIGHT_ANSWER,
        "flatten.after-moves": ONE_RIGHT_ANSWER,
        "game.blob": ONE_RIGHT_ANSWER,
        "game.perimeter": ONE_RIGHT_ANSWER,
        "perimeter.after-moves": ONE_RIGHT_ANSWER,
        "select.after-moves": ONE_RIGHT_ANSWER,
    },
    "csse7030_connect4": {
        "action.prompt": ONE_RIGHT_ANSWER,
        "game.opening": ONE_RIGHT_ANSWER,
        "main.corner-answers": ONE_RIGHT_ANSWER,
        "win.horizontal": ONE_RIGHT_ANSWER,
        "win.vertical": ONE_RIGHT_ANSWER,
    },
    "ics32_columns": {},
}  # fmt: skip


@pytest.mark.parametrize("assignment", nightly.assignments("ics32_columns"))
@pytest.mark.slow
def test_what_a_stub_earns_is_listed(assignment: str) -> None:
    """A check that is missing in the list believes the box; one too many is closed by now."""
    found = passed_by_stubs(assignment, ROOT)
    assert {
        check: sorted(stubs) for check, (_, stubs) in found.items() if check not in OPEN[assignment]
    } == {}
    assert OPEN[assignment].keys() <= found.keys()


@pytest.mark.slow
def test_best_of_no_moves_earns_nothing() -> None:
    """A stub with the form of a turn passed the first of these, by boards after moves and no move: tried every day."""
    assert (
        passed_by_stubs("csc148_2020_blocky", ROOT, ("player.smart-best", "player.smart-paints"))
        == {}
    )


@pytest.mark.slow
def test_a_check_that_believes_a_count_is_seen(tmp_path: Path) -> None:
    """The box says how many blocks are wrong. A stub says none, and earns the marks; where data is asked for it does not."""
    world = write_world(
        tmp_path,
        checks='''
        @check("tiny.count")
        def test_count(student):
            """No block is wrong."""
            expect(student.links([3, 1, 2])["wrong"], 0)

        @check("tiny.data")
        def test_data(student):
            """Each number is returned with the next one."""
            for numbers in ([3, 1, 2], [5, 6], [7, 7, 8, 9]):
                expect(student.links(numbers)["pairs"], [list(pair) for pair in zip(numbers, numbers[1:])])
        ''',
        driver=forwarding(work=("links",)),
        reference={
            "work.py": "def links(n):\n    return {'wrong': 0, 'pairs': [list(p) for p in zip(n, n[1:])]}\n"
        },
    )
    found = passed_by_stubs(world.id, world.root)
    assert found.keys() == {"tiny.count"}
    assert "the form, no" in found["tiny.count"][1]
