"""Reads a submission's code without running it, and returns findings by the handout's rules.

A "breach" breaks a rule of the handout. Staff decide about a
"review", because lectures may have covered it (spec 11: the full list of permitted techniques is lost).
"""

import ast
import functools
import re

from . import outline

GUARD_CALL = "main"
SUPPORT = "a1_support"
BREACH_NAMES = frozenset(
    [
        "all",
        "any",
        "zip",
        "map",
        "filter",
        "eval",
        "exec",
        "open",
        "__import__",
        "getattr",
        "setattr",
    ]
)  # spec 11, third tier
REVIEW_NAMES = frozenset(
    ["abs", "min", "max", "sum", "sorted", "reversed", "round"]
)  # spec 11, second tier
BREACHES = {
    "ClassDef": "a class",
    "Dict": "a dictionary",
    "DictComp": "a comprehension",
    "ListComp": "a comprehension",
    "SetComp": "a comprehension",
    "GeneratorExp": "a generator expression",
    "Set": "a set",
    "Lambda": "lambda",
    "Try": "try",
    "TryStar": "try",
    "Raise": "raise",
    "With": "with",
    "Global": "global",
    "Nonlocal": "nonlocal",
    "Yield": "yield",
    "YieldFrom": "yield",
    "Match": "match",
    "NamedExpr": ":=",
    "AsyncFunctionDef": "async",
    "AsyncFor": "async",
    "AsyncWith": "async",
    "Await": "async",
}
REVIEWS = {
    "IfExp": "a conditional expression",
    "AnnAssign": "an annotated assignment",
    "Delete": "del",
    "Assert": "assert",
    "Starred": "unpacking with a star",
}
CONSTRUCTORS = frozenset(["bool", "float", "int", "list", "range", "str", "tuple"])
"""Functions that may build a constant of the module; lectures had covered them by then (spec 11)."""
CHANGES = frozenset(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"])
"""Methods of a list that change it."""
PLAIN_NUMBERS = frozenset([-1, 0, 1, 2])
REPEATED = 4  # statements in a row that make a repetition


@functools.lru_cache(maxsize=100)
def _nodes(root):
    """Return all nodes of a whole file or function; cached, because every rule walks through them."""
    return tuple(outline.walked(root))


def has_number(source, number):
    """Return whether *number* is a literal in the code."""
    tree = outline.parsed(source)
    return tree is not None and any(
        isinstance(node, ast.Constant) and type(node.value) is int and node.value == number
        for node in _nodes(tree)
    )


def findings(file, source, constants, is_program=True):
    """Return the findings in *source*; constants: names and values of the course's support module.

    is_program: whether it is the file to hand in, which has both imports and calls main, and not one that it imports.
    """
    tree = outline.parsed(source)
    if tree is None:
        return outline.unread({file: source})
    found = []

    def tell(rule, severity, node, message):
        found.append(outline.Finding(rule, severity, file, getattr(node, "lineno", 1), message))

    _imports(tree, tell, is_program)
    _calls(tree, tell, is_program)
    _techniques(tree, tell)
    _docstrings(tree, tell)
    _constants(tree, tell, constants)
    _repetitions(tree, tell)
    _variables(tree, tell)
    return found


def _functions(tree):
    return [
        node for node in _nodes(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def _imports(tree, tell, is_program):
    seen = set()
    for node in _nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [(name.name, name.asname) for name in node.names]
            module = getattr(node, "module", None)
            ours = (module, names) in (("typing", [("Optional", None)]), (SUPPORT, [("*", None)]))
            if ours and node in tree.body and module not in seen:
                seen.add(module)
                continue
            tell(
                "imports",
                "breach",
                node,
                "only the two imports that were there may be used, unchanged",
            )
    for module in ("typing", SUPPORT):
        if is_program and module not in seen:
            tell(
                "imports",
                "breach",
                None,
                "the import from %s that was there is missing or changed" % module,
            )


def _is_guard(node):
    if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare):
        return False
    sides = [node.test.left, *node.test.comparators]
    shown = sorted(
        getattr(side, "id", None) or repr(getattr(side, "value", None)) for side in sides
    )
    return [type(sign) for sign in node.test.ops] == [ast.Eq] and shown == [
        "'__main__'",
        "__name__",
    ]


def _outside(node):
    """Yield the calls in *node* that are in no function's body."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _outside(child)


def _calls(tree, tell, is_program):
    guarded = 0
    for node in tree.body:
        for call in _outside(node):
            is_main = isinstance(call.func, ast.Name) and call.func.id == GUARD_CALL
            if _is_guard(node) and is_main:
                guarded += 1
            elif not (
                _is_constant(node)
                and isinstance(call.func, ast.Name)
                and call.func.id in CONSTRUCTORS
            ):
                name = _shown(call.func)
                tell("calls", "breach", call, "%s is called outside of any function" % name)
    for function in _functions(tree):
        for node in _nodes(function):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == GUARD_CALL
            ):
                tell(
                    "calls",
                    "breach",
                    node,
                    "main is called within a function; only the guard may call it",
                )
    if is_program and guarded != 1:
        tell("calls", "breach", None, "the guard at the end should call main once")


def _is_constant(node):
    """Return whether a statement assigns only to names in capitals."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return all(isinstance(target, ast.Name) and target.id.isupper() for target in targets)


def _shown(function):
    if isinstance(function, ast.Name):
        return function.id
    return "." + function.attr if isinstance(function, ast.Attribute) else "something"


def _techniques(tree, tell):
    told = set()

    def once(severity, node, what):
        if (what, node.lineno) not in told:
            told.add((what, node.lineno))
            wording = (
                "%s was not covered by then"
                if severity == "breach"
                else "%s: was it covered by then?"
            )
            tell("techniques", severity, node, wording % what)

    for node in _nodes(tree):
        kind = type(node).__name__
        if kind in BREACHES and hasattr(node, "lineno"):
            once("breach", node, BREACHES[kind])
        elif kind in REVIEWS:
            once("review", node, REVIEWS[kind])
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                if node.func.id in BREACH_NAMES:
                    once("breach", node, "%s()" % node.func.id)
                elif node.func.id in REVIEW_NAMES:
                    once("review", node, "%s()" % node.func.id)
                elif node.func.id in ("dict", "set", "frozenset"):
                    once("breach", node, "%s()" % node.func.id)
            wanted = (
                ("end", "sep")
                if isinstance(node.func, ast.Name) and node.func.id == "print"
                else ()
            )
            for keyword in node.keywords:
                if keyword.arg is None:
                    once("breach", node, "a starred argument")
                elif keyword.arg not in wanted:
                    once("review", node, "the keyword argument %s" % keyword.arg)
    for function in _functions(tree):
        for decorator in function.decorator_list:
            once("breach", decorator, "a decorator")
        if function.args.vararg or function.args.kwarg:
            once("breach", function, "a starred parameter")
        inner = [node for node in _nodes(function) if node is not function]
        for node in inner:
            if isinstance(node, ast.FunctionDef):
                once("review", node, "a function within a function")
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == function.name
            ):
                once("review", node, "recursion")


def _docstrings(tree, tell):
    for function in _functions(tree):
        if not ast.get_docstring(function):
            tell("docstrings", "breach", function, "%s has no docstring" % function.name)


def _constants(tree, tell, constants):
    texts = {value: name for name, value in constants.items() if isinstance(value, str)}
    numbers = {value: name for name, value in constants.items() if type(value) is int}
    for function in _functions(tree):
        if function.name == "num_hours":
            continue
        skipped = {
            id(node.value) for node in _nodes(function) if isinstance(node, ast.Expr)
        }  # docstrings
        for node in _nodes(function):
            if isinstance(node, ast.JoinedStr):
                skipped |= {id(part) for part in node.values}
                name = _named_text(node, texts)
                if name:
                    tell("constants", "review", node, "this text has the name %s" % name)
            if not isinstance(node, ast.Constant) or id(node) in skipped:
                continue
            if type(node.value) is str and node.value in texts:
                tell(
                    "constants",
                    "review",
                    node,
                    "%r has the name %s" % (node.value[:40], texts[node.value]),
                )
            elif type(node.value) is int and node.value not in PLAIN_NUMBERS:
                name = numbers.get(node.value)
                hint = "; is it %s?" % name if name else ""
                tell(
                    "constants",
                    "review",
                    node,
                    "the number %d should have a name%s" % (node.value, hint),
                )


def _named_text(node, texts):
    """Return the name of the constant whose text an f-string repeats; None if there is none."""
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    if len(re.sub(r"\W", "", "".join(filter(None, parts)))) < 4:
        return None
    return next((name for text, name in texts.items() if _consists_of(text, parts)), None)


def _consists_of(text, parts):
    """Return whether *parts* make up *text*; a part that is None stands for any signs but spaces."""
    ends = {0}  # of the parts so far
    for part in parts:
        if part is None:
            before, ends = ends, set()
            for end in sorted(before):
                while end < len(text) and not text[end].isspace() and end + 1 not in ends:
                    end += 1
                    ends.add(end)
        else:
            ends = {end + len(part) for end in ends if text.startswith(part, end)}
        if not ends:
            return False
    return len(text) in ends


def _blocks(function):
    """Yield every list of statements in *function*."""
    for node in _nodes(function):
        for part in ("body", "orelse", "finalbody"):
            block = getattr(node, part, None)
            if isinstance(block, list):
                yield [
                    step
                    for step in block
                    if not (isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant))
                ]


