"""CSC148 Assignment 2: Blocky, the tree of blocks that makes up the board."""
from __future__ import annotations
from typing import Optional, Tuple, List
import random
import math
from settings import colour_name, COLOUR_LIST


def generate_board(max_depth: int, size: int) -> Block:
    """Return a random board of side <size> whose blocks go down to at most
    <max_depth>.
    """
    root = Block((0, 0), size, random.choice(COLOUR_LIST), 0, max_depth)
    root.smash()
    return root


class Block:
    """A square of the game board: one colour, or four smaller squares.

    === Public Attributes ===
    position: upper left corner, in pixels, as (x, y)
    size: side length in pixels
    colour: the colour of a leaf, None when there are children
    level: depth of this block in the whole board, 0 for the board itself
    max_depth: the deepest level allowed on this board
    children: the blocks inside, in the order upper right, upper left,
        lower left, lower right; empty for a leaf

    === Representation Invariants ===
    - there are 0 or 4 children
    - colour is None exactly when there are children
    - the children have half the size, one level more, the same max_depth,
      and cover the four quarters of this block
    - level <= max_depth
    """
    position: Tuple[int, int]
    size: int
    colour: Optional[Tuple[int, int, int]]
    level: int
    max_depth: int
    children: List[Block]

    def __init__(self, position: Tuple[int, int], size: int,
                 colour: Optional[Tuple[int, int, int]], level: int,
                 max_depth: int) -> None:
        """Make a block that has no children yet."""
        self.position = position
        self.size = size
        self.colour = colour
        self.level = level
        self.max_depth = max_depth
        self.children = []

    def __str__(self) -> str:
        """Return one line per block of this tree, indented by level."""
        tabs = '\t' * self.level
        if len(self.children) == 0:
            return (f'{tabs}Leaf: colour={colour_name(self.colour)}, '
                    f'pos={self.position}, size={self.size}, '
                    f'level={self.level}\n')
        text = (f'{tabs}Parent: pos={self.position},size={self.size}, '
                f'level={self.level}\n')
        for child in self.children:
            text += str(child)
        return text

    def __eq__(self, other: Block) -> bool:
        """Return whether the leaves of both trees are all the same."""
        if len(self.children) == 0 and len(other.children) == 0:
            return (self.position == other.position
                    and self.size == other.size
                    and self.colour == other.colour
                    and self.level == other.level
                    and self.max_depth == other.max_depth)
        if len(self.children) != len(other.children):
            return False
        for mine, theirs in zip(self.children, other.children):
            if not mine == theirs:
                return False
        return True

    def _child_size(self) -> int:
        """Return the size that a child of this block has."""
        return round(self.size / 2.0)

    def _children_positions(self) -> List[Tuple[int, int]]:
        """Return the corners of the four quarters, in the order of children.
        """
        x, y = self.position
        half = self._child_size()
        return [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]

    def smashable(self) -> bool:
        """Return whether this block may be smashed."""
        return self.level != self.max_depth and len(self.children) == 0

    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block to <position>, and everything inside it along.
        """
        self.position = position
        positions = self._children_positions()
        for i in range(len(self.children)):
            self.children[i]._update_children_positions(positions[i])

    def smash(self) -> bool:
        """Divide this block into four, at random also further down.

        Return True if that was possible.
        """
        if not self.smashable():
            return False
        size = self._child_size()
        self.colour = None
        for position in self._children_positions():
            colour = COLOUR_LIST[random.randint(0, len(COLOUR_LIST) - 1)]
            child = Block(position, size, colour, self.level + 1,
                          self.max_depth)
            self.children.append(child)
            if child.smashable() and \
                    random.random() < math.exp(-0.25 * child.level):
                child.smash()
        return True

    def swap(self, direction: int) -> bool:
        """Exchange the children left and right (0) or top and bottom (1).

        Return True if there was something to exchange.
        """
        if self.children == []:
            return False
        zero, one, two, three = self.children
        if direction == 0:
            self.children = [one, zero, three, two]
        else:
            self.children = [three, two, one, zero]
        self._update_children_positions(self.position)
        return True

    def rotate(self, direction: int) -> bool:
        """Turn this block clockwise (1) or counter-clockwise (3).

        Return True if it has children to turn.
        """
        if self.children == []:
            return False
        if direction == 1:
            self.children = self.children[1:] + self.children[:1]
        elif direction == 3:
            self.children = self.children[3:] + self.children[:3]
        for child in self.children:
            child.rotate(direction)
        self._update_children_positions(self.position)
        return True

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Give a unit cell a new colour, return True if it changed."""
        if self.level != self.max_depth or self.colour == colour:
            return False
        self.colour = colour
        return True

    def combine(self) -> bool:
        """Merge four unit cells into one block of their most common colour.

        Return False, and change nothing, when there is no such colour.
        """
        if self.level != self.max_depth - 1 or self.children == []:
            return False
        counts = {}
        for child in self.children:
            if child.colour not in counts:
                counts[child.colour] = 0
            counts[child.colour] += 1
        most = max(counts.values())
        winners = [colour for colour in counts if counts[colour] == most]
        if len(winners) > 1:
            return False
        self.colour = winners[0]
        self.children = []
        return True

    def create_copy(self) -> Block:
        """Return a new tree just like this one."""
        copy = Block(self.position, self.size, self.colour, self.level,
                     self.max_depth)
        for child in self.children:
            copy.children.append(child.create_copy())
        return copy


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', '__future__', 'math',
            'settings'
        ],
        'max-attributes': 15,
        'max-args': 6
    })

    board = generate_board(3, 750)
    print(board)
