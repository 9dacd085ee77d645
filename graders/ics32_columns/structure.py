"""Rules about the modules and classes of a submission (spec 12). They read the sources, and never run them.

*submitted* is always a mapping from file name to source, such as ``sandbox.submitted``.
"""

import ast
import functools
import re

COURSE = ("project4_sanitycheck.py", "example_tests.py", "make_project4_submission.py")
EXCEPTIONS = frozenset(
    ("BaseException", "Exception", "Warning", "KeyboardInterrupt", "SystemExit", "StopIteration")
)
STREAMS = ("stdin", "stdout")
GRAPHICS = frozenset(("pygame", "tkinter", "turtle"))
ACTS = (ast.For, ast.If, ast.Try, ast.While, ast.With)
TEST_RUNNERS = frozenset(("unittest", "pytest"))
LONG_STRING = re.compile(rb"""(?s)(\"{3}|'{3}).*?\1""")
PLAIN_GUARD = re.compile(rb"""(?m)^if __name__ == (["'])__main__\1:""")


def modules(submitted):
    """Return the syntax trees of the modules in the top folder, by name and sorted; None for a broken one."""
    return {name: _parsed(submitted[name], name) for name in _names(submitted)}


def _names(submitted):
    return sorted(
        name
        for name in submitted
        if name.endswith(".py") and "/" not in name and name not in COURSE
    )


@functools.lru_cache(maxsize=20)
def _parsed(source, name):
    try:
        return ast.parse(source, name)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@functools.lru_cache(maxsize=20)
def _nodes(tree):
    """Return all nodes of a module; cached, because every rule walks through them."""
    return tuple(ast.walk(tree))


def guard(tree):
    """Return the line of the main guard in *tree*, or 0."""
    for node in tree.body:
        if isinstance(node, ast.If) and "__name__" in [
            getattr(part, "id", "") for part in ast.walk(node.test)
        ]:
            return node.lineno
    return 0


def talks(tree):
    """Return (line, name) for each use of the terminal in *tree*."""
    found = []
    for node in _nodes(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("input", "print")
        ):
            found.append((node.lineno, f"{node.func.id}()"))
        elif (
            isinstance(node, ast.Attribute)
            and node.attr in STREAMS
            and isinstance(node.value, ast.Name)
        ):
            if node.value.id == "sys":
                found.append((node.lineno, f"sys.{node.attr}"))
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            found += [
                (node.lineno, f"sys.{alias.name}") for alias in node.names if alias.name in STREAMS
            ]
    return sorted(found)


def guarded(submitted):
    """Return the sorted names of the modules with a main guard."""
    names = [
        name for name in _names(submitted) if b"__name__" in submitted[name]
    ]  # parsing would slow every run
    return [
        name
        for name in names
        if PLAIN_GUARD.search(LONG_STRING.sub(b"", submitted[name]))
        or _is_guarded(_parsed(submitted[name], name), submitted[name])
    ]


def program(submitted):
    """Return the name of the module to run, or None.

    It has a main guard or, if none has one, it does something when it is run, and reads input, itself or through an import.
    If there are several, it is one that reads input, itself or through an import; among these, one that opens no
    window and runs no unit tests; among these, one that reads by itself; among these, the one that imports the most modules.
    """
    names = guarded(submitted) or _unguarded(submitted)
    if len(names) < 2:
        return names[0] if names else None
    trees = modules(submitted)

    def rank(name):
        reached = reachable(name, trees)
        windows = any(
            name in GRAPHICS for part in reached if trees[part] for name in _imports(trees[part])
        )
        return (
            not any(_reads(trees[part]) for part in reached),
            windows,
            _runs_unit_tests(trees[name]),
            not _reads(trees[name]),
            -len(reached),
            name != "project4.py",
            name,
        )

    return min(names, key=rank)


def _unguarded(submitted):
    """Return the names of the modules that a missing guard leaves to start: they act when they are run, and read input."""
    trees = modules(submitted)
    reading = [
        name for name in trees if any(_reads(trees[part]) for part in reachable(name, trees))
    ]
    return [
        name
        for name in reading
        if trees[name] is not None and any(_acts(step) for step in trees[name].body)
    ]


def _acts(step):
    """Return whether a statement of a module does more than define, import or assign."""
    return isinstance(step, ACTS) or (
        isinstance(step, ast.Expr) and isinstance(step.value, ast.Call)
    )


def _runs_unit_tests(tree):
    """Return whether a module has a test case, or calls ``unittest.main`` or ``pytest.main``."""
    return tree is not None and any(
        (isinstance(node, ast.ClassDef) and is_test_case(node))
        or (
            isinstance(node, ast.Attribute)
            and node.attr == "main"
            and getattr(node.value, "id", "") in TEST_RUNNERS
        )
        or (
            isinstance(node, ast.ImportFrom)
            and node.module in TEST_RUNNERS
            and "main" in _imported(node)
        )
        for node in _nodes(tree)
    )


def _imported(node):
    return [alias.name for alias in node.names]


def _is_guarded(tree, source):
    if tree is not None:
        return guard(tree) > 0
    lines = (
        source.replace(b" ", b"").replace(b'"', b"'").splitlines()
    )  # broken: running it reports the line
    return any(line.startswith(b"if__name__=='__main__':") for line in lines)


