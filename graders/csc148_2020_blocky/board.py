"""Boards as plain data: the notation that judge and driver share, and rules that hold of every board.

A *board* is ``{"size": pixels, "max_depth": d, "cells": cells}``, with its root at (0, 0) on level 0. *cells* is an
``int`` for a leaf, the index of its colour in ``COLOUR_LIST``, or a list of four cells for a divided block: upper
right, upper left, lower left, lower right (spec 2).

A *tree* is the full picture of a block, as the driver reports it: a list ``[position, size, colour, level, max_depth,
children]``, where *children* is a list of trees and *colour* an index, ``None``, or ``("colour", value)`` for anything
that is not in ``COLOUR_LIST``. What is broken about a block is a text in the place of what should be there.

A *path* is a list of child indices from the root.

Standard library and Python 3.8 only: this file also runs beside the student's code. It holds no rule of the game.
"""

POSITION, SIZE, COLOUR, LEVEL, MAX_DEPTH, CHILDREN = range(6)
CORNERS = ("upper right", "upper left", "lower left", "lower right")


def child_size(size):
    # type: (int) -> int
    """Return the size of a block's children, as the provided ``Block._child_size`` does."""
    return round(size / 2.0)


def child_places(position, size):
    # type: (tuple, int) -> list
    """Return the positions of the four children of a block, whose children have size *size* (spec 2)."""
    x, y = position
    return [(x + size, y), (x, y), (x, y + size), (x + size, y + size)]


def tree(board):
    # type: (dict) -> list
    """Return the tree that the notation *board* stands for."""
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


def cells_at(board, path):
    # type: (dict, list) -> object
    """Return the cells of the block at *path*."""
    cells = board["cells"]
    for index in path:
        cells = cells[index]
    return cells


def paths(cells):
    # type: (object) -> list
    """Return the paths of all blocks of *cells*, each block before its children."""
    found = [[]]
    if not isinstance(cells, int):
        for index, cell in enumerate(cells):
            found.extend([index, *path] for path in paths(cell))
    return found


def node_at(whole, path):
    # type: (list, list) -> list
    """Return the part of the tree *whole* at *path*."""
    for index in path:
        whole = whole[CHILDREN][index]
    return whole


def replaced(whole, path, node):
    # type: (list, list, list) -> list
    """Return the tree *whole* with *node* at *path*; *whole* stays as it is."""
    if not path:
        return node
    children = list(whole[CHILDREN])
    children[path[0]] = replaced(children[path[0]], path[1:], node)
    return [*whole[:CHILDREN], children]


def where(path):
    # type: (list) -> str
    """Return *path* in words, for messages."""
    if not path:
        return "whole board"
    return " of the ".join(CORNERS[index] + " block" for index in reversed(path)) + " of the board"


def is_tree(value, deepest=8):
    # type: (object, int) -> bool
    """Say whether *value* is a tree all the way down, right or wrong: four or no children, none of them broken."""
    if not isinstance(value, list) or len(value) != 6 or str in map(type, value):
        return False
    children = value[CHILDREN]
    return (
        isinstance(children, list)
        and len(children) in (0, 4)
        and deepest >= 0
        and all(is_tree(child, deepest - 1) for child in children)
    )


def cells_of(value):
    # type: (object) -> object
    """Return the colours in the tree *value* without positions and sizes: its cells, or a text on what is broken.

    A divided block that kept a colour and a leaf without one are fit for no cell, and shown as texts.
    """
    return _cells_of(value) if is_tree(value) else broken(value)


def _cells_of(value):
    # type: (list) -> object
    if value[CHILDREN]:
        inner = [_cells_of(child) for child in value[CHILDREN]]
        return inner if value[COLOUR] is None else "a divided block with a colour"
    return value[COLOUR] if type(value[COLOUR]) is int else "a block of the colour %.80r" % (value[COLOUR],)


def broken(value, deepest=8):
    # type: (object, int) -> str
    """Return what is wrong with a value that is no tree, in words; "" for a tree."""
    names = ("position", "size", "colour", "level", "max_depth", "children")
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or len(value) != 6:
        return "no Block, but %.80r" % (value,)
    for index, part in enumerate(value):
        if isinstance(part, str):
            return "a block whose %s is %s" % (names[index], part)
    children = value[CHILDREN]
    if not isinstance(children, list):
        return "a block whose children are %.80r" % (children,)
    if len(children) not in (0, 4):
        return "a block with %d children" % len(children)
    if deepest < 0:
        return "a block that is far too deep"
    for child in children:
        found = broken(child, deepest - 1)
        if found:
            return found
    return ""


def misfit(value, path=()):
    # type: (object, tuple) -> str
    """Return the first thing in the tree *value* that no well-formed board has (spec 2), in words; "" if none."""
    if not is_tree(value):
        return "There is " + broken(value) + "."
    _position, _size, colour, level, max_depth, children = value
    place = where(list(path))
    if children:
        if colour is not None:
            return "The %s is divided, but has a colour." % place
        if type(level) is not int or type(max_depth) is not int or level >= max_depth:
            return "The %s is divided, though its level is %r and max_depth is %r." % (place, level, max_depth)
        fit = misplaced(value, path)
        if fit:
            return fit
    elif type(colour) is not int:
        shown = "None" if colour is None else "not in COLOUR_LIST"
        return "The %s is not divided, but its colour is %s." % (place, shown)
    for index, child in enumerate(children):
        for name, number, due in (("level", LEVEL, level + 1), ("max_depth", MAX_DEPTH, max_depth)):
            if child[number] != due:
                return "The %s has the %s %r, not %r." % (where([*path, index]), name, child[number], due)
        found = misfit(child, (*path, index))
        if found:
            return found
    return ""


def misplaced(value, path=(), deep=False):
    # type: (list, tuple, bool) -> str
    """Say which child of the tree *value* (*deep*: which block in it) has a wrong size or place; "" if none has."""
    position, size = value[POSITION], value[SIZE]
    if not (type(position) is tuple and len(position) == 2 and all(type(part) in (int, float) for part in position)):
        return "The position of the %s is %r." % (where(list(path)), position)
    if type(size) not in (int, float) or not abs(size) < 1e9:
        return "The size of the %s is %r." % (where(list(path)), size)
    half = child_size(size)
    places = child_places(position, half)
    for index, child in enumerate(value[CHILDREN]):
        for name, number, due in (("size", SIZE, half), ("position", POSITION, places[index])):
            if child[number] != due:
                return "The %s has the %s %r, not %r." % (where([*path, index]), name, child[number], due)
        found = misplaced(child, (*path, index), deep) if deep else ""
        if found:
            return found
    return ""
