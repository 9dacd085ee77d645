"""Builds blocks from trees, and holds data for stand-ins instead of rules: for the driver, beside the student's code.

Blocks are read alike in every edition, by reading.py. A tree here has no parents and no highlights: each built block
gets the block that encloses it as its parent, and is not highlighted. The parent of a whole board stays as the
submission's constructor set it, or absent, because its own methods and players rely on that.

The stand-ins know no rule of the game. The judge sends their data with the call, in :data:`given`, by name

``shifts``   [method, number, order of the children, whether it also moves the blocks in them] for the four moves
``places``   [path, x, y, size] of every block that a board may have
``cells``    for each column, the path of each unit cell in it
``random``   [level, trees]: blocks of which ``random_init`` returns one by chance for that level
``smashes``  [level, lists of four trees]: new children of a block of that level, if it can be smashed
"""

import random

from . import reading

given = {}
_DEEPEST = 12


def give(**tables):
    """Set the data of stand-ins for this call, and remove all other data."""
    given.clear()
    given.update((name, table) for name, table in tables.items() if table is not None)
    given["turn"] = 0
    if "places" in given:
        given["places"] = {tuple(path): ((x, y), size) for path, x, y, size in given["places"]}


def build(block_class, node, parent=None):
    """Return a new block for a tree: made by the submission's constructor, then every attribute is set (spec 13)."""
    block = _describe(_make(block_class, node), node)
    if parent is not None:
        block.parent = parent
    return block


def renew(block, node):
    """Give *block* new children, and all attributes, by a tree; it stays the same object, with its parent."""
    block.children = [_make(type(block), child) for child in node[5]]
    _describe(block, node)


def _make(block_class, node):
    _position, _size, colour, level, _max_depth, inner = node
    children = [_make(block_class, child) for child in inner] if inner else []
    try:
        block = block_class(level, reading.colour_value(colour), list(children))
    except Exception:  # the constructor has its own checks
        block = block_class.__new__(block_class)
        block.parent = None
    block.children = children
    return block


def _describe(block, node):
    block.position, block.size, colour, block.level, block.max_depth, inner = node
    block.colour, block.highlighted = reading.colour_value(colour), False
    if inner:
        for index, child in enumerate(block.children):
            _describe(child, inner[index]).parent = block
    return block


def parents(root):
    """Return the number of each block's ``parent``, for all blocks level by level, numbered in that order.

    None stands for None, -1 for what is no block of the board. The judge compares with the tree.
    """
    found, numbers = [root], {id(root): 0}
    for number, block in enumerate(found):
        children = getattr(block, "children", None)
        if numbers[id(block)] != number or type(children) is not list or len(found) > _MOST:
            continue  # a block in two places is followed once
        for child in children:
            numbers.setdefault(id(child), len(found))
            found.append(child)
    return [_number(block, numbers) for block in found]


def _number(block, numbers):
    parent = getattr(block, "parent", numbers)
    return None if parent is None else numbers.get(id(parent), -1)


_MOST = 20_000
"""Blocks from which on a board is too large to number."""


def spot(block):
    """Return position and size of *block*; None for an attribute that is missing."""
    return getattr(block, "position", None), getattr(block, "size", None)


def spots(root):
    """Return the `spot` of each block, with what tells its place in the tree: two boards whose blocks lie alike have
    equal spots.
    """
    found = reading.together(root)
    if found is None:
        return [(path, spot(block)) for path, block in reading.every(root)]
    return [(len(block.children), spot(block)) for block in found]


def lit(root):
    """Return the paths of the highlighted blocks."""
    if _is_dark(root):
        return []
    found = []
    for path, block in reading.every(root):
        flag = getattr(block, "highlighted", False)
        if type(flag) is not bool or flag:
            found.append(path)
    return found


def _is_dark(root):
    """Return whether a quick look shows that no block is highlighted."""
    found = reading.together(root)
    try:
        return found is not None and all(block.highlighted is False for block in found)
    except Exception:
        return False


# Functions of stand-ins, which use the given data.


def move(block, method, number):
    """Move the children of *block* by the table of moves."""
    _shift(block, method, number)
    locate(_root(block))


def _shift(block, method, number):
    for known, direction, order, deep in given["shifts"]:
        if (known, direction) == (method, number) and block.children:
            block.children = [block.children[index] for index in order]
            if deep:
                for child in block.children:
                    _shift(child, method, number)


def smash(block, block_class):
    """Give *block* new children if the table of smashes has some; return whether it has."""
    fours = dict(given["smashes"]).get(block.level)
    if not fours:
        return False
    given["turn"] += 1
    found = fours[given["turn"] % len(fours)]
    block.colour = None
    block.children = [build(block_class, child, block) for child in found]
    locate(_root(block))
    return True


def random_block(block_class, level, max_depth):
    """Return one of the judge's blocks, by chance, in the name of ``random_init``. Raises LookupError if it sent none."""
    trees = [tree for tree in dict(given["random"]).get(level, ()) if tree[4] == max_depth]
    if not trees:
        raise LookupError(f"random_init({level}, {max_depth}) is not foreseen here")
    return build(block_class, random.choice(trees))


def locate(root):
    """Set the right position and size of every block of a board."""
    places = given["places"]
    for path, block in reading.every(root):
        block.position, block.size = places[tuple(path)]


def locate_below(block, position, size):
    """Replace ``update_block_locations``; blocks inside follow only if the block's new position and size are right."""
    block.position, block.size = position, size
    places = given["places"]
    found = reading.every(_root(block))
    own = next((path for path, here in found if here is block), None)
    if own is not None and places.get(tuple(own)) == (position, size):
        for path, below in found:
            if path[: len(own)] == own and tuple(path) in places:
                below.position, below.size = places[tuple(path)]


def _root(block):
    for _ in range(_DEEPEST):
        if getattr(block, "parent", None) is None:
            break
        block = block.parent
    return block


def selected(block, location, level):
    """Return the result of ``get_selected_block`` for any location."""
    cells = given["cells"]
    unit = _root(block).size // len(cells)
    x, y = (min(max(int(number) // unit, 0), len(cells) - 1) for number in location)
    found = _root(block)
    for index in cells[x][y]:
        if found.level >= level or not found.children:
            break
        found = found.children[index]
    return found


def flatten(block):
    """Return the colours of the unit cells of *block*, read cell by cell."""
    cells = given["cells"]
    root = _root(block)
    unit = root.size // len(cells)
    (left, top), side = block.position, block.size // unit
    left, top = left // unit, top // unit

    def colour(path):
        here = root
        for index in path:
            if here.children:
                here = here.children[index]
        return here.colour

    return [
        [colour(path) for path in column[top : top + side]] for column in cells[left : left + side]
    ]
