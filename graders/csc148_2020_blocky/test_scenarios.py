"""One check per scenario: worked examples on boards, as plain text in scenarios/csc148_2020_blocky.

A board is written as its blocks: a letter for a leaf (P Pacific Point, R Real Red, O Old Olive, D Daffodil Delight),
four in brackets for a divided block: upper right, upper left, lower left, lower right. A place in it is "root", or the
indices that lead to it, as in "0.2". The steps, and their output:

``board BLOCKS depth D size S``     a new board: its picture, in unit cells
``rotate N at PLACE``               the returned value, the blocks and their picture; also ``swap N at PLACE``,
                                    ``paint LETTER at PLACE``, ``combine at PLACE``
``smash at PLACE``                  the returned value, and the number of the block's children
``update (X, Y) at PLACE``          place, position and size of every block
``squares at PLACE``                the squares, sorted
``flatten at PLACE``                the columns
``perimeter LETTER``                the score; also ``blob LETTER``
``find (X, Y) level N``             the selected block, in words, or "None"
"""

from __future__ import annotations

import re

from graders.blocky.board import CHILDREN, broken, cells_of, is_tree, node_at, where
from graders.blocky.calling import at
from graders.blocky.layout import tree
from graders.blocky.letters import Lettering, path_of
from graders.blocky.showing import told
from graders.blocky.stories import Telling
from graders.csc148_2020_blocky.calls import CALLS
from graders.csc148_2020_blocky.showing import LETTERS, SHOWING
from graders.harness import each_scenario, load_assignment
from graders.harness import replay_scenario as replay

VARIANTS = {
    "block": ("own", "only-block-order"),
    "blocky": ("own", "only-blocky"),
    "goal": ("own", "only-goal"),
    "player": ("own", "only-player"),
}
STEP = re.compile(
    r"(\w+)(?: (?!at |level )(.*?))?(?: (?:at|level) (\S+))?(?: depth (\d+) size (\d+))?"
)
SEED = 7
TEXT = Lettering(LETTERS)
TELLING = Telling(SHOWING, TEXT)


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
            "paint": f"{block}.paint({colour})",
            "combine": f"{block}.combine()",
            "smash": f"{block}.smash()",
            "update": f"{block}._update_children_positions({what})",
            "squares": f"_block_to_squares({block})",
            "flatten": f"_flatten({block})",
            "perimeter": f"PerimeterGoal({colour}).score(board)",
            "blob": f"BlobGoal({colour}).score(board)",
            "find": f"_get_block(board, {what}, {where})",
        }.get(verb, step.command)

    def run(self, step):
        """Run *step*; return its output."""
        verb, what, where, depth, size = STEP.fullmatch(step.command).groups()
        if verb == "board":
            self.board = {"size": int(size), "max_depth": int(depth), "cells": TEXT.parsed(what)}
            return TEXT.rows(self.board["cells"], self.board["max_depth"])
        self.call = self.said(step)
        return getattr(self, verb)(what, where)

    def _moved(self, answer):
        got = told(answer, "result", "board")
        TELLING.sound(self.call, self.board, got["board"])
        cells = cells_of(got["board"])
        self.board = dict(self.board, cells=cells)
        return [
            f"returns {got['result']!r}",
            TEXT.written(cells),
            *TEXT.rows(cells, self.board["max_depth"]),
        ]

    def rotate(self, what, where):
        """Call rotate."""
        return self._moved(self.student.rotate(tree(self.board), path_of(where), int(what)))

    def swap(self, what, where):
        """Call swap."""
        return self._moved(self.student.swap(tree(self.board), path_of(where), int(what)))

    def paint(self, what, where):
        """Call paint."""
        return self._moved(
            self.student.paint(tree(self.board), path_of(where), LETTERS.index(what))
        )

    def combine(self, _what, where):
        """Call combine."""
        return self._moved(self.student.combine(tree(self.board), path_of(where)))

    def smash(self, _what, where):
        """Call smash, with draws that divide as little as possible."""
        got = told(
            self.student.smash_with_draw(tree(self.board), path_of(where), SEED, 0.999999),
            "result",
            "board",
        )
        if not is_tree(got["board"]):
            return [f"returns {got['result']!r}", f"there is {broken(got['board'])}"]
        if cells_of(got["board"]) == self.board["cells"]:
            return [f"returns {got['result']!r}", "nothing has changed"]
        try:
            node = node_at(got["board"], path_of(where))
        except IndexError:
            return [f"returns {got['result']!r}", "another block has changed"]
        return [f"returns {got['result']!r}", f"the block has {len(node[CHILDREN])} children"]

    def update(self, what, where):
        """Call _update_children_positions."""
        position = tuple(int(number) for number in re.findall(r"\d+", what))
        got = told(
            self.student.update_positions(tree(self.board), path_of(where), position), "board"
        )["board"]
        if not is_tree(got):
            return [f"there is {broken(got)}"]
        lines = []

        def tell(node, path):
            lines.append(f"{at(path)}: {node[0]!r}, {node[1]!r} wide")
            for index, child in enumerate(node[CHILDREN]):
                tell(child, [*path, index])

        tell(got, [])
        return lines

    def squares(self, _what, where):
        """Call _block_to_squares."""
        got = told(self.student.squares(tree(self.board), path_of(where)), "result")["result"]
        if not isinstance(got, list | tuple) or any(
            not isinstance(square, tuple) or len(square) != 3 for square in got
        ):
            return [repr(got)]
        return sorted(
            f"{TEXT.written(colour)} at {position!r}, {size!r} wide"
            for colour, position, size in got
        )

    def flatten(self, _what, where):
        """Call _flatten."""
        got = told(self.student.flatten(tree(self.board), path_of(where)), "result")["result"]
        if not isinstance(got, list) or any(not isinstance(column, list) for column in got):
            return [repr(got)]
        return [" ".join(TEXT.written(cell) for cell in column) for column in got]

    def _given(self, colour):
        return self.reference.flatten(tree(self.board), [])["result"], self.reference.blob_groups(
            tree(self.board), colour
        )

    def perimeter(self, what, _where):
        """Call PerimeterGoal.score."""
        colour = LETTERS.index(what)
        return [
            repr(
                told(
                    self.student.perimeter_score(tree(self.board), colour, self._given(colour)[0]),
                    "result",
                )["result"]
            )
        ]

    def blob(self, what, _where):
        """Call BlobGoal.score."""
        colour = LETTERS.index(what)
        return [
            repr(
                told(
                    self.student.blob_score(tree(self.board), colour, *self._given(colour)),
                    "result",
                )["result"]
            )
        ]

    def find(self, what, level):
        """Call _get_block."""
        spot = tuple(int(number) for number in re.findall(r"-?\d+", what))
        got = self.student.get_block(tree(self.board), spot, int(level))
        if isinstance(got, list) and all(type(index) is int for index in got):
            return [f"the {where(got)}"]
        return [str(got)]


@each_scenario(
    load_assignment("csc148_2020_blocky"), lambda scenario: {"variants": VARIANTS[scenario.task]}
)
def test_scenario(student, reference, scenario):
    """A worked example."""
    story = Story(student, reference)
    replay(scenario, story.run, story.context, said=story.said, drawn=TELLING.lines)
