"""Statements that occur twice in a submission, in one file or two (rule ``repetition``).

Unchanged functions of the starter are not compared. A person decides whether a repetition should
become a function.
"""

import ast

from . import outline

ENOUGH = 5
"""Minimum statements, including inner ones, of a reported run."""


def findings(starter, submitted, settings):
    """Return a finding for every later copy of a run of statements, as long as possible."""
    originals, outlines = outline.outlines(starter), outline.outlines(submitted)
    seen = {}
    rows = []
    for name in sorted(outlines):
        before = originals[name].callables() if name in originals else {}
        for dotted, function in sorted(
            outlines[name].callables().items(), key=lambda item: item[1].lineno
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
                    rows.append(["repetition", "review", name, line, text])
    return rows


def repeated(function, file, seen, enough):
    """Yield (line, first occurrence) of runs of *enough* statements in *function* that are in
    *seen*; add the others to *seen*.

    A run inside a yielded run, or continuing it, is not yielded again.
    """
    yielded = []
    for block in _blocks(function):
        if any(
            first <= step.lineno <= last
            for step in block[:1]
            for first, last in yielded
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
            here = file, block[start].lineno
            first = seen.setdefault(tuple(shapes[start:end]), here)
            if first != here:
                if before != (start, first[0]):
                    yield block[start].lineno, first
                yielded.append((block[start].lineno, block[end - 1].end_lineno))
                before, start = (end, first[0]), end
            else:
                start += 1


def _size(step):
    """Return the number of statements in *step*, itself included."""
    return 1 + sum(_size(inner) for part in _inside(step) for inner in part)


def _inside(node):
    """Yield the lists of statements directly in *node*, a statement or a part of a statement."""
    for name in node._fields:
        if name in outline.BLOCKS:
            part = getattr(node, name)
            if type(part) is list and part:
                yield part
        elif name in outline.BRANCHES:
            for branch in getattr(node, name):
                yield from _inside(branch)


def _blocks(function):
    """Yield every list of statements in *function*, without docstrings and other constants."""
    for block in outline.blocks_in(function):
        yield [
            step
            for step in block
            if not (isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant))
        ]
