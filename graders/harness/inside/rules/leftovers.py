"""What should be gone when work is handed in: to-do marks, ``pass`` with no purpose, debugging
prints.

And what only a person can judge: calls that hide from every reading of the code (rule
``hidden-calls``).

Settings (optional): *prints*, dotted names of functions that may print.
"""

import ast
import re

from . import outline

TO_DO = re.compile(r"\b(todo|fixme)\b|\bXXX\b", re.IGNORECASE)
TO_DO_SOMEWHERE = re.compile(rb"todo|fixme|xxx", re.IGNORECASE)
TO_DO_IN_TEXT = re.compile(r"\b(TODO|FIXME)\b")
HIDING = frozenset(["exec", "eval", "compile", "__import__", "globals", "__builtins__"])


def findings(starter, submitted, settings):
    """Return the findings in *submitted*; what stands in *starter* word for word is not the
    student's.
    """
    given, handed = outline.outlines(starter), outline.outlines(submitted)
    found = []
    for name in sorted(handed):
        before = given.get(name)
        left = list(_to_do(handed[name]))
        left += _passes(handed[name], before)
        left += _prints(name, handed[name], before, settings)
        found += [["leftovers", "breach", name, line, text] for line, text in left]
        found += [
            ["hidden-calls", "review", name, line, text]
            for line, text in _hidden(handed[name])
        ]
    return found


def _to_do(handed):
    """Yield line and text for every to-do mark in a comment or docstring."""
    if TO_DO_SOMEWHERE.search(handed.source):
        for line, text in handed.comments().items():
            if TO_DO.search(text):
                yield line, "a to-do mark is left in a comment"
    for node in handed.of_kinds(ast.Module, *_DEFINITIONS):
        if TO_DO_IN_TEXT.search(ast.get_docstring(node, clean=False) or ""):
            yield node.body[0].lineno, "a to-do mark is left in a docstring"


def _passes(handed, before):
    """Yield every pass that does nothing: beside other statements, or as the whole of a function or
    class.

    As the only step of a branch or loop it says that nothing is to be done there, and that is no
    leftover.
    """
    if not handed.of_kinds(ast.Pass):
        return
    given = before.of_kinds(*_DEFINITIONS) if before else []
    ours = {
        ast.dump(node)
        for node in given
        if any(isinstance(step, ast.Pass) for step in node.body)
    }
    for node in handed.nodes:
        for block in outline.blocks_of(node):
            if not any(isinstance(step, ast.Pass) for step in block):
                continue
            if isinstance(node, _DEFINITIONS) and ast.dump(node) in ours:
                continue
            for step in block:
                if not isinstance(step, ast.Pass) or handed.in_guard(step.lineno):
                    continue
                if len(block) > 1:
                    yield (
                        step.lineno,
                        "this pass is not needed: there are other statements beside it",
                    )
                elif isinstance(node, outline.FUNCTIONS):
                    yield step.lineno, "%s does nothing but pass" % node.name


_DEFINITIONS = (ast.ClassDef,) + outline.FUNCTIONS


def _prints(name, handed, before, settings):
    """Yield every print outside the main guard and outside the functions that may."""
    found = [node for node in handed.of_kinds(ast.Call) if _prints_something(node)]
    if not found:
        return
    may = set(settings.get("prints", ()))
    ours = {
        ast.dump(node)
        for node in (before.of_kinds(ast.Call) if before else ())
        if _prints_something(node)
    }
    allowed = [
        function
        for dotted, function in handed.callables().items()
        if "%s.%s" % (name[: -len(".py")], dotted) in may
    ]
    for node in found:
        if handed.in_guard(node.lineno) or ast.dump(node) in ours:
            continue
        if not any(
            function.lineno <= node.lineno <= function.end_lineno
            for function in allowed
        ):
            yield node.lineno, "nothing here has to print: is this left from debugging?"


def _prints_something(call):
    return isinstance(call.func, ast.Name) and call.func.id == "print"


def _hidden(handed):
    """Yield every use of what runs code that no program can read."""
    for node in handed.of_kinds(ast.Name):
        if node.id in HIDING and not handed.in_guard(node.lineno):
            yield (
                node.lineno,
                "%s hides what is called: a person should look at it" % node.id,
            )
