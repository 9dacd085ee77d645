"""Blocky: what a player tries to achieve, and how near a board comes to it."""
from __future__ import annotations

# starter: import math
import random
from typing import List, Tuple

from block import Block
from settings import COLOUR_LIST, colour_name


def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> goals of one random type, each of a different colour.

    The colours are drawn at random from COLOUR_LIST, which does not change.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    # starter, to do: write the body of this function
    # starter: return [PerimeterGoal(COLOUR_LIST[0])]
    # solution begins
    goal_type = random.choice([PerimeterGoal, BlobGoal])
    return [goal_type(colour)
            for colour in random.sample(COLOUR_LIST, num_goals)]
    # solution ends


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    # starter, to do: write the body of this function
    # starter: return []
    # solution begins
    if block.level == block.max_depth:
        return [[block.colour]]
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour] * side for _ in range(side)]

    upper_right, upper_left, lower_left, lower_right = block.children
    upper = _flatten(upper_left) + _flatten(upper_right)
    lower = _flatten(lower_left) + _flatten(lower_right)
    return [upper[i] + lower[i] for i in range(len(upper))]
    # solution ends


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
    # solution begins
    """Have as much of one colour as possible along the edge of the board.

    Attributes:
    - colour: the colour that counts for this goal.
    """

    # solution ends
    def score(self, board: Block) -> int:
        # starter, to do: write the body of this method
        # starter: return 148
        # solution begins
        """Return the number of unit cells of this colour along the edge.

        A corner lies on two sides of <board>, so it counts twice.
        """
        columns = _flatten(board)
        sides = [
            columns[0],
            columns[-1],
            [column[0] for column in columns],
            [column[-1] for column in columns],
        ]
        return sum(side.count(self.colour) for side in sides)
        # solution ends

    def description(self) -> str:
        # starter, to do: write the body of this method
        # starter: return 'UNWRITTEN'
        # solution begins
        """Return what a player with this goal has to do, in a few words."""
        return (f'put {colour_name(self.colour)} along the edge '
                f'(corners count twice)')
        # solution ends


class BlobGoal(Goal):
    # solution begins
    """Have the largest possible blob of one colour.

    A blob is a group of unit cells of one colour in which each cell shares a
    side with another cell of the group. Touching at a corner is not enough.

    Attributes:
    - colour: the colour that counts for this goal.
    """

    # solution ends
    def score(self, board: Block) -> int:
        # starter, to do: write the body of this method
        # starter: return 148
        # solution begins
        """Return the number of unit cells in the largest blob on <board>."""
        columns = _flatten(board)
        visited = [[-1] * len(column) for column in columns]
        sizes = [self._undiscovered_blob_size((x, y), columns, visited)
                 for x in range(len(columns))
                 for y in range(len(columns[x]))
                 if columns[x][y] == self.colour]
        return max(sizes, default=0)
        # solution ends

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
        # starter, to do: write the body of this method
        # starter: return None
        # solution begins
        # A list of cells instead of recursion, because a blob of 1,024 cells
        # (a board of depth 5) exceeds Python's recursion limit.
        size = 0
        to_visit = [pos]
        while to_visit:
            x, y = to_visit.pop()
            if not (0 <= x < len(board) and 0 <= y < len(board[x])):
                continue
            if visited[x][y] != -1:
                continue
            if board[x][y] != self.colour:
                visited[x][y] = 0
                continue
            visited[x][y] = 1
            size += 1
            to_visit.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)])
        return size
        # solution ends

    def description(self) -> str:
        # starter, to do: write the body of this method
        # starter: return 'UNWRITTEN'
        # solution begins
        """Return what a player with this goal has to do, in a few words."""
        return f'build the largest blob of {colour_name(self.colour)}'
        # solution ends


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
