"""CSC148 Assignment 2: Blocky, the tree of blocks that makes up the board."""
from __future__ import annotations
from typing import Optional, Tuple, List
from math import exp
import random
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
        """Change the position of this block to <position> and adapt the
        positions of its descendants.
        """
        self.position = position
        index = 0
        for child in self.children:
            child._update_children_positions(self._children_positions()[index])
            index += 1

    def _fill(self) -> None:
        """Smash this new block by chance, or else choose its colour."""
        if self.level < self.max_depth and \
                random.random() < exp(-0.25 * self.level):
            self.smash()
        else:
            self.colour = COLOUR_LIST[random.randint(0, 3)]

    def smash(self) -> bool:
        """Smash this block and return if that was allowed."""
        if not self.smashable():
            return False
        half = self.size // 2
        self.colour = None
        for place in self._children_positions():
            child = Block(place, half, None, self.level + 1, self.max_depth)
            child._fill()
            self.children.append(child)
        return True

    def swap(self, direction: int) -> bool:
        """Mirror the order of the children, horizontally for 0 and vertically
        for 1. Return if there are any.
        """
        if self.children:
            if direction == 0:
                order = (1, 0, 3, 2)
            else:
                order = (3, 2, 1, 0)
            self.children = [self.children[i] for i in order]
            self._update_children_positions(self.position)
            return True
        return False

    def rotate(self, direction: int) -> bool:
        """Rotate the children, and theirs, and so on, clockwise for 1 and
        counter-clockwise for 3. Return if there are any.
        """
        if self.children:
            for child in self.children:
                child.rotate(direction)
            if direction == 1:
                self.children = [self.children[(i + 1) % 4] for i in range(4)]
            elif direction == 3:
                self.children = [self.children[i - 1] for i in range(4)]
            self._update_children_positions(self.position)
            return True
        return False

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Paint this block with <colour> and return if that was allowed."""
        if self.children or self.level < self.max_depth \
                or self.colour == colour:
            return False
        self.colour = colour
        return True

    def combine(self) -> bool:
        """Combine the children and return if that was allowed."""
        if self.level != self.max_depth - 1 or not self.children:
            return False
        tally = [0, 0, 0, 0]
        for child in self.children:
            tally[COLOUR_LIST.index(child.colour)] += 1
        winner = None
        for i in range(4):
            if all(tally[i] > tally[j] for j in range(4) if j != i):
                winner = COLOUR_LIST[i]
        if winner is None:
            return False
        del self.children[:]
        self.colour = winner
        return True

    def create_copy(self) -> Block:
        """Return a block with equal attributes and copied children."""
        block = Block(self.position, self.size, self.colour, self.level,
                      self.max_depth)
        block.children.extend(child.create_copy() for child in self.children)
        return block
