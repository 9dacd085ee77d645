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
    colours = random.sample(COLOUR_LIST, num_goals)
    goal_class = random.choice([PerimeterGoal, BlobGoal])
    goals = []
    for colour in colours:
        goals.append(goal_class(colour))
    return goals


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    if block.children == []:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour] * side for _ in range(side)]
    upper_right, upper_left, lower_left, lower_right = \
        [_flatten(child) for child in block.children]
    board_list = []
    for i in range(len(upper_left)):
        board_list.append(upper_left[i] + lower_left[i])
    for i in range(len(upper_right)):
        board_list.append(upper_right[i] + lower_right[i])
    return board_list


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
    """The goal of having as much of a colour as possible on the border.
    """
    def score(self, board: Block) -> int:
        """Return the number of unit cells of the goal's colour on the border of
        <board>. Corner cells count twice.
        """
        board_list = _flatten(board)
        score = 0
        n = len(board_list) - 1
        for i in range(len(board_list)):
            for colour in (board_list[0][i], board_list[n][i], board_list[i][0], board_list[i][n]):
                if colour == self.colour:
                    score += 1
        return score

    def description(self) -> str:
        """Return a description of this goal.
        """
        return 'Put as much ' + colour_name(self.colour) + ' on the border as you can'


class BlobGoal(Goal):
    """The goal of having the largest blob of a colour.
    """
    def score(self, board: Block) -> int:
        """Return the size of the largest blob of the goal's colour on <board>.
        """
        board_list = _flatten(board)
        side = len(board_list)
        visited = [[-1] * side for _ in range(side)]
        best = 0
        for x in range(side):
            for y in range(side):
                size = self._undiscovered_blob_size((x, y), board_list, visited)
                best = max(best, size)
        return best

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
        x, y = pos 
        side = len(board)
        if x < 0 or y < 0 or x >= side or y >= side:
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        size = 1
        for neighbour in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
            size += self._undiscovered_blob_size(neighbour, board, visited)
        return size

    def description(self) -> str:
        """Return a description of this goal.
        """
        return 'Make the largest blob of ' + colour_name(self.colour)


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
