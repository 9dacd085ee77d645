"""Blocky: what a player tries to achieve, and how near a board comes to it."""
from __future__ import annotations

import math
import random
from typing import List, Tuple

from block import Block
from settings import COLOUR_LIST, colour_name


def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> goals of one random type, each of a different colour.

    The colours are drawn at random from COLOUR_LIST, which does not change.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    # TODO: write the body of this function
    return [PerimeterGoal(COLOUR_LIST[0])]


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    # TODO: write the body of this function
    return []


class Goal:
    """Something to achieve on the board with one colour.

    This class is abstract: create only goals of its subclasses.

    Attributes:
    - colour: the colour that counts for this goal.
    """

    colour: Tuple[int, int, int]

    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        """Make a goal for the colour <target_colour>."""
        self.colour = target_colour

    def score(self, board: Block) -> int:
        """Return the number of points for <board> under this goal.

        The score is never negative.
        """
        raise NotImplementedError

    def description(self) -> str:
        """Return what a player with this goal has to do, in a few words."""
        raise NotImplementedError


class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        # TODO: write the body of this method
        return 148

    def description(self) -> str:
        # TODO: write the body of this method
        return 'UNWRITTEN'


class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        # TODO: write the body of this method
        return 148

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the number of unvisited cells in the blob around <pos>.

        <pos> is the (column, row) of a cell in the flattened board <board>;
        the result is 0 if there is no such cell, or if its colour is not the
        colour of this goal.

        <visited> has the shape of <board> and holds a number for each cell:
        -1 if it was never visited, 0 if it was visited and has another colour
        than this goal, 1 if it was visited and has the colour of this goal.
        Cells visited before are not counted again, and <visited> is updated
        for every cell that this call visits.
        """
        # TODO: write the body of this method
        return None

    def description(self) -> str:
        # TODO: write the body of this method
        return 'UNWRITTEN'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
