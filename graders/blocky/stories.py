"""Exhibits of failed scenarios on boards: the lines of letters become the usual pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graders.blocky.letters import Lettering
from graders.blocky.showing import Showing, fault
from graders.harness import Exhibit, fail, marked, picture, text

DEEPEST = 6
"""Levels of the deepest board that is drawn."""


def _is_row(line: str) -> bool:
    """Return whether *line* is a row of a picture: letters, with a space between each two."""
    letters = line[::2]
    return (
        letters.isascii() and letters.isalpha() and letters.isupper() and line == " ".join(letters)
    )


@dataclass(frozen=True)
class Telling:
    """Draws the boards of one assignment's scenarios."""

    showing: Showing
    lettering: Lettering

    def board(self, label: str, board: Any) -> list[Exhibit]:
        """Return an exhibit of a board in notation; none if there is no board or it is too deep to draw."""
        return (
            [self.showing.shown_board(label, board)]
            if board and board["max_depth"] <= DEEPEST
            else []
        )

    def sound(self, call: str, board: Any, tree: Any) -> None:
        """Fail unless the reported tree that *call* left of a board in notation is one of the game."""
        if found := fault(tree):
            fail(
                f"{call}: there is {found}.",
                lambda: [*self.board("board before", board), self.showing.shown_tree("got", tree)],
            )

    def lines(self, label: str, lines: Sequence[str], first: int) -> Exhibit:
        """Return an exhibit of a step's output: a picture if it is a board, else the lines with the *first* marked."""
        return self._drawn(label, lines) or text(label, marked(lines, first))

    def _drawn(self, label: str, lines: Sequence[str]) -> Exhibit | None:
        rows = [line.split(" ") for line in lines if _is_row(line)]
        written = next((line for line in lines if line.startswith("[")), "")
        if len(rows) > 1 and len(rows[0]) == 1:
            written = rows.pop(0)[0]  # the cells of a board that is not divided
        side = len(rows)
        rest = [line for line in lines if not _is_row(line)]
        if not side or any(len(row) != side for row in rows) or len(rest) > 2 or side & (side - 1):
            return None
        if written:
            board = {"cells": self.lettering.parsed(written), "max_depth": side.bit_length() - 1}
            drawn: Exhibit = self.showing.shown_board(label, board)
            return drawn
        cells = [(letter, x, y, 1) for y, row in enumerate(rows) for x, letter in enumerate(row)]
        return picture(label, side, cells)
