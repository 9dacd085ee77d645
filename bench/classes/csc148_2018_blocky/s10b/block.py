"""Blocky: the board, a tree of square blocks."""
import math
import random
from typing import List, Optional, Tuple

from renderer import BLACK, COLOUR_LIST, TEMPTING_TURQUOISE, colour_name

# The colours of the line around the selected block, and around every leaf.
HIGHLIGHT_COLOUR = TEMPTING_TURQUOISE
FRAME_COLOUR = BLACK


class Block:
    """A square of the board: one colour, or divided into four smaller squares.

    A block that is not divided is a leaf of the tree, and a leaf at the
    greatest depth is a unit cell.

    Attributes:
    - position: the upper left corner in pixels, as (x, y). The upper left
      corner of the window is (0, 0); x grows to the right, y grows
      downwards.
    - size: the width and height of this block, in pixels.
    - colour: the colour of a leaf; None for a divided block.
    - level: the number of divisions between the whole board (level 0) and
      this block.
    - max_depth: the deepest level that a block of this board may have.
    - highlighted: whether a player has selected this block.
    - children: the four quarters of a divided block, in the order upper right,
      upper left, lower left, lower right; an empty list for a leaf.
    - parent: the block that this one is a quarter of; None for the board.

    Invariants:
    - it has no children and a colour, or four children and no colour
    - level <= max_depth
    - every child has this block's max_depth, a level one greater and half its
      size, and lies in its own quarter of this block
    """

    position: Tuple[int, int]
    size: int
    colour: Optional[Tuple[int, int, int]]
    level: int
    max_depth: int
    highlighted: bool
    children: List['Block']
    parent: Optional['Block']

    def __init__(self, level: int,
                 colour: Optional[Tuple[int, int, int]] = None,
                 children: Optional[List['Block']] = None) -> None:
        """Make a block by itself: no parent, and not selected by a player.

        It has the children in <children>, or none if that is None. Its place
        in a board is not known yet: position is (0, 0), size and max_depth
        are 0.
        """
        self.level = level
        self.colour = colour
        if children is None:
            self.children = []
        else:
            self.children = children[:]
        self.position = (0, 0)
        self.size = 0
        self.max_depth = 0
        self.highlighted = False
        self.parent = None

    def rectangles_to_draw(self) -> List[Tuple[Tuple[int, int, int],
                                               Tuple[int, int],
                                               Tuple[int, int],
                                               int]]:
        """Return the rectangles for this block and all in it, in any order.

        Each item is a colour, the upper left corner, the width and height,
        and the width of the line; 0 means a filled rectangle. There is

        - for each leaf, a filled rectangle in its colour, and one in
          FRAME_COLOUR with a line of 3;
        - for each highlighted block, leaf or not, one more in
          HIGHLIGHT_COLOUR with a line of 5.
        """
        lst = []
        if len(self.children) == 0:
            # the block itself and its frame
            lst.append((self.colour, self.position, (self.size, self.size), 0))    
            lst.append((FRAME_COLOUR, self.position, (self.size, self.size), 3))
            if self.highlighted == True:
                lst.append((HIGHLIGHT_COLOUR, self.position,
                               (self.size, self.size), 5))
        else:
            if self.highlighted == True:
                lst.append((FRAME_COLOUR, self.position, (self.size, self.size), 3)) 
                lst.append((HIGHLIGHT_COLOUR, self.position, (self.size, self.size), 5))
            for c in self.children:
                lst += c.rectangles_to_draw() 
        return lst

    def swap(self, direction: int) -> None:
        """Swap the halves of this block, if it has children.

        The left and right halves change places if <direction> is 0, the upper
        and lower ones if it is 1. The inside of a child does not change: it is
        neither mirrored nor turned.

        Precondition: direction is 0 or 1
        """
        if len(self.children) == 0:
            return
        if direction == 0:
            self.children[0], self.children[1] = self.children[1], self.children[0]
            self.children[2],self.children[3] = self.children[3], self.children[2]
        elif direction == 1:
            self.children[0], self.children[3] = self.children[3], self.children[0]
            self.children[1], self.children[2] = self.children[2], self.children[1]
        self.update_block_locations(self.position, self.size)

    def rotate(self, direction: int) -> None:
        """Turn this block and everything in it, if it has children.

        A <direction> of 1 is a quarter turn clockwise, a <direction> of 3 a
        quarter turn counter-clockwise. The picture turns as a whole: each
        child that has children turns the same way.

        Precondition: direction is 1 or 3
        """
        if len(self.children) == 0:
            pass
        else:
            for c in self.children:
                c.rotate(direction)
            if direction == 1:
                first = self.children.pop(0)
                self.children.append(first)
            elif direction == 3:
                last = self.children.pop()
                self.children.insert(0, last)
        self.update_block_locations(self.position, self.size)

    def smash(self) -> bool:
        """Give this block four new random children, if that is allowed.

        It is allowed neither for the whole board nor for a unit cell. The old
        children of this block are discarded; the new ones are made like
        blocks of random_init, and may be divided themselves.

        Return whether this block was smashed. If not, nothing has changed.
        """
        if self.level != 0 and self.level < self.max_depth:
            c_list = []
            i = 0
            while i < 4:
                new = random_init(self.level + 1, self.max_depth)
                c_list.append(new)
                i += 1    
            self.children = c_list
            self.update_block_locations(self.position, self.size)
            return True
        else:
            return False

    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Put this block at <top_left>, <size> pixels wide and high.

        Every block in it gets the position and size that follow from that.
        Nothing else changes.
        """
        self.position = top_left
        self.size = size
        if len(self.children) != 0:
            half = size // 2
            x = top_left[0]
            y = top_left[1]
            self.children[0].update_block_locations((x + half, y), half)
            self.children[1].update_block_locations((x, y), half)
            self.children[2].update_block_locations((x, y + half), half)
            self.children[3].update_block_locations((x + half, y + half), half)
            for c in self.children:
                c.parent = self

    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the block of level <level> in this one that is at <location>.

        If the leaf at <location> is less deep than <level>, return that leaf.
        If <location> is not in this block, return the nearest block.

        Precondition: 0 <= level <= max_depth
        """
        if self.level >= level:
            return self
        elif len(self.children) == 0:
            return self
        else:
            for c in self.children:
                x1 = c.position[0]
                y1 = c.position[1]
                x2 = x1 + c.size
                y2 = y1 + c.size
                if x1 <= location[0] <= x2 and y1 <= location[1] <= y2:
                    return c.get_selected_block(location, level)
            return self

    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return the colours of this block as a grid, one for each unit cell.

        The grid is a list of columns, from left to right, and each column is
        a list of colours from top to bottom: cell [0][0] is the upper left
        one. A leaf larger than a unit cell fills all the cells that it
        covers.

        Only colours, levels, max_depth and the order of children matter, not
        the positions of blocks.
        """
        if self.children == []:
            n = 2 ** (self.max_depth - self.level)
            if n == 1:
                return [self.colour]
            lst = []
            for i in range(n):
                lst.append([])
                for j in range(n):
                    lst[i].append(self.colour)
            return lst
        flat = []
        for child in self.children:
            f = child.flatten()
            if self.level + 1 == self.max_depth:
                f = [f]
            flat.append(f)
        lst = []
        for i in range(len(flat[1])):
            lst.append(flat[1][i] + flat[2][i])
        for i in range(len(flat[0])):
            lst.append(flat[0][i] + flat[3][i])
        if self.max_depth > 3 and self.level == 0:
            # swap the middle, otherwise it was wrong    
            lst[7], lst[8] = lst[8], lst[7]
        return lst


def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block of level <level>, with none below <max_depth>.

    A block at a level n that is less than <max_depth> is divided if
    random.random() is less than math.exp(-0.25 * n). A block that is not
    divided gets a random colour from COLOUR_LIST.

    All attributes except position and size are set, in all blocks.

    Precondition: level <= max_depth
    """
    if level == max_depth:  
        b = Block(level, random.choice(COLOUR_LIST))
    elif random.random() < math.exp(-0.25 * level):
        lst = []
        for i in range(4):
            lst.append(random_init(level + 1, max_depth))
        b = Block(level, None, lst)
        for child in b.children:
            child.parent = b
    else:
        b = Block(level, random.choice(COLOUR_LIST))    
    b.max_depth = max_depth
    return b


