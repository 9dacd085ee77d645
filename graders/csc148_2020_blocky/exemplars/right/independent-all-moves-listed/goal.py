"""CSC148 Assignment 2: Blocky, the goals of the players."""
from __future__ import annotations
import random
from typing import List, Tuple
from block import Block
from settings import colour_name, COLOUR_LIST


def generate_goals(num_goals: int) -> List[Goal]:
    """Return a list of goals, one kind only, no colour twice.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    kind = random.choice([PerimeterGoal, BlobGoal])
    return [kind(colour) for colour in random.sample(COLOUR_LIST, num_goals)]


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return a list of columns with the colour of each unit cell."""
    side = 2 ** (block.max_depth - block.level)
    grid = [[(0, 0, 0)] * side for _ in range(side)]
    to_do = [(block, 0, 0, side)]
    while to_do:
        current, col, row, width = to_do.pop()
        if not current.children:
            for i in range(col, col + width):
                for j in range(row, row + width):
                    grid[i][j] = current.colour
        half = width // 2
        for child in current.children:
            index = current.children.index(child)
            left, top = col, row
            if index == 0 or index == 3:
                left += half
            if index == 2 or index == 3:
                top += half
            to_do.append((child, left, top, half))
    return grid


class Goal:
    """What a player tries to reach. This is an abstract class.

    === Public Attributes ===
    colour: the colour this goal is about
    """
    colour: Tuple[int, int, int]

    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        """Make a goal for <target_colour>."""
        self.colour = target_colour

    def score(self, board: Block) -> int:
        """Return the points this goal gives for <board>."""
        raise NotImplementedError

    def description(self) -> str:
        """Return a text for the player that explains this goal."""
        raise NotImplementedError


class PerimeterGoal(Goal):
    """A goal about the four sides of the board."""

    def score(self, board: Block) -> int:
        """Return the number of hits when walking along all four sides."""
        grid = _flatten(board)
        score = grid[0].count(self.colour)
        score += grid[len(grid) - 1].count(self.colour)
        for column in grid:
            if column[0] == self.colour:
                score += 1
            if column[len(column) - 1] == self.colour:
                score += 1
        return score

    def description(self) -> str:
        """Return what the player should do."""
        return 'Put ' + colour_name(self.colour) + ' on the outer edge'


class BlobGoal(Goal):
    """A goal about the largest group of connected cells."""

    def score(self, board: Block) -> int:
        """Return the number of cells in the largest group."""
        grid = _flatten(board)
        visited = []
        for column in grid:
            visited.append([-1 for _ in column])
        sizes = [0]
        for i in range(len(grid)):
            for j in range(len(grid[i])):
                if visited[i][j] == -1:
                    sizes.append(self._undiscovered_blob_size((i, j), grid,
                                                              visited))
        return max(sizes)

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the number of cells in the group at <pos> not seen before.

        Keeps a stack of the cells still to look at.
        """
        size = 0
        stack = [pos]
        while stack:
            i, j = stack.pop()
            inside = 0 <= i < len(board) and 0 <= j < len(board)
            if inside and visited[i][j] == -1:
                if board[i][j] == self.colour:
                    visited[i][j] = 1
                    size += 1
                    stack.extend([(i + 1, j), (i - 1, j),
                                  (i, j + 1), (i, j - 1)])
                else:
                    visited[i][j] = 0
        return size

    def description(self) -> str:
        """Return what the player should do."""
        return 'Connect as much ' + colour_name(self.colour) + ' as possible'
