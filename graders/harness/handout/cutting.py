"""Cuts a grader's modules down to what public checks use.

Hidden checks share modules with public ones. A bundle gets those top-level statements of a module
that its public checks use, directly or not. So a helper or strategy that only hidden checks use
stays with staff, wherever it is. So does an operation of the driver, with the words that show it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import chain

from graders.harness.assignment.trees import (
    imported_name,
    is_constant,
    names,
    nodes,
    only,
)

Use = tuple[str, str]
"""A module, and a name that it defines; "" for all of it."""


class _Module:
    """The top-level statements of a module, and those of them that are kept."""

    def __init__(
        self, name: str, source: bytes, known: Collection[str], without: Collection[str]
    ) -> None:
        self._name = name
        self._without = without
        self._lines = source.decode().splitlines(keepends=True)
        self._known = known
        self._body = ast.parse(source).body
        self.kept: set[int] = set()

    @cached_property
    def _defined(self) -> dict[str, None]:
        """Return the names that it defines, in order."""
        return dict.fromkeys(chain.from_iterable(map(_names_of, self._body)))

    @cached_property
    def _imported(self) -> dict[str, Use]:
        """Return the uses that names of imports stand for."""
        imported: dict[str, Use] = {}
        for statement in only(ast.ImportFrom, self._body):
            imported |= self._uses_of_import(statement)
        return imported

    def _uses_of_import(self, node: ast.ImportFrom) -> dict[str, Use]:
        above = self._name.rsplit(".", node.level)[0] if node.level else ""
        base = ".".join(filter(None, (above, node.module)))
        found: dict[str, Use] = {}
        for alias in node.names:
            module = f"{base}.{alias.name}"
            use = (module, "") if module in self._known else (base, alias.name)
            if use[0] in self._known:
                found[imported_name(alias)] = use
        return found

    def wanted(self, name: str) -> Iterator[int]:
        """Yield the statements to keep if *name* is used; all of them for ""."""
        for index, statement in enumerate(self._body):
            if isinstance(statement, ast.Import | ast.ImportFrom):
                continue
            defines = _names_of(statement)
            if not (name and defines) or name in defines:
                yield index

    def tests(self) -> list[str]:
        """Return the names of the tests."""
        return [name for name in self._defined if name.startswith("test_")]

    def uses(self, index: int) -> Iterator[Use]:
        """Yield what a statement uses."""
        waiting: list[ast.AST] = [self._body[index]]
        while waiting:
            node = waiting.pop()
            match node:
                case ast.Attribute(value=ast.Name(id=name)) if name in self._imported:
                    module, member = self._imported[name]
                    yield module, member or node.attr
                    continue
                case ast.Name(id=name) if name in self._imported:
                    yield self._imported[name]
                case ast.Name(id=name) if name in self._defined:
                    yield self._name, name
                case ast.ImportFrom():
                    yield from self._uses_of_import(node).values()
            waiting += [part for part in ast.iter_child_nodes(node) if not self._is_cut(part)]

    def _is_cut(self, node: ast.AST) -> bool:
        """Return whether *node* is the keyword of an operation that is left out."""
        return isinstance(node, ast.keyword) and node.arg in self._without

    def text(self) -> bytes:
        """Return the source with the kept statements alone."""
        lines = dict(enumerate(self._lines, start=1))
        for index, statement in enumerate(self._body):
            if isinstance(statement, ast.ImportFrom):
                self._cut_import(statement, lines)
            elif not self._is_kept(index):
                _cut(statement, lines)
            elif isinstance(statement, ast.Expr):
                for node in nodes(ast.keyword, statement):
                    if self._is_cut(node):
                        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                            lines.pop(number, None)
        return "".join(lines[number] for number in sorted(lines)).encode()

    def _is_kept(self, index: int) -> bool:
        statement = self._body[index]
        if isinstance(statement, ast.Import):
            return True
        if index and is_constant(statement):  # of the attribute above
            return self._is_kept(index - 1)
        return index in self.kept

    def _cut_import(self, node: ast.ImportFrom, lines: dict[int, str]) -> None:
        """Remove the names that no kept statement has, if the modules are known ones."""
        unused = self._uses_of_import(node).keys() - self._words
        if unused:
            _cut(node, lines)
            used = [alias for alias in node.names if imported_name(alias) not in unused]
            if used:
                less = ast.ImportFrom(node.module, used, node.level)
                lines[node.lineno] = f"{ast.unparse(less)}\n"

    @cached_property
    def _words(self) -> set[str]:
        """Return all names in kept statements."""
        return names(*(self._body[index] for index in self.kept))


def _names_of(statement: ast.stmt) -> list[str]:
    """Return the names that *statement* defines; [] for one that may do something else."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets) if not nodes((ast.Attribute, ast.Subscript), *targets):
            return [node.id for node in nodes(ast.Name, *targets)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _cut(statement: ast.stmt, lines: dict[int, str]) -> None:
    """Remove the lines of *statement*, its decorators, a comment above and blank lines below."""
    decorators = getattr(statement, "decorator_list", [])
    first = min(node.lineno for node in (statement, *decorators))
    while lines.get(first - 1, "").startswith("#"):
        first -= 1
    for number in range(first, (statement.end_lineno or first) + 1):
        lines.pop(number, None)
    while lines.get(number := number + 1) == "\n":
        del lines[number]


def used_parts(
    sources: Mapping[str, bytes],
    tests: Collection[str],
    whole: Collection[str],
    operations: Mapping[str, Collection[str]] | None = None,
    without: Collection[str] = (),
) -> dict[str, bytes]:
    """Return the modules of *sources* (name -> source) that tests use, cut to what they use.

    tests: modules of checks; whole: modules that are kept unchanged, with all they use; operations:
    names of functions that are used from elsewhere, by module; without: operations whose keywords,
    each on lines of its own, are left out of the others.
    """
    modules = {name: _Module(name, source, sources, without) for name, source in sources.items()}
    waiting: list[Use] = [(name, "") for name in whole if name in modules]
    waiting += [(name, test) for name in tests for test in modules[name].tests()]
    for name, used in (operations or {}).items():
        waiting += [(name, operation) for operation in used]
    seen: set[Use] = set()
    while waiting:
        use = waiting.pop()
        if use in seen:
            continue
        seen.add(use)
        module = modules[use[0]]
        for index in set(module.wanted(use[1])) - module.kept:
            module.kept.add(index)
            waiting += module.uses(index)
    reached = {name for name, _ in seen}
    return {
        name: source if name in whole else modules[name].text()
        for name, source in sources.items()
        if name in reached
    }


def operations_in(source: bytes) -> set[str]:
    """Return the names of the public functions of a module."""
    body = ast.parse(source).body
    return {node.name for node in only(ast.FunctionDef, body) if not node.name.startswith("_")}


def words_in(source: bytes) -> set[str]:
    """Return all names in a module, those of attributes and in texts included."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
                words.add(word)
    return words