def reachable(name, trees):
    """Return the names of the modules of the program *name*: itself, and all direct and indirect imports."""
    found, waiting = [], [name]
    while waiting:
        one = waiting.pop()
        if one in trees and one not in found:
            found.append(one)
            waiting += [other + ".py" for other in _imports(trees[one])] if trees[one] else []
    return found


def _reads(tree):
    return tree is not None and any(what in ("input()", "sys.stdin") for _line, what in talks(tree))


def _imports(tree):
    for node in _nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            if node.module:
                yield node.module
            if node.level or not node.module:
                for alias in node.names:
                    yield alias.name


def is_test_case(node):
    """Return whether a class holds unit tests."""
    return any(
        isinstance(part, (ast.Attribute, ast.Name))
        and getattr(part, "attr", getattr(part, "id", "")) == "TestCase"
        for base in node.bases
        for part in ast.walk(base)
    )


def classes(trees):
    """Return (file, node, whether it is an exception) for each class except those of unit tests."""
    found = [
        (name, node)
        for name, tree in trees.items()
        if tree is not None
        for node in _nodes(tree)
        if isinstance(node, ast.ClassDef) and not is_test_case(node)
    ]
    exceptions, before = set(), -1
    while len(exceptions) > before:  # a class may be derived from one in another file
        before = len(exceptions)
        for _name, node in found:
            bases = [
                base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
                for base in node.bases
            ]
            if any(
                base in EXCEPTIONS or base in exceptions or base.endswith("Error") for base in bases
            ):
                exceptions.add(node.name)
    return [(name, node, node.name in exceptions) for name, node in found]


def findings(submitted):
    """Return [rule, severity, file, line, message] for each broken rule."""
    trees = modules(submitted)
    if not trees:
        return []
    main = program(submitted)
    used = trees if main is None else {name: trees[name] for name in reachable(main, trees)}
    every = classes(used)
    return (
        _unread(trees, submitted)
        + _about_modules(trees, used, main)
        + _about_mechanics(used, main, every)
        + _about_exceptions(used, main, every)
        + _about_names(trees, submitted)
    )


def _unread(trees, submitted):
    """Report the modules that Python runs, but that are too complex to parse here."""
    return [
        ["not-looked-at", "review", name, 1, "too complex to be looked at"]
        for name, tree in trees.items()
        if tree is None and not _is_refused(submitted[name])
    ]


def _is_refused(source):
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return True
    except (RecursionError, MemoryError):
        pass
    return False


def _about_modules(trees, used, main):
    found = []
    first = main or next(iter(trees))
    if len(used) < 2:
        found.append(
            [
                "modules",
                "breach",
                first,
                1,
                "the only module of the program; mechanics and interface should be apart",
            ]
        )
    if main is None:
        found.append(
            ["program", "breach", first, 1, "neither this nor any other module has a main guard"]
        )
    elif trees[main] is not None and not guard(trees[main]):
        found.append(
            [
                "program",
                "breach",
                main,
                1,
                "was started, but neither this nor any other module has a main guard",
            ]
        )
    for name, tree in trees.items():
        if name != main and tree is not None and guard(tree):
            text = f"has a main guard, and so has {main}, which was started; exactly one module should be executable"
            found.append(["program", "breach", name, guard(tree), text])
    return found


def _about_mechanics(trees, main, every):
    """Report if no module besides the program has a class for the state and makes no use of the terminal."""
    homes = sorted(
        {name for name, _node, is_exception in every if not is_exception and name != main}
    )
    if not homes:
        return [
            [
                "class",
                "breach",
                main or next(iter(trees)),
                1,
                "no other module has a class for the state",
            ]
        ]
    used = [(name, line, what) for name in homes for line, what in talks(trees[name])]
    if len({name for name, _line, _what in used}) < len(homes):
        return []
    return [
        [
            "mechanics",
            "breach",
            name,
            line,
            f"{what} in the mechanics, which neither read nor print",
        ]
        for name, line, what in used
    ]


def _about_exceptions(trees, main, every):
    own = {node.name for _name, node, is_exception in every if is_exception}
    if not own:
        return [
            [
                "exceptions",
                "breach",
                main or next(iter(trees)),
                1,
                "no exception class of your own in any module",
            ]
        ]
    for name, tree in trees.items():
        if name != main and tree is not None:
            for node in _nodes(tree):
                if isinstance(node, ast.Raise) and own & {
                    part.id if isinstance(part, ast.Name) else part.attr
                    for part in ast.walk(node)
                    if isinstance(part, (ast.Name, ast.Attribute))
                }:
                    return []
    where = next((name, node.lineno) for name, node, is_exception in every if is_exception)
    return [
        [
            "raises",
            "note",
            where[0],
            where[1],
            "no module besides the program raises an exception of your own",
        ]
    ]


def _about_names(trees, submitted):
    found = []
    for name in trees:
        lines = [line.strip() for line in submitted[name].splitlines()]
        if not next((line for line in lines if line), b"").startswith((b"#", b"\xef\xbb\xbf#")):
            found.append(
                [
                    "name",
                    "note",
                    name,
                    1,
                    "does not begin with a comment that has a name and student number",
                ]
            )
    return found
