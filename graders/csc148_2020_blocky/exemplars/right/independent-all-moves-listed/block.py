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
        """Set the position of this block and of all blocks below it."""
        self.position = position
        to_do = [self]
        while to_do:
            block = to_do.pop()
            corners = block._children_positions()
            for i, child in enumerate(block.children):
                child.position = corners[i]
                to_do.append(child)

    def smash(self) -> bool:
        """Smash this block into four random blocks if it is smashable.

        Return whether it was.
        """
        if self.smashable():
            chance = math.exp(-0.25 * self.level)
            self.colour = None
            for corner in self._children_positions():
                child = Block(corner, self._child_size(), None,
                              self.level + 1, self.max_depth)
                self.children.append(child)
                if child.level < child.max_depth and random.random() < chance:
                    child.smash()
                else:
                    child.colour = random.choice(COLOUR_LIST)
            return True
        return False

    def swap(self, direction: int) -> bool:
        """Swap the children horizontally (0) or vertically (1).

        Return False when there are no children.
        """
        if not self.children:
            return False
        c = self.children
        if direction == 0:
            c[0], c[1] = c[1], c[0]
            c[2], c[3] = c[3], c[2]
        elif direction == 1:
            c[0], c[3] = c[3], c[0]
            c[1], c[2] = c[2], c[1]
        self._update_children_positions(self.position)
        return True

    def rotate(self, direction: int) -> bool:
        """Make <direction> quarter turns clockwise with the whole picture.

        Return False when there are no children.
        """
        if not self.children:
            return False
        to_do = [self]
        while to_do:
            block = to_do.pop()
            if block.children:
                for _ in range(direction):
                    block.children.append(block.children.pop(0))
                to_do.extend(block.children)
        self._update_children_positions(self.position)
        return True

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Paint this block if it is a unit cell of another colour.

        Return whether it was painted.
        """
        if not self.children and self.level == self.max_depth:
            if self.colour != colour:
                self.colour = colour
                return True
        return False

    def combine(self) -> bool:
        """Become a leaf of the colour that most of the children have.

        Only for a block right above the unit cells and without a tie, else
        return False.
        """
        if not self.children or self.level + 1 != self.max_depth:
            return False
        counts = []
        for colour in COLOUR_LIST:
            count = 0
            for child in self.children:
                if child.colour == colour:
                    count += 1
            counts.append(count)
        if counts.count(max(counts)) != 1:
            return False
        self.colour = COLOUR_LIST[counts.index(max(counts))]
        self.children.clear()
        return True

    def create_copy(self) -> Block:
        """Return a copy of this tree that shares no block with it."""
        result = Block(self.position, self.size, self.colour, self.level,
                       self.max_depth)
        to_do = [(self, result)]
        while to_do:
            old, new = to_do.pop()
            for child in old.children:
                twin = Block(child.position, child.size, child.colour,
                             child.level, child.max_depth)
                new.children.append(twin)
                to_do.append((child, twin))
        return result


if __name__ == '__main__':
    import doctest
    doctest.testmod()
