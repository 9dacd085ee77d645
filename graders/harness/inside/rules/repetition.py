"""Statements that stand in a submission twice, word for word, in one file or in two (rule
``repetition``).

What the starter gave is not compared. Whether a repetition should be a function of its own is for a
person to say.
"""

import ast

from . import outline

ENOUGH = 5
"""Statements, inner ones included, that make a run worth telling."""


def findings(starter, submitted, settings):
    """Return a finding for every later copy of a run of statements, as long as can be."""
    given, handed = outline.outlines(starter), outline.outlines(submitted)
    seen = {}
    found = []
    for name in sorted(handed):
        before = given[name].callables() if name in given else {}
        for dotted, function in sorted(
            handed[name].callables().items(), key=lambda item: item[1].lineno
        ):
            if not outline.same(function, before.get(dotted)):
                for line, first in repeated(
                    function, name, seen, settings.get("repetition", ENOUGH)
                ):
                    where = (
                        "line %d" % first[1]
                        if first[0] == name
                        else "%s, line %d" % first
                    )
                    text = (
                        "the same statements stand in %s: should they be a function?"
                        % where
                    )
                    found.append(["repetition", "review", name, line, text])
    return found


def repeated(function, file, seen, enough):
    """Yield (line, first place) of runs in *function* of *enough* statements that *seen* has; add
    the others to it.

    What stands inside a run that was told, or goes on where it ends, is not told again.
    """
    told = []
    for block in _blocks(function):
        if any(
            first <= step.lineno <= last for step in block[:1] for first, last in told
        ):
            continue
        sizes = [_size(step) for step in block]
        if sum(sizes) < enough:
            continue
        before = None
        shapes = [ast.dump(step) for step in block]
        start = 0
        while start < len(block):
            end, total = start, 0
            while end < len(block) and total < enough:
                total += sizes[end]
                end += 1
            if total < enough:
                break
            place = file, block[start].lineno
            first = seen.setdefault(tuple(shapes[start:end]), place)
            if first != place:
                if before != (start, first[0]):
                    yield block[start].lineno, first
                told.append((block[start].lineno, block[end - 1].end_lineno))
                before, start = (end, first[0]), end
            else:
                start += 1


def _size(step):
    """Return how many statements there are in *step*, itself included."""
    return 1 + sum(_size(inner) for part in _inside(step) for inner in part)


def _inside(node):
    """Yield the lists of statements that are directly in *node*, a statement or a part of one."""
    for name in node._fields:
        if name in outline.BLOCKS:
            part = getattr(node, name)
            if type(part) is list and part:
                yield part
        elif name in outline.BRANCHES:
            for branch in getattr(node, name):
                yield from _inside(branch)


def _blocks(function):
    """Yield every list of statements in *function*, without docstrings and the like."""
    for block in outline.blocks_in(function):
        yield [
            step
            for step in block
            if not (isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant))
        ]
