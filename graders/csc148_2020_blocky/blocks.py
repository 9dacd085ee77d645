"""Builds blocks from plain data, and gets answers for stand-ins: for the driver, beside the student's code.

Blocks are read alike in every edition, by reading.py. This module has faster readers for boards that are sound, because
a player looks at many boards.
"""

import __future__

import ast
import contextlib
import hashlib
import sys

from . import board as notation
from . import reading, sandbox

_rehearsed = {}  # answers for stand-ins that need no callback to the judge: see rehearse() in driver.py
_answered = {}  # answers of the judge, because a player tries the same moves on the same board repeatedly
_MOST = 5000

_INDICES = {id(colour): index for index, colour in enumerate(reading.COLOURS)}
"""Identity of each colour object of the list -> its index."""
_USUAL = [tuple, int, int, int, list]
_ATTRIBUTES = ("position", "size", "colour", "level", "max_depth", "children")
_DEEPEST = 8
_MOST_BLOCKS = 1000

DICE = 8
"""Number of ways in which a stand-in smashes a block."""


def ask(operation, *arguments):
    """Return the result of an operation on sound files: a rehearsed answer, or, if none are set, the judge's.

    The judge's answers are kept, because the same question has the same answer. Raises LookupError if answers are
    rehearsed, but not this one.
    """
    if not _rehearsed:
        question = repr((operation, arguments))
        if question not in _answered:
            if len(_answered) >= _MOST:
                _answered.clear()
            _answered[question] = sandbox.ask(operation, *arguments)
        return _answered[question]
    answer = _rehearsed.get(ask_key(operation, *arguments))
    if answer is None:
        raise LookupError(f"{operation} on a board that this check does not foresee")
    return answer[0]


def ask_key(operation, *arguments):
    """Return the key of a question. It leaves out the dice of a smash, and the location within a unit cell."""
    if operation == "smash":
        arguments = arguments[:2]
    elif operation == "get_block":
        whole, (x, y), level = arguments
        unit = whole[notation.SIZE] >> (whole[notation.MAX_DEPTH] - whole[notation.LEVEL])
        arguments = whole, (x // unit, y // unit), level
    return hashlib.sha1(repr((operation, arguments)).encode()).hexdigest()


def use_rehearsed(answers):
    """Use *answers*, the text of a list of [key, answer], for the questions of stand-ins; if empty, ask the judge."""
    _rehearsed.clear()
    if answers:
        _rehearsed.update((key, [answer]) for key, answer in ast.literal_eval(answers))


def build(block_class, node):
    """Return a new block for a tree."""
    position, size, colour, level, max_depth, children = node
    value = reading.COLOURS[colour] if type(colour) is int else reading.colour_value(colour)
    block = block_class(position, size, value, level, max_depth)
    block.children = [build(block_class, child) for child in children] if children else []
    return block


def become(block, node):
    """Give *block* the state of a tree, with new blocks in it: a move by which its board changes."""
    new = build(type(block), node)
    block.position, block.size, block.colour, block.children = (
        new.position,
        new.size,
        new.colour,
        new.children,
    )


def add_helpers(block_class):
    """Give the stand-in *block_class* the methods that the submission's Block has beyond those of the handout.

    A player may call such a helper. Only definitions, imports and constants of block.py are run, apart from the
    stand-in's module. Statements that fail are left out. No method or attribute of the stand-in is replaced.
    """
    names = dict(vars(sys.modules[block_class.__module__]))
    sound, own = set(names), None
    with contextlib.suppress(Exception):
        for step in ast.parse(sandbox.submitted["block.py"]).body:
            if isinstance(step, ast.ClassDef) and step.name == block_class.__name__:
                own = step
            elif _is_quick(step) and getattr(step, "name", None) not in sound:
                _run(step, names, names)
    if own is None:
        return
    own.bases, own.keywords, own.decorator_list = [], [], []
    own.body = [
        step
        for step in own.body
        if isinstance(step, ast.FunctionDef) and _is_new(step.name, block_class)
    ]
    made = {}
    if own.body:
        _run(own, names, made)
    for name, value in vars(made[own.name]).items() if made else ():
        if _is_new(name, block_class):
            setattr(block_class, name, value)


def _is_new(name, block_class):
    """Return whether *name* is that of a helper: not Python's own, nor of a method or attribute of *block_class*."""
    special = name.startswith("__") and name.endswith("__")
    return not special and name not in _ATTRIBUTES and not hasattr(block_class, name)


def _is_quick(step):
    """Return whether a statement of block.py defines a function, imports no submitted file, or names a constant."""
    if isinstance(step, ast.Import):
        return all(alias.name + ".py" not in sandbox.submitted for alias in step.names)
    if isinstance(step, ast.ImportFrom):
        return (step.module or "") + ".py" not in sandbox.submitted
    if isinstance(step, (ast.Assign, ast.AnnAssign)):
        return not any(isinstance(part, ast.Call) for part in ast.walk(step))
    return isinstance(step, ast.FunctionDef)


def _run(step, names, made):
    """Run one statement with the globals *names*; what it defines goes into *made*. Exceptions are ignored."""
    lazy = __future__.annotations.compiler_flag
    with contextlib.suppress(Exception):
        exec(compile(ast.Module([step], []), "block.py", "exec", lazy, True), names, made)


def places(node):
    """Return the paths in the tree of a sound board, by the position and level of each block."""
    found, waiting = {}, [(node, [])]
    for here, path in waiting:
        found[here[notation.POSITION], here[notation.LEVEL]] = path
        waiting += [(child, [*path, index]) for index, child in enumerate(here[notation.CHILDREN])]
    return found


def stands_for(block, block_class, node):
    """Return True only if *node*, the tree of a sound board, is the tree of *block*; False proves nothing."""
    try:
        return _stands_for(block, block_class, node)
    except Exception:  # a snapshot describes the fault
        return False


def _stands_for(block, block_class, node):
    position, size, colour, level, max_depth, children = node
    inner = block.children
    return (
        isinstance(block, block_class)
        and block.position == position
        and block.size == size
        and block.level == level
        and block.max_depth == max_depth
        and block.colour is (None if colour is None else reading.COLOURS[colour])
        and type(inner) is list
        and len(inner) == len(children)
        and (
            not children
            or all(_stands_for(inner[i], block_class, child) for i, child in enumerate(children))
        )
    )


def cells_of(block, block_class):
    """Return the result of :func:`board.cells_of` for the snapshot of *block*."""
    seen = set()
    try:
        cells = _cells_of(block, block_class, seen, 0)
        if len(seen) <= _MOST_BLOCKS:
            return cells
    except Exception:  # a snapshot describes the fault
        pass
    return notation.cells_of(reading.snapshot(block, block_class))


def _cells_of(block, block_class, seen, depth):
    """Return the cells of *block*. Raises an Exception if its snapshot might show more than cells."""
    children = block.children
    if (
        not isinstance(block, block_class)
        or [
            type(block.position),
            type(block.size),
            type(block.level),
            type(block.max_depth),
            type(children),
        ]
        != _USUAL
        or id(block) in seen
        or depth > _DEEPEST
    ):
        raise ValueError
    seen.add(id(block))
    if not children:
        return _INDICES[id(block.colour)]
    if block.colour is not None:
        raise ValueError
    first, second, third, fourth = children
    depth += 1
    return [
        _cells_of(first, block_class, seen, depth),
        _cells_of(second, block_class, seen, depth),
        _cells_of(third, block_class, seen, depth),
        _cells_of(fourth, block_class, seen, depth),
    ]
