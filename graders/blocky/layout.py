"""Positions and sizes of blocks, and the other invariants of a well-formed board. See board.py for boards and trees.

Standard library and Python 3.8 only: if the course publishes these rules, this file also runs beside the student's
code.
"""

from .board import (
    CHILDREN,
    LEVEL,
    MAX_DEPTH,
    POSITION,
    SIZE,
    broken,
    is_tree,
    quoted,
    where,
)


def child_size(size):
    # type: (int) -> int
    """Return the size of a block's children; half of an odd size is rounded to the nearest even number."""
    return round(size / 2.0)


def child_places(position, size):
    # type: (tuple, int) -> list
    """Return the positions of a block's four children; *position* is the block's, *size* that of a child."""
    x, y = position
    return [(x + size, y), (x, y), (x, y + size), (x + size, y + size)]


def tree(board):
    # type: (dict) -> list
    """Return the tree of *board*, which is in notation."""
    return _tree(board["cells"], (0, 0), board["size"], 0, board["max_depth"])


def _tree(cells, position, size, level, max_depth):
    if isinstance(cells, int):
        return [position, size, cells, level, max_depth, []]
    half = child_size(size)
    children = [
        _tree(cells[index], place, half, level + 1, max_depth)
        for index, place in enumerate(child_places(position, half))
    ]
    return [position, size, None, level, max_depth, children]


def misfit(value, path=()):
    # type: (object, tuple) -> str
    """Return the first fault by which the tree *value* is not well-formed, as a sentence; "" if there is none."""
    if not is_tree(value):
        return "There is " + broken(value) + "."
    _position, _size, colour, level, max_depth, children = value
    place = where(list(path))
    if children:
        if colour is not None:
            return "The %s is divided, but has a colour." % place
        if type(level) is not int or type(max_depth) is not int or level >= max_depth:
            return "The %s is divided, though its level is %s and max_depth is %s." % (
                place,
                quoted(level),
                quoted(max_depth),
            )
        fit = misplaced(value, path)
        if fit:
            return fit
    elif type(colour) is not int:
        shown = "None" if colour is None else "not in COLOUR_LIST"
        return "The %s is not divided, but its colour is %s." % (place, shown)
    for index, child in enumerate(children):
        for name, number, due in (("level", LEVEL, level + 1), ("max_depth", MAX_DEPTH, max_depth)):
            if child[number] != due:
                return "The %s has the %s %s, not %s." % (
                    where([*path, index]),
                    name,
                    quoted(child[number]),
                    quoted(due),
                )
        found = misfit(child, (*path, index))
        if found:
            return found
    return ""


def misplaced(value, path=(), deep=False):
    # type: (list, tuple, bool) -> str
    """Return a sentence on the first child of the tree *value* with a wrong size or position; "" if there is none.

    deep: look at all blocks of the tree, not only at its children.
    """
    position, size = value[POSITION], value[SIZE]
    if not (
        type(position) is tuple
        and len(position) == 2
        and all(type(part) in (int, float) for part in position)
    ):
        return "The position of the %s is %s." % (where(list(path)), quoted(position))
    if type(size) not in (int, float) or not abs(size) < 1e9:
        return "The size of the %s is %s." % (where(list(path)), quoted(size))
    half = child_size(size)
    places = child_places(position, half)
    for index, child in enumerate(value[CHILDREN]):
        for name, number, due in (("size", SIZE, half), ("position", POSITION, places[index])):
            if child[number] != due:
                return "The %s has the %s %s, not %s." % (
                    where([*path, index]),
                    name,
                    quoted(child[number], size, half, places),
                    quoted(due, due),
                )
        found = misplaced(child, (*path, index), deep) if deep else ""
        if found:
            return found
    return ""
