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
    r = random.randint(0, 1)
    colours_left = []
    for colour in COLOUR_LIST:
        colours_left.append(colour)
    goals = []
    for x in range(0, num_goals):
        random_colour = random.choice(colours_left)
        colours_left.remove(random_colour)
        if r == 0:
            goals.append(PerimeterGoal(random_colour))
        elif r == 1:
            goals.append(BlobGoal(random_colour)) 
    return goals 


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    if block.children == []:
        length = 2 ** (block.max_depth - block.level)
        lst = []
        for x in range(0,length):
            lst.append([])
            for y in range(0, length):
                lst[x].append(block.colour)
        return lst
    top_right = _flatten(block.children[0])
    top_left = _flatten(block.children[1])
    bottom_left = _flatten(block.children[2])
    bottom_right = _flatten(block.children[3])
    lst = []
    x = 0
    while x < len(top_left):  
        new_column = []
        new_column.extend(top_left[x])
        new_column.extend(bottom_left[x])
        lst.append(new_column)
        x=x + 1
    x = 0
    while x < len(top_right):
        new_column = []
        new_column.extend(top_right[x])
        new_column.extend(bottom_right[x])
        lst.append(new_column)
        x = x + 1
    return lst


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
    """A perimeter goal.
    """
    def score(self, board: Block) -> int:
        """Return the score.
        """
        b = _flatten(board)
        score = 0
        for x in range(0, len(b)):
            for y in range(0, len(b[x])):
                if b[x][y] == self.colour:
                    if x == 0:
                        score = score + 1
                    if x == len(b) - 1:
                        score = score + 1
                    if y == 0:
                        score = score + 1
                    if y == len(b[x]) - 1:
                        score = score + 1
        return score

    def description(self) -> str:
        """Return the description.
        """
        return 'Get as many ' + colour_name(self.colour) + ' blocks as possible on the perimeter of the board'


class BlobGoal(Goal):
    """A blob goal.
    """
    def score(self, board: Block) -> int:
        """Return the score.
        """
        b = _flatten(board)
        visited = []
        for x in range(0, len(b)):
            visited.append([])
            for y in range(0, len(b)):
                visited[x].append(-1)
        score = 0
        for x in range(0, len(b)):
            for y in range(0, len(b)):
                blob = self._undiscovered_blob_size((x, y), b, visited)
                if blob > score:
                    score = blob
        return score

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
        if x >= len(board) or y >= len(board):
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] == self.colour:
            visited[x][y] = 1    
            total = 1
            total += self._undiscovered_blob_size((x + 1, y), board, visited)
            total += self._undiscovered_blob_size((x, y + 1), board, visited)
            if x != 0:
                total += self._undiscovered_blob_size((x - 1, y), board, visited)
            if y != 0:
                total += self._undiscovered_blob_size((x, y - 1), board, visited)
            return total
        visited[x][y] = 0
        return 0

    def description(self) -> str:
        """Return the description.
        """
        return 'Get the biggest blob of ' + colour_name(self.colour) + ' blocks that are connected'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
