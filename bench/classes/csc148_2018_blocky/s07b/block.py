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
        self.position = (0, 0)
        self.size = 750
        self.colour = colour
        self.level = level
        self.max_depth = 5
        self.highlighted = False
        self.parent = None
        if children is None:
            self.children = []
        else:
            self.children = children
            for child in self.children:
                child.parent = self    
                child.max_depth = self.max_depth

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
        if self.children == []:
            lst = [(self.colour, self.position, (self.size, self.size), 0), (FRAME_COLOUR, self.position, (self.size, self.size), 3)]    
        else:
            lst = []
            for child in self.children:
                for rect in child.rectangles_to_draw():
                    lst.append(rect)
        if self.highlighted:    
            lst.append((HIGHLIGHT_COLOUR,self.position, (self.size, self.size), 5))
        return lst    

    def swap(self, direction: int) -> None:
        """Swap the halves of this block, if it has children.

        The left and right halves change places if <direction> is 0, the upper
        and lower ones if it is 1. The inside of a child does not change: it is
        neither mirrored nor turned.

        Precondition: direction is 0 or 1
        """
        if self.children != []:  
            children = self.children
            if direction == 0:
                self.children = [children[1], children[0], children[3], children[2]]
            else:
                self.children = [children[3], children[2], children[1], children[0]]
            self.update_block_locations(self.position, self.size)  

    def rotate(self, direction: int) -> None:
        """Turn this block and everything in it, if it has children.

        A <direction> of 1 is a quarter turn clockwise, a <direction> of 3 a
        quarter turn counter-clockwise. The picture turns as a whole: each
        child that has children turns the same way.

        Precondition: direction is 1 or 3
        """
        if self.children == []:
            return None
        if direction == 1:
            # clockwise
            last = self.children.pop()
            self.children = [last] + self.children
        if direction == 3:
            first = self.children.pop(0)
            self.children = self.children + [first]
        for i in range(4):
            self.children[i].rotate(direction)
        self.update_block_locations(self.position, self.size)

    def smash(self) -> bool:
        """Give this block four new random children, if that is allowed.

        It is allowed neither for the whole board nor for a unit cell. The old
        children of this block are discarded; the new ones are made like
        blocks of random_init, and may be divided themselves.

        Return whether this block was smashed. If not, nothing has changed.
        """
        if self.level==0 or self.level == self.max_depth:
            return False
        self.children = []  
        for _ in range(4):
            child = random_init(self.level + 1, self.max_depth)
            child.parent = self
            self.children.append(child)
        self.update_block_locations(self.position, self.size)
        return True

    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Put this block at <top_left>, <size> pixels wide and high.

        Every block in it gets the position and size that follow from that.
        Nothing else changes.
        """
        self.position = top_left
        self.size = size
        if self.children != []:
            x, y = top_left
            half = round(size / 2)
            corners = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
            for i in range(4):
                self.children[i].update_block_locations(corners[i], half)

    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the block of level <level> in this one that is at <location>.

        If the leaf at <location> is less deep than <level>, return that leaf.
        If <location> is not in this block, return the nearest block.

        Precondition: 0 <= level <= max_depth
        """
        if self.children == [] or self.level == level:
            return self
        middle_x = self.children[0].position[0]
        middle_y = self.children[2].position[1]
        if location[1] < middle_y:
            if location[0] < middle_x:
                return self.children[1].get_selected_block(location, level)
            return self.children[0].get_selected_block(location, level)
        if location[0] < middle_x:
            return self.children[2].get_selected_block(location, level)
        return self.children[3].get_selected_block(location, level)

    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return the colours of this block as a grid, one for each unit cell.

        The grid is a list of columns, from left to right, and each column is
        a list of colours from top to bottom: cell [0][0] is the upper left
        one. A leaf larger than a unit cell fills all the cells that it
        covers.

        Only colours, levels, max_depth and the order of children matter, not
        the positions of blocks.
        """
        n = 2 ** self.max_depth
        step = self.size / n    
        grid = [[None] * n for i in range(n)]  
        for leaf in self.get_leaves():
            x = int((leaf.position[0] - self.position[0]) / step + 0.5)
            y = int((leaf.position[1] - self.position[1]) / step + 0.5)
            k = int(leaf.size / step + 0.5)
            for i in range(k):
                for j in range(k):
                    if y + j < n and x + i < n:
                        grid[y + j][x + i] = leaf.colour    
        return grid

    def get_leaves(self):
        if self.children == []:
            return [self]
        leaves = []
        for child in self.children:
            leaves = leaves + child.get_leaves()
        return leaves


def random_init(level: int, max_depth: int) -> 'Block':
    """Return a random block of level <level>, with none below <max_depth>.

    A block at a level n that is less than <max_depth> is divided if
    random.random() is less than math.exp(-0.25 * n). A block that is not
    divided gets a random colour from COLOUR_LIST.

    All attributes except position and size are set, in all blocks.

    Precondition: level <= max_depth
    """
    block = Block(level)
    block.max_depth = max_depth
    if level < max_depth and random.random() < math.exp(-0.25 * level):
        for _ in range(4):  
            child = random_init(level + 1, max_depth)
            child.parent = block  
            block.children.append(child)
    else:
        block.colour = COLOUR_LIST[random.randint(0, len(COLOUR_LIST) - 1)]
    return block


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
