"""One check per scenario: worked examples on boards, as plain text in scenarios/comp250_blocky.

A board is written as its blocks: a letter for a leaf (R, G, B, Y), four in brackets for a divided block: upper right,
upper left, lower left, lower right. A place in it is "root", or the indices that lead to it, as in "0.2". The steps,
and their output:

``construct SEED depth D``              the blocks that the constructor makes, their number, and their picture
``seed SEED depth D size S``            the board of that seed: its number of blocks, and its picture
``select (X, Y) level N``               the place of the selected block in words, its cells, position and size
``reflect N at PLACE``                  the picture; also ``rotate N at PLACE``
``smash at PLACE seed S after N steps`` the returned value, and the picture; the generator with the seed S has made
                                        N steps before
``flatten at PLACE``                    the rows
``perimeter LETTER``                    the score; also ``blob LETTER``

The output has pictures of boards up to eight cells wide.
"""

from __future__ import annotations

import re

from graders.blocky.board import (
    CHILDREN,
    COLOUR,
    cells_at,
    cells_of,
    is_tree,
    node_at,
    paths,
)
from graders.blocky.calling import at
from graders.blocky.letters import path_of
from graders.blocky.showing import on
from graders.blocky.stories import Telling
from graders.comp250_blocky.boards import (
    LETTERING,
    LETTERS,
    REFUSED,
    SHOWING,
    answers,
    is_drawn,
    lettered,
    told,
    tree_of,
    tree_told,
    wire,
)
from graders.comp250_blocky.calls import COLOURS
from graders.comp250_blocky.test_moving import ORDER, SMASH_ASKS, SOUND_SMASH
from graders.comp250_blocky.test_scores import BLOB
from graders.harness import each_scenario, load_assignment
from graders.harness import replay_scenario as replay

VARIANTS = {
    "reflect": ORDER,
    "rotate": ORDER,
    "smash": SOUND_SMASH,
    "perimeter": BLOB,
    "blob": BLOB,
}
"""The variants for the steps of a scenario, by the first word of its name."""
STEP = re.compile(
    r"(?P<verb>\w+)(?: (?P<what>-?\w+|\(-?\d+, -?\d+\)))??(?: at (?P<at>\S+))?(?: level (?P<level>\d+))?"
    r"(?: depth (?P<depth>\d+))?(?: size (?P<size>\d+))?(?: seed (?P<seed>\d+) after (?P<after>\d+) steps)?"
)
WIDEST = 3
TELLING = Telling(SHOWING, LETTERING)


def said_of(result):
    """Return a result that is no block in words, as one would in Java."""
    if result is None:
        return "null"
    return "an IllegalArgumentException" if result == REFUSED else str(result)


def cells_in(tree):
    """Return the cells of a sound tree of any depth."""
    return [cells_in(child) for child in tree[CHILDREN]] or tree[COLOUR]


