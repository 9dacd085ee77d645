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
        """Return whether this block and <other> are the same.

        No block is the same as None.
        """
        if other is None:
            return False
        if len(self.children) != len(other.children):
            return False
        if len(self.children) == 0:
            return (self.position, self.size, self.colour, self.level,
                    self.max_depth) == \
                (other.position, other.size, other.colour, other.level,
                 other.max_depth)
        return all(self.children[i] == other.children[i] for i in range(4))

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
        """Give this block a new position and update the ones below it."""
        self.position = position
        if len(self.children) == 4:
            upper_right, upper_left, lower_left, lower_right = self.children
            places = self._children_positions()
            upper_right._update_children_positions(places[0])
            upper_left._update_children_positions(places[1])
            lower_left._update_children_positions(places[2])
            lower_right._update_children_positions(places[3])

    def smash(self) -> bool:
        """Break a leaf that is not a unit cell into random pieces.

        Return True if it was broken.
        """
        if not self.smashable():
            return False
        self.colour = None
        self.children = [Block(place, self._child_size(),
                               random.choice(COLOUR_LIST), self.level + 1,
                               self.max_depth)
                         for place in self._children_positions()]
        for child in self.children:
            if random.random() < math.exp(-0.25 * self.level):
                child.smash()
        return True

    def _take_children(self, source: Block, order: List[int]) -> None:
        """Replace the children by copies of the ones of <source>, taken in
        <order>, and put them in their places.
        """
        self.children = [source.children[i].create_copy() for i in order]
        self._update_children_positions(self.position)

    def swap(self, direction: int) -> bool:
        """Swap the halves of this block, left and right for 0, top and
        bottom for 1. Return True if it has children.
        """
        if len(self.children) == 0:
            return False
        before = self.create_copy()
        if direction == 0:
            self._take_children(before, [1, 0, 3, 2])
        else:
            self._take_children(before, [3, 2, 1, 0])
        return True

    def rotate(self, direction: int) -> bool:
        """Rotate this block, 1 is clockwise, 3 is counter-clockwise.

        Return True if it has children.
        """
        if len(self.children) == 0:
            return False
        before = self.create_copy()
        if direction == 1:
            self._take_children(before, [1, 2, 3, 0])
        else:
            self._take_children(before, [3, 0, 1, 2])
        for child in self.children:
            child.rotate(direction)
        return True

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Paint a unit cell. Return True if that makes a difference."""
        if self.level == self.max_depth:
            if self.colour == colour:
                return False
            self.colour = colour
            return True
        return False

    def _is_combinable(self) -> bool:
        """Return whether the children are unit cells."""
        return len(self.children) == 4 and \
            self.level == self.max_depth - 1

    def combine(self) -> bool:
        """Turn into a leaf of the most frequent colour of the children.

        Return True if there is exactly one such colour.
        """
        if not self._is_combinable():
            return False
        amounts = {}
        for child in self.children:
            amounts[child.colour] = amounts.get(child.colour, 0) + 1
        ranking = sorted(amounts.items(), key=lambda item: item[1])
        if len(ranking) > 1 and ranking[-1][1] == ranking[-2][1]:
            return False
        self.colour, self.children = ranking[-1][0], []
        return True

    def create_copy(self) -> Block:
        """Return an independent copy of this block."""
        copy = Block(self.position, self.size, self.colour, self.level,
                     self.max_depth)
        if len(self.children) > 0:
            copy.children = list(map(Block.create_copy, self.children))
        return copy


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={'max-attributes': 15, 'max-args': 6})
