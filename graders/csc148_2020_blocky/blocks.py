"""Blocks from plain data, and the answers that stand-ins are given: for the driver, beside the student's code.

How blocks are read is the same in every edition: see reading.py.
"""

import hashlib

from . import board as notation
from . import reading, sandbox

_rehearsed = {}  # what stand-ins may be told without asking the judge: see rehearse() in driver.py
_answered = {}  # what the judge has said to them: a player tries the same moves on the same board again and again
_MOST = 5000

DICE = 8
"""In how many ways a block is smashed by a stand-in."""


def ask(operation, *arguments):
    """Return the result of an operation on sound files: what was rehearsed, if anything was, else the judge's word.

    The same question has the same answer, so it is asked once.
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
    """Return a text that stands for an ask. The dice of a smash do not count, nor does the place within a unit cell."""
    if operation == "smash":
        arguments = arguments[:2]
    elif operation == "get_block":
        whole, (x, y), level = arguments
        unit = whole[notation.SIZE] >> (whole[notation.MAX_DEPTH] - whole[notation.LEVEL])
        arguments = whole, (x // unit, y // unit), level
    return hashlib.sha1(repr((operation, arguments)).encode()).hexdigest()


def use_rehearsed(answers):
    """Answer the asks of stand-ins with *answers*, a list of [key, answer]; with an empty list, ask the judge."""
    _rehearsed.clear()
    _rehearsed.update((key, [answer]) for key, answer in answers)


def build(block_class, node):
    """Return a new block for a tree."""
    position, size, colour, level, max_depth, children = node
    block = block_class(position, size, reading.colour_value(colour), level, max_depth)
    block.children = [build(block_class, child) for child in children]
    return block
