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

    def _shift(self, dx: int, dy: int) -> None:
        """Move this block and what is in it by <dx> and <dy> pixels."""
        self.position = (self.position[0] + dx, self.position[1] + dy)
        for child in self.children:
            child._shift(dx, dy)

    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Put this block at <position>, the inside moves by as much.
        """
        self._shift(position[0] - self.position[0],
                    position[1] - self.position[1])

    def _arrange(self, order: List[int]) -> None:
        """Put the children into <order> and each into its quarter."""
        corners = self._children_positions()
        self.children = [self.children[i] for i in order]
        for child, corner in zip(self.children, corners):
            child._update_children_positions(corner)

    def smash(self) -> bool:
        """Smash this block and return True, False if that cannot be done.

        One random number decides about the new children.
        """
        if not self.smashable():
            return False
        for position in self._children_positions():
            n = random.randrange(len(COLOUR_LIST))
            self.children.append(Block(position, self._child_size(),
                                       COLOUR_LIST[n], self.level + 1,
                                       self.max_depth))
        self.colour = None
        if random.random() <= math.exp(-0.25 * (self.level + 1)):
            for child in self.children:
                child.smash()
        return True

    def swap(self, direction: int) -> bool:
        """Swap left with right if <direction> is 0, top with bottom if 1.

        Return False for a block without children.
        """
        if len(self.children) != 4:
            return False
        if direction == 0:
            self._arrange([1, 0, 3, 2])
        if direction == 1:
            self._arrange([3, 2, 1, 0])
        return True

    def rotate(self, direction: int) -> bool:
        """Rotate this block and all in it, clockwise for 1, else the other
        way round. Return False for a block without children.
        """
        if len(self.children) != 4:
            return False
        if direction == 1:
            self._arrange([1, 2, 3, 0])
        else:
            self._arrange([3, 0, 1, 2])
        for child in self.children:
            child.rotate(direction)
        return True

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Change the colour of a smallest block to <colour>.

        Return False if it is not a smallest block or has it already.
        """
        can_paint = self.level == self.max_depth and colour != self.colour
        if can_paint:
            self.colour = colour
        return can_paint

    def combine(self) -> bool:
        """Combine four smallest blocks into one of their main colour.

        Return False if there is no main colour or nothing to combine.
        """
        if len(self.children) != 4 or self.level != self.max_depth - 1:
            return False
        colours = [child.colour for child in self.children]
        first = sorted(colours, key=colours.count)[-1]
        # every other colour must be rarer than the first one
        for colour in colours:
            if colour != first and \
                    colours.count(colour) == colours.count(first):
                return False
        self.children = []
        self.colour = first
        return True

    def create_copy(self) -> Block:
        """Return a deep copy of this block."""
        other = Block(self.position, self.size, self.colour, self.level,
                      self.max_depth)
        other.children = [child.create_copy() for child in self.children]
        return other


if __name__ == '__main__':
    b = generate_board(2, 750)
    print(b)
