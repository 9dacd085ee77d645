"""Plain data from blocks, beside the student's code: how the drivers of Blocky's Python editions read boards.

Reading a block never fails, whatever has been done to it: see "tree" in board.py for how broken parts are told.

Each assignment brings a module ``colours`` along whose COLOURS is a tuple of the course's colours, the very objects.
"""

from . import board as notation
from .colours import COLOURS

_DEEPEST = 12
_MOST = 3000


def colour_value(index):
    """Return the colour that *index* stands for in a tree."""
    if isinstance(index, tuple):
        return index[1]
    return None if index is None else COLOURS[index]


def colour_index(colour):
    """Return how a tree tells *colour*: its index, None, or ("colour", value)."""
    if colour is None:
        return None
    if type(colour) is tuple and all(type(part) is int for part in colour) and colour in COLOURS:
        return COLOURS.index(colour)
    return ("colour", colour)


def at(block, path):
    """Return the block at *path* below *block*. Raises LookupError in words for a person."""
    for index in path:
        try:
            block = block.children[index]
        except (IndexError, AttributeError, TypeError):
            raise LookupError(f"there is no block at {notation.where(path)} any more") from None
    return block


def every(block):
    """Return [path, block] for *block* and all that is in it, each before its children; leaves repeated blocks out."""
    found, seen, waiting = [], set(), [([], block)]
    while waiting and len(found) < _MOST:
        path, here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        found.append([path, here])
        children = _read(here, "children")
        if type(children) is list and len(path) < _DEEPEST:
            waiting.extend(([*path, index], child) for index, child in reversed(list(enumerate(children))))
    return found


def snapshot(block, block_class):
    """Return the tree of *block*."""
    return _snapshot(block, block_class, set(), 0)


def _snapshot(block, block_class, seen, depth):
    if not isinstance(block, block_class):
        found = "None" if block is None else f"an object of type {type(block).__name__}"
        return f"{found} where a Block is expected"
    if id(block) in seen:
        return "a block that is in two places at once"
    if depth > _DEEPEST or len(seen) > _MOST:
        return "a block that is far too deep"
    seen.add(id(block))
    try:  # the usual case by itself: boards are read very often
        position, size, level, max_depth = block.position, block.size, block.level, block.max_depth
        children = block.children
        index = _INDEX_OF[id(block.colour)]
        usual = [type(position), type(size), type(level), type(max_depth), type(children)] == _USUAL
    except Exception:  # a property of the submission's may do anything, and a colour may be any object
        usual = False
    if usual:
        inner = [_snapshot(child, block_class, seen, depth + 1) for child in children]
        return [position, size, index, level, max_depth, inner]
    children = _read(block, "children")
    if type(children) is list:
        children = [_snapshot(child, block_class, seen, depth + 1) for child in children]
    elif not isinstance(children, str):
        children = f"a {type(children).__name__}"
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


_ABSENT = "not there"
_USUAL = [tuple, int, int, int, list]
_INDEX_OF = {id(None): None, **{id(colour): index for index, colour in enumerate(COLOURS)}}
"""Colours that are the very objects of the list, by identity; they live as long as COLOURS does."""


def _read(block, name):
    try:
        return getattr(block, name)
    except Exception:
        return _ABSENT


def _shown(value):
    """Return *value* as it is, but a text as something that no text of ours can be mistaken for."""
    return f"the text {value[:50]!r}" if isinstance(value, str) and value is not _ABSENT else value
