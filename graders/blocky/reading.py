"""Converts blocks to plain data, beside the student's code, for the drivers of Blocky's Python editions.

Reading a block never fails, however broken it is: "tree" in board.py has the form of broken parts.

Each assignment supplies a module ``colours``. Its COLOURS is a tuple of the course's own colour objects.
"""

import builtins
import types

from . import board as notation
from .colours import COLOURS

_DEEPEST = 12
_MOST = 3000


def is_grid(value, side):
    """Return whether *value* is a list of *side* lists of that length."""
    return _is_list_of(value, side) and all(_is_list_of(line, side) for line in value)


def _is_list_of(value, number):
    return isinstance(value, list) and len(value) == number


def colour_value(index):
    """Return the colour for *index*, as a tree has it: an index, None, or ("colour", value)."""
    if isinstance(index, tuple):
        return index[1]
    return None if index is None else COLOURS[index]


def colour_index(colour):
    """Return *colour* in the form of a tree: its index, None, or ("colour", value)."""
    if colour is None:
        return None
    if type(colour) is tuple and all(type(part) is int for part in colour) and colour in COLOURS:
        return COLOURS.index(colour)
    return ("colour", colour)


def at(block, path):
    """Return the block at *path* below *block*. Raises LookupError with a message for students."""
    for index in path:
        try:
            block = block.children[index]
        except (IndexError, AttributeError, TypeError):
            raise LookupError(f"there is no block at {notation.where(path)} any more") from None
    return block


def path_of(root, block):
    """Return the path of *block*, if it is *root* or below it; otherwise None."""
    if block is root:
        return []
    quickly = together(root)
    if quickly is not None and not any(here is block for here in quickly):
        return None
    return next((path for path, here in every(root) if here is block), None)


def every(block):
    """Return [path, block] for *block* and all blocks in it, each before its children and no block twice."""
    try:
        found = _usual_every(block)
        if _once([id(here) for _path, here in found]):
            return found
    except Exception:
        pass
    return _every(block)


def _usual_every(block):
    found, waiting = [], [[[], block]]
    while waiting:
        both = waiting.pop()
        found.append(both)
        path, here = both
        children = here.children
        if type(children) is not list or len(path) > _DEEPEST or len(found) > _MOST:
            raise TypeError
        if children:
            first, second, third, fourth = children
            waiting += (
                [[*path, 3], fourth],
                [[*path, 2], third],
                [[*path, 1], second],
                [[*path, 0], first],
            )
    return found


def _every(block):
    found, seen, waiting = [], set(), [[[], block]]
    while waiting and len(found) < _MOST:
        both = waiting.pop()
        path, here = both
        if id(here) in seen:
            continue
        seen.add(id(here))
        found.append(both)
        children = _read(here, "children")
        if children and type(children) is list and len(path) < _DEEPEST:
            for index in range(len(children) - 1, -1, -1):
                waiting.append([[*path, index], children[index]])
    return found


def together(block):
    """Return *block* and all blocks in it, in any order, without detailed checks; None if a part is irregular."""
    found = [block]
    try:
        for here in found:
            children = here.children
            if type(children) is not list or len(found) > _MOST:
                return None
            found += children
    except Exception:
        return None
    return found


def snapshot(block, block_class):
    """Return the tree of *block*."""
    known = [id(block)]
    try:
        found = _usual(block, block_class, known, 0)
        if _once(known):
            return found
    except Exception:
        pass
    return _snapshot(block, block_class, set(), 0)


def cells(block, block_class):
    """Return the cells of *block*. If a part is irregular, return board.cells_of of its tree.

    Only then is more read than colours and children.
    """
    known = [id(block)]
    try:
        found = _usual_cells(block, block_class, known, 0)
        if _once(known):
            return found
    except Exception:
        pass
    return notation.cells_of(snapshot(block, block_class))


# Boards are read very often, and nearly all are regular. So the first attempt assumes that; any exception ends it, and
# the board is read with care. The submission's own properties may do anything.


def _once(known):
    """Return whether no block occurs twice in *known*, and there are at most ``_MOST``."""
    return len(known) <= _MOST and len(set(known)) == len(known)


def _usual(block, block_class, known, depth):
    position, size, level, max_depth, children = (
        block.position,
        block.size,
        block.level,
        block.max_depth,
        block.children,
    )
    if not (
        type(block) is block_class
        and type(position) is tuple
        and (type(size) is int or type(size) is float)
        and type(level) is int
        and type(max_depth) is int
        and type(children) is list
    ):
        raise TypeError
    index = _INDEX_OF[id(block.colour)]
    if not children:
        return [position, size, index, level, max_depth, []]
    first, second, third, fourth = children
    known += map(id, children)
    depth += 1
    if depth > _DEEPEST or len(known) > _MOST:
        raise ValueError
    return [
        position,
        size,
        index,
        level,
        max_depth,
        [
            _usual(first, block_class, known, depth),
            _usual(second, block_class, known, depth),
            _usual(third, block_class, known, depth),
            _usual(fourth, block_class, known, depth),
        ],
    ]


def _usual_cells(block, block_class, known, depth):
    children = block.children
    if type(block) is not block_class or type(children) is not list:
        raise TypeError
    index = _INDEX_OF[id(block.colour)]
    if not children and index is not None:
        return index
    first, second, third, fourth = children
    known += map(id, children)
    depth += 1
    if depth > notation.DEEPEST or len(known) > _MOST or index is not None:
        raise ValueError
    return [
        _usual_cells(first, block_class, known, depth),
        _usual_cells(second, block_class, known, depth),
        _usual_cells(third, block_class, known, depth),
        _usual_cells(fourth, block_class, known, depth),
    ]


def _snapshot(block, block_class, seen, depth):
    if not isinstance(block, block_class):
        return notation.no_block(kind_of(block))
    if id(block) in seen:
        return notation.TWICE
    if depth > _DEEPEST or len(seen) > _MOST:
        return notation.TOO_DEEP
    seen.add(id(block))
    children = _read(block, "children")
    if type(children) is list:
        children = [_snapshot(child, block_class, seen, depth + 1) for child in children]
    elif children is not _ABSENT:
        name = kind_of(children)
        children = "a " + name if name else notation.kind_text(None)
    colour = _read(block, "colour")
    colour = colour if colour is _ABSENT else colour_index(colour)
    return [
        _shown(_read(block, "position")),
        _shown(_read(block, "size")),
        colour,
        _shown(_read(block, "level")),
        _shown(_read(block, "max_depth")),
        children,
    ]


_ABSENT = notation.ABSENT
_KINDS = {
    "NoneType": type(None),
    "function": types.FunctionType,
    "generator": types.GeneratorType,
    "method": types.MethodType,
}
_KINDS = [(name, _KINDS.get(name) or getattr(builtins, name)) for name in notation.KINDS]


def kind_of(value):
    """Return the name of the type of *value* if it is one of Python's own; None for a class of the program."""
    return next((name for name, kind in _KINDS if type(value) is kind), None)


_INDEX_OF = {id(None): None, **{id(colour): index for index, colour in enumerate(COLOURS)}}
"""Identity of each colour object -> its index. Identities stay valid, because COLOURS keeps the objects."""


def _read(block, name):
    try:
        return getattr(block, name)
    except Exception:
        return _ABSENT


def _shown(value):
    """Return *value*; words instead of a text, which may copy an input, or look like the driver's own texts."""
    return notation.TEXT if isinstance(value, str) and value is not _ABSENT else value