def _size(step):
    return sum(isinstance(node, ast.stmt) for node in outline.walked(step))


def _repetitions(tree, tell):
    """Report each run of at least ``REPEATED`` statements that repeats an earlier run exactly."""
    seen = {}
    for function in _functions(tree):
        for block in _blocks(function):
            shapes = [ast.dump(step) for step in block]
            sizes = [_size(step) for step in block]
            start = 0
            while start < len(block):
                end, total = start, 0
                while end < len(block) and total < REPEATED:
                    total += sizes[end]
                    end += 1
                if total < REPEATED:
                    break
                key = tuple(shapes[start:end])
                first = seen.setdefault(key, block[start])
                if first is not block[start]:
                    tell(
                        "repetition",
                        "review",
                        block[start],
                        "the same statements stand in line %d" % first.lineno,
                    )
                    start = end
                else:
                    start += 1


def _variables(tree, tell):
    changed = {name for function in _functions(tree) for name in _changed_by(function)}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
            targets = [node.target]
        else:
            continue
        for target in targets:
            for name in outline.walked(target):
                if isinstance(name, ast.Name) and name.id in changed:
                    tell(
                        "variables",
                        "breach",
                        node,
                        "%s is changed from within a function" % name.id,
                    )
                elif isinstance(name, ast.Name) and not name.id.isupper():
                    tell(
                        "variables", "review", node, "%s is a variable of the whole file" % name.id
                    )
    for node in _nodes(tree):
        if isinstance(node, ast.Global):
            tell(
                "variables",
                "breach",
                node,
                "%s is changed from within a function" % ", ".join(node.names),
            )


def _changed_by(function):
    """Yield the names of values that a function changes in place, but neither assigns nor gets as arguments."""
    arguments = function.args
    own = {one.arg for one in arguments.args + arguments.posonlyargs + arguments.kwonlyargs}
    own |= {
        node.id
        for node in _nodes(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for node in _nodes(function):
        changed = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            changed = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGES
        ):
            changed = node.func.value
        if isinstance(changed, ast.Name) and changed.id not in own:
            yield changed.id
