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
    enough = settings.get("repetition", ENOUGH)
    for name in sorted(outlines):
        before = originals.get(name, outline.EMPTY).callables()
        functions = outlines[name].callables().items()
        for dotted, function in sorted(functions, key=lambda item: item[1].lineno):
            if outline.same(function, before.get(dotted)):
                continue
            for line, (file, number) in repeated(function, name, seen, enough):
                where = ("" if file == name else file + ", ") + "line %d" % number
                text = "the same statements stand in %s: should they be a function?"
                rows.append(outline.Finding("repetition", "review", name, line, text % where))
    return rows


def repeated(function, file, seen, enough):
    """Yield (line, first occurrence) of runs of *enough* statements in *function* that are in
    *seen*; add the others to *seen*.

    A run inside a yielded run, or continuing it, is not yielded again.
    """
    yielded = []
    for block in _blocks(function):
        if any(first <= step.lineno <= last for step in block[:1] for first, last in yielded):
            continue
        sizes = [_size(statement) for statement in block]
        if sum(sizes) < enough:
            continue
        before = None
        shapes = [ast.dump(statement) for statement in block]
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
    return 1 + sum(map(len, outline.blocks_in(step)))


def _blocks(function):
    """Yield every list of statements in *function*, without docstrings and other constants."""
    for block in outline.blocks_in(function):
        yield [step for step in block if not outline.is_constant(step)]
