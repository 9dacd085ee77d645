"""Boards as plain data: the notation that judge and driver share.

A *board* is ``{"size": pixels, "max_depth": d, "cells": cells}``, with its root at (0, 0) on level 0. *cells* is an
``int`` for a leaf, the index of its colour in the assignment's list, or a list of four cells for a divided block: upper
right, upper left, lower left, lower right (the same in every edition).

A *tree* is the full picture of a block, as the driver reports it: a list ``[position, size, colour, level, max_depth,
children]``. *children* is a list of trees; *colour* is an index, ``None``, or ``("colour", value)`` for a value that is
not in that list. A text instead of a tree or of one of its parts describes a fault of the block.

A *path* is a list of child indices from the root.

Standard library and Python 3.8 only: this file also runs beside the student's code. It holds no rule of the game;
layout.py computes the positions of blocks.
"""

POSITION, SIZE, COLOUR, LEVEL, MAX_DEPTH, CHILDREN = range(6)
CORNERS = ("upper right", "upper left", "lower left", "lower right")
DEEPEST = 8
"""Levels that a tree may have below its root; one with more is broken."""


KINDS = ("NoneType", "bool", "bytes", "complex", "dict", "float", "frozenset", "function", "generator", "int", "list",
         "method", "range", "set", "str", "tuple", "type")  # fmt: skip
"""Python's own types that a report names. The name of any other class could be a message of the program."""
ABSENT, TEXT, TWICE, TOO_DEEP = (
    "not there",
    "a text",
    "a block that is in two places at once",
    "a block that is far too deep",
)
NULLS = ("null", "null instead of a block")
"""The words of the driver of the edition in Java for missing children, and for a missing block."""
LARGEST = 10_000
"""Positions and sizes that a check has are smaller."""


def kind_text(name):
    # type: (object) -> str
    """Return the words for an object of the type *name*, one of KINDS; of another class for None."""
    return "an object of type %s" % name if name in KINDS else "an object of another class"


def no_block(name):
    # type: (object) -> str
    """Return the words for an object that is no block; *name* as for :func:`kind_text`."""
    return "%s where a Block is expected" % ("None" if name == "NoneType" else kind_text(name))


TEXTS = frozenset(
    [ABSENT, TEXT, TWICE, TOO_DEEP, *NULLS, kind_text(None), no_block(None)]
    + ["a " + name for name in KINDS]
    + [text(name) for name in KINDS for text in (kind_text, no_block)]
)
"""All texts of reading.py and Blocks.java about a fault. No other text of a report is repeated in a message."""


def quoted(value, *due):
    # type: (object, *object) -> str
    """Return *value* for a message if all its numbers are small, or near one of *due*; otherwise words for it.

    A program can put the board of a hidden check in its values, as digits, and students may see the message of such a
    check. So only numbers that the check itself knows are repeated, with the usual mistakes.
    """
    near = SMALL.union(*map(_near, due))
    if _is_known(value, near):
        return "%.80r" % (value,)
    if isinstance(value, (int, float)):
        return "another number"
    return "other numbers" if isinstance(value, tuple) else "another value"


SMALL = frozenset(range(-1, 17)) | {255}
"""Numbers that are always repeated: levels, and parts of common colours."""


def _near(due):
    # type: (object) -> set
    """Return the numbers in *due*, with another sign, doubled or halved, and those one beside."""
    if isinstance(due, (list, tuple)):
        return set().union(*map(_near, due))
    if type(due) not in (int, float) or not abs(due) < LARGEST:
        return set()
    return {due * factor + more for factor in (-1, 0.5, 1, 2) for more in (-1, 0, 1)}


def _is_known(value, near):
    # type: (object, set) -> bool
    if isinstance(value, tuple):
        return len(value) <= 3 and all(_is_known(part, near) for part in value)
    return value is None or (type(value) in (bool, int, float) and value in near)


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
    """Return a copy of the tree *whole* with *node* at *path*; *whole* is not changed."""
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


def is_tree(value, deepest=DEEPEST):
    # type: (object, int) -> bool
    """Return whether *value* is a tree at every level: four children or none, no broken part; values may be wrong."""
    if not isinstance(value, list) or len(value) != 6 or str in map(type, value) or deepest < 0:
        return False
    children = value[CHILDREN]
    if not isinstance(children, list):
        return False
    if not children:
        return True
    if len(children) != 4:
        return False
    first, second, third, fourth = children
    deepest -= 1
    return (
        is_tree(first, deepest)
        and is_tree(second, deepest)
        and is_tree(third, deepest)
        and is_tree(fourth, deepest)
    )


def cells_of(value):
    # type: (object) -> object
    """Return the cells of the tree *value*: its colours without positions and sizes. Return a text if it is broken.

    A divided block with a colour and a leaf without one are no cells; texts replace them.
    """
    return _cells_of(value) if is_tree(value) else broken(value)


def _cells_of(value):
    # type: (list) -> object
    if value[CHILDREN]:
        inner = [_cells_of(child) for child in value[CHILDREN]]
        return inner if value[COLOUR] is None else "a divided block with a colour"
    if value[COLOUR] is None:
        return "a block without a colour"
    return (
        value[COLOUR]
        if type(value[COLOUR]) is int
        else "a block of the colour %s" % _colour(value[COLOUR])
    )


def _colour(value):
    # type: (object) -> str
    is_unknown = isinstance(value, tuple) and len(value) == 2 and value[0] == "colour"
    return quoted(value[1] if is_unknown else value)


def broken(value, deepest=DEEPEST):
    # type: (object, int) -> str
    """Return the fault of a value that is no tree, in words; "" for a tree."""
    return _broken(value, deepest, ())[0]


def broken_at(value, path):
    # type: (object, tuple) -> str
    """Return the same for a part of a board at *path*, with the place of the fault."""
    found, place = _broken(value, DEEPEST, path)
    return "%s: the %s" % (found, where(list(place))) if found and place else found


def _broken(value, deepest, path):
    # type: (object, int, tuple) -> tuple
    """Return the first fault of a tree in words, "" for none, and its place."""
    found = _fault_of_node(value, deepest)
    if found:
        return found, path
    for index, child in enumerate(value[CHILDREN]):
        found, place = _broken(child, deepest - 1, (*path, index))
        if found:
            return found, place
    return "", path


def _fault_of_node(value, deepest):
    # type: (object, int) -> str
    names = ("position", "size", "colour", "level", "max_depth", "children")
    if isinstance(value, str):
        return value if value in TEXTS else "no Block"
    if not isinstance(value, list) or len(value) != 6:
        return "no Block, but %s" % quoted(value)
    for index, part in enumerate(value):
        if isinstance(part, str):
            return "a block whose %s is %s" % (names[index], part if part in TEXTS else TEXT)
    children = value[CHILDREN]
    if not isinstance(children, list):
        return "a block whose children are %s" % quoted(children)
    if len(children) not in (0, 4):
        return "a block with %d children" % len(children)
    return "a block that is far too deep" if deepest < 0 else ""