def attributes_str(b: Block, verbose: bool) -> str:
    """Return attributes of <b> in one line, further ones if <verbose>."""
    text = f'pos={b.position}, size={b.size}, level={b.level}, '
    if verbose:
        text += f'highlighted={b.highlighted}, max_depth={b.max_depth}'
    return text


def print_block(b: Block, verbose: bool = False) -> None:
    """Print <b> and all blocks in it, one per line."""
    print_block_indented(b, 0, verbose)


def print_block_indented(b: Block, indent: int, verbose: bool) -> None:
    """Print <b> and all blocks in it, <b> indented by <indent> steps.

    A block comes before its children, which are indented one step further.
    """
    line = attributes_str(b, verbose)
    if len(b.children) == 0:
        line = f'{colour_name(b.colour)}: {line}'
    print('  ' * indent + line)
    for child in b.children:
        print_block_indented(child, indent + 1, verbose)


if __name__ == '__main__':
    # A demonstration: print three trees.
    print('=== one block ===')
    one = Block(0, COLOUR_LIST[0])
    one.update_block_locations((0, 0), 750)
    print_block(one)

    print('=== a tree made by hand ===')
    corner = Block(1, None, [Block(2, colour) for colour in COLOUR_LIST])
    by_hand = Block(0, None, [Block(1, COLOUR_LIST[1]), corner,
                              Block(1, COLOUR_LIST[0]),
                              Block(1, COLOUR_LIST[3])])
    by_hand.update_block_locations((0, 0), 750)
    print_block(by_hand)

    print('=== a random tree ===')
    by_chance = random_init(0, 3)
    by_chance.update_block_locations((0, 0), 750)
    print_block(by_chance, True)

    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['print_block_indented'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'goal',
            'player', 'renderer', 'math'
        ],
        'max-attributes': 15
    })
