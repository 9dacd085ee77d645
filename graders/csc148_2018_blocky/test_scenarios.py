"""One check per scenario: the worked example of the facts, as plain text in scenarios/csc148_2018_blocky.

A board is written as its blocks: a letter for a leaf (P Pacific Point, R Real Red, O Old Olive, D Daffodil Delight),
four in brackets for a divided block: upper right, upper left, lower left, lower right. A place in it is "root", or the
indices that lead to it, as in "0.2". The steps, and their output:

``board BLOCKS depth D size S``     a new board: its picture, in unit cells
``rotate N at PLACE``               the blocks and their picture; also ``swap N at PLACE``
``update (X, Y) S at PLACE``        place, position and size of every block
``rectangles at PLACE``             the rectangles, sorted; ``rectangles at PLACE lit PLACE`` with a highlighted block
``flatten at PLACE``                the columns
``perimeter LETTER``                the score; also ``blob LETTER``
``find (X, Y) level N``             the selected block, in words
"""

from __future__ import annotations

import re

from graders.blocky.board import CHILDREN, broken, cells_of, is_tree, where
from graders.blocky.calling import at
from graders.blocky.layout import tree
from graders.blocky.letters import Lettering, path_of
from graders.blocky.showing import told
from graders.blocky.stories import Telling
from graders.csc148_2018_blocky.calls import CALLS
from graders.csc148_2018_blocky.showing import LETTERS, SHOWING
from graders.csc148_2018_blocky.test_block import ORDER, tupled
from graders.csc148_2018_blocky.test_goal import groups
from graders.harness import each_scenario, load_assignment
from graders.harness import replay_scenario as replay

MOVES = ("rotate-sample", "swap-sample")
"""The scenarios of block.py whose calls have a sound update_block_locations in the variant; for others, nothing differs."""
STEP = re.compile(
    r"(\w+)(?: (?!at |level )(.*?))?(?: (?:at|level) (\S+))?(?: lit (\S+))?(?: depth (\d+) size (\d+))?"
)
TEXT = Lettering(LETTERS)
TELLING = Telling(SHOWING, TEXT)


def plain(value):
    """Return *value* with whole floats as integers, because solutions may compute with floats (spec 9.1)."""
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Story:
    """Runs the steps of one scenario; each step uses the board that the previous step left."""

    def __init__(self, student, reference):
        self.student, self.reference = student, reference
        self.board = {}
        self.call = ""

    def context(self, _step):
        """Return an exhibit of the present board."""
        return TELLING.board("board", self.board)

    def said(self, step):
        """Return *step* in Python."""
        verb, what, where, *_ = STEP.fullmatch(step.command).groups()
        block = "" if verb == "find" else at(path_of(where or "root"))
        colour = CALLS.colour(LETTERS.index(what)) if what and what in LETTERS else ""
        return {
            "rotate": f"{block}.rotate({what})",
            "swap": f"{block}.swap({what})",
            "update": f"{block}.update_block_locations({', '.join((what or '').rsplit(' ', 1))})",
            "rectangles": f"{block}.rectangles_to_draw()",
            "flatten": f"{block}.flatten()",
            "perimeter": f"PerimeterGoal({colour}).score(board)",
            "blob": f"BlobGoal({colour}).score(board)",
            "find": f"board.get_selected_block({what}, {where})",
        }.get(verb, step.command)

    def _lines(self):
        return [
            TEXT.written(self.board["cells"]),
            *TEXT.rows(self.board["cells"], self.board["max_depth"]),
        ]

    def run(self, step):
        """Run *step*; return its output."""
        verb, what, where, lit, depth, size = STEP.fullmatch(step.command).groups()
        if verb == "board":
            self.board = {"size": int(size), "max_depth": int(depth), "cells": TEXT.parsed(what)}
            return TEXT.rows(self.board["cells"], self.board["max_depth"])
        self.call = self.said(step)
        return getattr(self, verb)(what, where, lit)

    def _moved(self, answer):
        got = told(answer, "board")["board"]
        TELLING.sound(self.call, self.board, got)
        self.board = dict(self.board, cells=cells_of(got))
        return self._lines()

    def rotate(self, what, where, _lit):
        """Call rotate."""
        return self._moved(self.student.rotate(tree(self.board), path_of(where), int(what), None))

    def swap(self, what, where, _lit):
        """Call swap."""
        return self._moved(self.student.swap(tree(self.board), path_of(where), int(what), None))

    def update(self, what, where, _lit):
        """Call update_block_locations."""
        x, y, size = (int(number) for number in re.findall(r"\d+", what))
        got = told(self.student.update(tree(self.board), path_of(where), (x, y), size), "board")[
            "board"
        ]
        if not is_tree(got):
            return [f"there is {broken(got)}"]
        lines = []

        def tell(node, path):
            lines.append(f"{at(path)}: {plain(node[0])!r}, {plain(node[1])!r} wide")
            for index, child in enumerate(node[CHILDREN]):
                tell(child, [*path, index])

        tell(got, [])
        return lines

    def rectangles(self, _what, where, lit):
        """Call rectangles_to_draw."""
        highlighted = [path_of(lit)] if lit else []
        got = told(
            self.student.rectangles(tree(self.board), path_of(where), highlighted), "result"
        )["result"]
        got = (
            [tupled(item) for item in got] if isinstance(got, list | tuple) else got
        )  # graded by rectangles-leaf
        if not isinstance(got, list) or any(
            not isinstance(item, tuple) or len(item) != 4 for item in got
        ):
            return [repr(got)]
        return sorted(
            "{} at {!r}, {!r}, line {!r}".format(TEXT.written(item[0]), *plain(item[1:]))
            for item in got
        )

    def flatten(self, _what, where, _lit):
        """Call flatten."""
        got = told(self.student.flatten(tree(self.board), path_of(where)), "result")["result"]
        if not isinstance(got, list) or any(not isinstance(column, list) for column in got):
            return [repr(got)]
        return [" ".join(TEXT.written(cell) for cell in column) for column in got]

    def _score(self, kind, what):
        colour = LETTERS.index(what)
        cells = self.reference.cells(self.board["max_depth"])
        lists = groups(self.reference, self.board, colour)
        return [
            repr(
                told(self.student.score(kind, colour, tree(self.board), cells, lists), "result")[
                    "result"
                ]
            )
        ]

    def perimeter(self, what, _where, _lit):
        """Call PerimeterGoal.score."""
        return self._score("PerimeterGoal", what)

    def blob(self, what, _where, _lit):
        """Call BlobGoal.score."""
        return self._score("BlobGoal", what)

    def find(self, what, level, _lit):
        """Call get_selected_block."""
        spot = tuple(int(number) for number in re.findall(r"-?\d+", what))
        got = self.student.selected(tree(self.board), spot, int(level))
        if isinstance(got, list) and all(type(index) is int for index in got):
            return [f"the {where(got)}"]
        return [str(got)]


def settings(scenario):
    """Return the settings of a scenario's check."""
    if scenario.task == "goal":
        return {"variants": ("own", "only-goal")}
    return {"variants": ORDER} if scenario.name in MOVES else {}


@each_scenario(load_assignment("csc148_2018_blocky"), settings)
def test_scenario(student, reference, scenario):
    """A worked example."""
    story = Story(student, reference)
    replay(scenario, story.run, story.context, said=story.said, drawn=TELLING.lines)
