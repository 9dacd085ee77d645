"""Blocky: the board, a tree of square blocks."""
from __future__ import annotations

import math
import random
from typing import List, Optional, Tuple

from settings import COLOUR_LIST, colour_name


def generate_board(max_depth: int, size: int) -> Block:
    """Return a random board, <size> pixels wide and high.

    Its root lies at (0, 0) and is divided at least once. No block of it is
    deeper than <max_depth>.

    Precondition: max_depth >= 1 and size > 0
    """
    board = Block((0, 0), size, random.choice(COLOUR_LIST), 0, max_depth)
    board.smash()
    return board


class Block:
    """A square of the board: one colour, or divided into four smaller squares.

    A block that is not divided is a leaf of the tree, and a leaf at the
    greatest depth is a unit cell.

    Attributes:
    - position: the upper left corner in pixels, as (x, y). The x axis points
      right, the y axis points down.
    - size: the width and height of this block, in pixels.
    - colour: the colour of a leaf; None for a divided block.
    - level: the number of divisions between the whole board (level 0) and
      this block.
    - max_depth: the deepest level that a block of this board may have.
    - children: the four quarters of a divided block, in the order upper right,
      upper left, lower left, lower right; an empty list for a leaf.

    Invariants:
    - it has no children and a colour, or four children and no colour
    - level <= max_depth
    - every child has this block's max_depth, a level one greater, the size
      _child_size(), and the position that _children_positions() gives it
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
        """Make a block without children.

        Precondition: neither coordinate of <position> is negative, size > 0,
        and 0 <= level <= max_depth
        """
        self.position = position
        self.size = size
        self.colour = colour
        self.level = level
        self.max_depth = max_depth
        self.children = []

    def __str__(self) -> str:
        """Return this block and all blocks in it, one to a line.

        A block is indented by one tab for each level and comes before its
        children.

        >>> print(Block((0, 0), 8, COLOUR_LIST[1], 0, 2), end='')
        Leaf: colour=Real Red, pos=(0, 0), size=8, level=0
        """
        indent = '\t' * self.level
        if not self.children:
            return (f'{indent}Leaf: colour={colour_name(self.colour)}, '
                    f'pos={self.position}, size={self.size}, '
                    f'level={self.level}\n')

        own_line = (f'{indent}Parent: pos={self.position},'
                    f'size={self.size}, level={self.level}\n')
        return own_line + ''.join(str(child) for child in self.children)

    def __eq__(self, other: Block) -> bool:
        """Return whether this block and <other> look the same.

        Two leaves look the same if all their attributes are equal, two divided
        blocks if each child of one equals the child of the other at its index.
        """
        if not self.children and not other.children:
            return (self.position == other.position
                    and self.size == other.size
                    and self.colour == other.colour
                    and self.level == other.level
                    and self.max_depth == other.max_depth)
        return self.children == other.children

    def _child_size(self) -> int:
        """Return the size of a child of this block, in pixels.

        >>> Block((0, 0), 750, COLOUR_LIST[0], 0, 1)._child_size()
        375
        """
        return round(self.size / 2.0)

    def _children_positions(self) -> List[Tuple[int, int]]:
        """Return the positions for the children of this block, in order.

        The result does not depend on whether this block has children.

        >>> Block((4, 0), 8, COLOUR_LIST[0], 0, 1)._children_positions()
        [(8, 0), (4, 0), (4, 4), (8, 4)]
        """
        x, y = self.position
        size = self._child_size()
        return [(x + size, y), (x, y), (x, y + size), (x + size, y + size)]

    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block, with everything in it, to <position>.

        Sizes, colours and the order of children do not change.
        """
        self.position = position
        if self._has_kids():
            self._set_positions()

    def _has_kids(self) -> bool:
        """Return whether this block has children."""
        return len(self.children) > 0

    def _set_positions(self) -> None:
        """Move every child to where it has to be."""
        for child, position in zip(self.children, self._children_positions()):
            child._update_children_positions(position)

    def _sort(self, order: List[int]) -> None:
        """Put the children into the given <order> of their old indexes."""
        self.children = [self.children[index] for index in order]

    def smashable(self) -> bool:
        """Return whether this block can be smashed.

        Only a leaf that is not a unit cell can be smashed.
        """
        return not self.children and self.level != self.max_depth

    def smash(self) -> bool:
        """Divide this block into four random children, if it is smashable.

        Chance decides whether a child is divided in turn: a child at a level
        n that is less than max_depth is divided if random.random() is less
        than math.exp(-0.25 * n). A child that is not divided gets a random
        colour from COLOUR_LIST.

        Return whether this block was smashed. If not, it is unchanged.
        """
        if not self.smashable():
            return False
        self._add_kids()    
        for child in self.children:
            if child.smashable() and child._chance():
                child.smash()
        return True

    def _add_kids(self) -> None:
        """Make four coloured children for this block."""
        self.colour = None
        size = self._child_size()
        level = self.level + 1
        for position in self._children_positions(): 
            colour = COLOUR_LIST[random.randrange(4)]
            self.children.append(
                Block(position, size, colour, level, self.max_depth))

    def _chance(self) -> bool:
        """Return whether chance says that this block is to be divided."""
        return random.random() < math.exp(-0.25 * self.level)

    def swap(self, direction: int) -> bool:
        """Swap the halves of this block, if it has children.

        The left and right children change places if <direction> is 0, the
        upper and lower ones if it is 1. The inside of a child does not
        change: it is neither mirrored nor turned.

        Return whether the halves were swapped. If not, nothing has changed.

        Precondition: direction is 0 or 1
        """
        if not self._has_kids():
            return False
        if direction == 0:
            self._sort([1, 0, 3, 2])  
        else:
            self._sort([3,2, 1, 0])
        self._set_positions()
        return True

    def rotate(self, direction: int) -> bool:
        """Turn this block and everything in it, if it has children.

        A <direction> of 1 is a quarter turn clockwise, a <direction> of 3 a
        quarter turn counter-clockwise. The picture turns as a whole: each
        child that has children turns the same way.

        Return whether this block was turned. If not, nothing has changed.

        Precondition: direction is 1 or 3
        """
        if not self._has_kids():
            return False
        self._rotation(direction)
        self._set_positions()
        return True

    def _rotation(self, direction: int) -> None: 
        """Turn the children of this block, and theirs, without moving them."""
        if not self._has_kids():
            return
        if direction == 1:
            self._sort([1, 2, 3, 0])
        else:
            self._sort([3, 0, 1, 2])
        for child in self.children:
            child._rotation(direction)

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Give this block the colour <colour>, if it is a unit cell.

        A unit cell that already has that colour is not painted.

        Return whether the colour of this block changed.
        """
        can_paint = self.level == self.max_depth and self.colour != colour
        if can_paint:
            self.colour = colour
        return can_paint

    def combine(self) -> bool:
        """Make this block a leaf of its children's most frequent colour.

        Only a block whose children are unit cells can be combined, and only
        if one colour occurs among them more often than every other colour.

        Return whether this block was combined. If not, nothing has changed.
        """
        if not self._has_kids() or self.level + 1 != self.max_depth:
            return False
        winner = self._common()
        if winner is None:
            return False
        self.children.clear()
        self.colour = winner
        return True

    def _common(self) -> Optional[Tuple[int, int, int]]:
        """Return the colour that most of the children have."""
        colours=[child.colour for child in self.children]
        for colour in COLOUR_LIST:
            # a majority is more than half
            if colours.count(colour) > 2:
                return colour
        return None

    def create_copy(self) -> Block:
        """Return a new block that equals this one in every attribute.

        The copy includes all descendants: it shares no block and no list of
        children with this block.
        """
        result = Block(self.position, self.size, self.colour, self.level,
                     self.max_depth)
        result.children = [child.create_copy() for child in self.children]
        return result


if __name__ == '__main__':
    import doctest
    doctest.testmod()

    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', '__future__', 'math',
            'settings'
        ],
        'max-attributes': 15,
        'max-args': 6
    })
