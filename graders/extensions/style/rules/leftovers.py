"""Leftovers of development: to-do marks, useless ``pass``, debugging prints (rule ``leftovers``).

A second rule, ``hidden-calls``, reports calls that run code hidden from readers, for review by a
person: by their names, by attributes that lead to all of Python, or by a module of Python that is
used as a value, such as ``getattr(random, ...)``.

Settings (optional): *prints*, dotted names of functions that may print.
"""

import ast
import re
import sys

from . import outline

TO_DO = re.compile(r"\b(todo|fixme)\b|\bXXX\b", re.IGNORECASE)
TO_DO_SOMEWHERE = re.compile(rb"todo|fixme|xxx", re.IGNORECASE)
TO_DO_IN_TEXT = re.compile(r"\b(TODO|FIXME)\b")
HIDING = frozenset(["exec", "eval", "compile", "__import__", "globals", "locals", "__builtins__"])
LEADING = frozenset(
    ["__import__", "__builtins__", "__globals__", "__subclasses__", "__loader__", "__spec__"]
    + ["__self__", "f_globals", "f_builtins"]
)
"""Attributes by which a program reaches modules that it does not import."""


def findings(starter, submitted, settings):
    """Return the findings in *submitted*, except for code that the starter has, too."""
    originals, outlines = outline.outlines(starter), outline.outlines(submitted)
    rows = []
    for name in sorted(outlines):
        before = originals.get(name, outline.EMPTY)
        leftovers = list(_to_do(outlines[name]))
        leftovers += _passes(outlines[name], before)
        leftovers += _prints(name, outlines[name], before, settings)
        rows += [
            outline.Finding("leftovers", "breach", name, line, text) for line, text in leftovers
        ]
        rows += [
            outline.Finding("hidden-calls", "review", name, line, text)
            for line, text in _hidden(outlines[name])
        ]
    return rows


def _to_do(after):
    """Yield line and text for every to-do mark in a comment or docstring."""
    if TO_DO_SOMEWHERE.search(after.source):
        for line, text in after.comments.items():
            if TO_DO.search(text):
                yield line, "a to-do mark is left in a comment"
    for node in after.of_kinds(ast.Module, *_DEFINITIONS):
        if TO_DO_IN_TEXT.search(ast.get_docstring(node, clean=False) or ""):
            yield node.body[0].lineno, "a to-do mark is left in a docstring"


def _passes(after, before):
    """Yield every useless pass: beside other statements, or as the whole body of a function.

    As the only statement of a branch or loop it is deliberate, and not a leftover.
    """
    if not after.of_kinds(ast.Pass):
        return
    original_dumps = {
        ast.dump(node) for node in before.of_kinds(*_DEFINITIONS) if _passes_in(node.body)
    }
    for node in after.nodes:
        for block in outline.blocks_of(node):
            passes = [step for step in _passes_in(block) if not after.in_guard(step.lineno)]
            if not passes or (isinstance(node, _DEFINITIONS) and ast.dump(node) in original_dumps):
                continue
            for step in passes:
                if len(block) > 1:
                    text = "this pass is unnecessary beside other statements"
                    yield step.lineno, text
                elif isinstance(node, outline.FUNCTIONS):
                    yield step.lineno, "%s does nothing but pass" % node.name


def _passes_in(block):
    return [step for step in block if isinstance(step, ast.Pass)]


_DEFINITIONS = (ast.ClassDef,) + outline.FUNCTIONS


def _prints(name, after, before, settings):
    """Yield every print outside the main guard and the functions that may print."""
    calls = [kind for kind in after.of_kinds(ast.Call) if _prints_something(kind)]
    if not calls:
        return
    may_print = set(settings.get("prints", ()))
    original_calls = (kind for kind in before.of_kinds(ast.Call) if _prints_something(kind))
    original_dumps = {ast.dump(call) for call in original_calls}
    allowed = [
        range(function.lineno, function.end_lineno + 1)
        for dotted, function in after.callables().items()
        if "%s.%s" % (name[: -len(".py")], dotted) in may_print
    ]
    for node in calls:
        if after.in_guard(node.lineno) or ast.dump(node) in original_dumps:
            continue
        if not any(node.lineno in lines for lines in allowed):
            yield node.lineno, "unexpected print (possibly left from debugging)"


def _prints_something(call):
    return isinstance(call.func, ast.Name) and call.func.id == "print"


def _hidden(after):
    """Yield every use of a name that runs code hidden from readers, or of the names of a scope."""
    bare = [
        call.func
        for call in after.of_kinds(ast.Call)
        if not call.args and getattr(call.func, "id", "") == "vars"
    ]
    used = [node for node in after.of_kinds(ast.Name) if node.id in HIDING]
    for node in used + bare:
        if not after.in_guard(node.lineno):
            yield (
                node.lineno,
                "%s hides which code runs: staff should review it" % node.id,
            )
    leading = [node for node in after.of_kinds(ast.Attribute) if node.attr in LEADING]
    for node in leading:
        if not after.in_guard(node.lineno):
            yield node.lineno, "%s leads to all of Python: staff should review it" % node.attr
    for node in _modules_as_values(after):
        if not after.in_guard(node.lineno):
            text = "the module %s is used as a value, which hides what is used of it"
            yield node.lineno, (text + ": staff should review it") % node.id


def _modules_as_values(after):
    """Return every use of the name of one of Python's modules in which no dot follows it."""
    names = {
        alias.asname or alias.name.partition(".")[0]
        for node in after.of_kinds(ast.Import)
        for alias in node.names
        if alias.name.partition(".")[0] in sys.stdlib_module_names
    }
    found = {}
    waiting = [(after.tree, frozenset())] if names else []
    for node, hidden in waiting:  # the list grows meanwhile
        if getattr(node, "id", "") in names - hidden and isinstance(node.ctx, ast.Load):
            found[id(node)] = node
        inner = hidden | _own_names(node) if isinstance(node, _SCOPES) else hidden
        outside = [getattr(node, "args", None), *getattr(node, "decorator_list", ())]
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.Name) or getattr(node, "attr", "__dict__") == "__dict__":
                waiting.append((child, hidden if child in outside else inner))
        if isinstance(node, _COMPREHENSIONS):
            waiting.append((node.generators[0].iter, hidden))
    return found.values()


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = outline.FUNCTIONS + (ast.Lambda,) + _COMPREHENSIONS


def _own_names(scope):
    """Return the names of the variables of a *scope* itself."""
    own, declared = set(), set()
    waiting = list(ast.iter_child_nodes(scope))
    for node in waiting:
        if isinstance(node, ast.arg):
            own.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            own.add(node.id)
        elif isinstance(node, outline.FUNCTIONS + (ast.ClassDef,)):
            own.add(node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            declared.update(node.names)
        if not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)
    return frozenset(own - declared)
