"""CSC148 Assignment 2: Blocky, the goals of the players."""
from __future__ import annotations
import random
from typing import List, Tuple
from block import Block
from settings import colour_name, COLOUR_LIST


def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> goals. All have one type and no two one colour.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    left = list(COLOUR_LIST)
    goals = []
    perimeter = random.choice([True, False])
    for _ in range(num_goals):
        colour = random.choice(left)
        left.remove(colour)
        if perimeter:
            goals.append(PerimeterGoal(colour))
        else:
            goals.append(BlobGoal(colour))
    return goals


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the unit cells of <block> as a list of columns."""
    if not block.children:
        n = 2 ** (block.max_depth - block.level)
        return [[block.colour] * n] * n
    parts = [_flatten(child) for child in block.children]
    n = len(parts[0])
    left = [parts[1][i] + parts[2][i] for i in range(n)]
    right = [parts[0][i] + parts[3][i] for i in range(n)]
    return left + right


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
    """Have a colour along the perimeter.

    === Public Attributes ===
    colour: the colour to have there
    """
    colour: Tuple[int, int, int]

    def score(self, board: Block) -> int:
        """Return the score of <board>: one for each cell on a side, so two
        for a corner.
        """
        flat = _flatten(board)
        sides = [flat[0], flat[-1], [column[0] for column in flat],
                 [column[-1] for column in flat]]
        return sum(side.count(self.colour) for side in sides)

    def description(self) -> str:
        """Return an explanation of this goal."""
        return f'{colour_name(self.colour)} along the perimeter'


class BlobGoal(Goal):
    """Have a large blob of a colour.

    === Public Attributes ===
    colour: the colour of the blob
    """
    colour: Tuple[int, int, int]

    def score(self, board: Block) -> int:
        """Return the score of <board>: the cells of the largest blob."""
        flat = _flatten(board)
        side = len(flat)
        visited = [[-1] * side for _ in range(side)]
        scores = []
        for row in range(side):
            for column in range(side):
                scores.append(self._undiscovered_blob_size((row, column),
                                                           flat, visited))
        return max(scores)

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the number of cells of the blob with the cell in row pos[0]
        and column pos[1] which are not in <visited> so far.
        """
        row, column = pos
        side = len(board)
        if not (0 <= row < side and 0 <= column < side):
            return 0
        if visited[column][row] != -1:
            return 0
        if board[column][row] != self.colour:
            visited[column][row] = 0
            return 0
        visited[column][row] = 1
        count = 1
        for r, c in [(row - 1, column), (row + 1, column),
                     (row, column - 1), (row, column + 1)]:
            if 0 <= r < side and 0 <= c < side \
                    and board[c][r] == self.colour:
                count += self._undiscovered_blob_size((r, c), board, visited)
        return count

    def description(self) -> str:
        """Return an explanation of this goal."""
        return f'{colour_name(self.colour)} in one large blob'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={'max-attributes': 15})