class Story:
    """Runs the steps of one scenario; each step uses the board that the previous step left."""

    def __init__(self, student, reference):
        self.student, self.reference = student, reference
        self.board = {}
        self.call = ""

    def context(self, _step):
        """Return an exhibit of the present board."""
        return TELLING.board("board", self.board) if self.board and is_drawn(self.board) else []

    def said(self, step):
        """Return *step* in Java."""
        parts = STEP.fullmatch(step.command)
        what, block = parts["what"], at(path_of(parts["at"] or "root"))
        colour = f"GameColors.{COLOURS[LETTERS.index(what)]}" if what and what in LETTERS else ""
        return {
            "construct": f"new Block(0, {parts['depth']}) with the seed {what}",
            "select": f"board.getSelectedBlock({(what or '')[1:-1]}, {parts['level']})",
            "reflect": f"{block}.reflect({what})",
            "rotate": f"{block}.rotate({what})",
            "smash": f"{block}.smash()",
            "flatten": f"{block}.flatten()",
            "perimeter": f"new PerimeterGoal({colour}).score(board)",
            "blob": f"new BlobGoal({colour}).score(board)",
        }.get(parts["verb"], step.command)

    def run(self, step):
        """Run *step*; return its output."""
        parts = STEP.fullmatch(step.command)
        self.call = self.said(step)
        return getattr(self, parts["verb"])(parts)

    def _pictured(self, cells):
        depth = self.board["max_depth"]
        return LETTERING.rows(cells, depth) if depth <= WIDEST else []

    def construct(self, parts):
        """Call the constructor."""
        (tree,) = answers(self.student.construct(0, int(parts["depth"]), int(parts["what"]), 1), 1)
        tree = tree_told(tree, self.call)
        TELLING.sound(self.call, None, tree)
        self.board = {"size": 16, "max_depth": int(parts["depth"]), "cells": cells_of(tree)}
        written = LETTERING.written(self.board["cells"])
        return [
            f"{len(paths(self.board['cells']))} blocks",
            written,
            *self._pictured(self.board["cells"]),
        ]

    def seed(self, parts):
        """Use the board of a seed."""
        (made,) = self.reference.construct(0, int(parts["depth"]), int(parts["what"]), 1)
        cells = cells_in(made)
        self.board = {"size": int(parts["size"]), "max_depth": int(parts["depth"]), "cells": cells}
        return [f"{len(paths(cells))} blocks", *self._pictured(cells)]

    def select(self, parts):
        """Call getSelectedBlock."""
        point = [int(number) for number in re.findall(r"-?\d+", parts["what"])]
        answer = told(self.student.select(wire(self.board), [], [point], int(parts["level"])))
        (found,) = answers(answer["result"], 1)
        if found not in paths(self.board["cells"]):
            return [said_of(found)]
        position, size = node_at(tree_of(self.board), found)[:2]
        return [
            f"{on(found)}: {LETTERING.written(cells_at(self.board, found))} at {position}, {size} wide"
        ]

    def _left(self, tree):
        TELLING.sound(self.call, self.board, tree)
        self.board = dict(self.board, cells=cells_of(tree))
        return self._pictured(self.board["cells"])

    def _moved(self, parts):
        step = [parts["verb"], path_of(parts["at"]), int(parts["what"])]
        (answer,) = answers(self.student.moves(wire(self.board), [step]), 1)
        answer = told(answer)
        return (
            [said_of(answer["result"])]
            if answer["result"] is not None
            else self._left(answer["board"])
        )

    reflect = rotate = _moved

    def smash(self, parts):
        """Call smash. Another check grades a colour that the smashed block keeps."""
        path = path_of(parts["at"])
        answer = told(
            self.student.smash(wire(self.board), path, int(parts["seed"]), int(parts["after"])),
            "steps",
        )
        tree = answer["board"]
        if is_tree(tree) and is_tree(node := node_at(tree, path)):
            node[2] = None
        return [f"returns {str(answer['result']).lower()}", *self._left(tree)]

    def flatten(self, parts):
        """Call flatten."""
        return lettered(
            told(self.student.flatten(wire(self.board), path_of(parts["at"])))["result"]
        ).splitlines()

    def perimeter(self, parts):
        """Call PerimeterGoal.score."""
        colour, board = LETTERS.index(parts["what"]), wire(self.board)
        return [
            str(
                told(self.student.perimeter(board, colour, self.reference.rowsInLetters(board)))[
                    "result"
                ]
            )
        ]

    def blob(self, parts):
        """Call BlobGoal.score."""
        colour, board = LETTERS.index(parts["what"]), wire(self.board)
        given = self.reference.rowsInLetters(board), self.reference.groups(board, colour)
        return [str(told(self.student.blob(board, colour, *given))["result"])]


def needs(scenario):
    """Return the variants for a scenario, and what they ask the judge for."""
    about = scenario.name.split("-")[0]
    return {
        "variants": VARIANTS.get(about, ("own",)),
        "asks": SMASH_ASKS if about == "smash" else (),
    }


@each_scenario(load_assignment("comp250_blocky"), needs)
def test_scenario(student, reference, scenario):
    """A worked example."""
    story = Story(student, reference)
    replay(scenario, story.run, story.context, said=story.said, drawn=TELLING.lines)
