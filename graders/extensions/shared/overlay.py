"""Lays a few definitions over a Python source text, and leaves everything else unchanged.

An exemplar contains only its changes. Its file is ordinary Python, and each statement acts by name:

- a function, or an assignment, replaces the one with its name, or is added;
- a class replaces or adds each method and assignment within the class of its name; a new class is
  added;
- an import replaces the imports whose names it binds all, or is added after the last import
  (`from __future__` ones after others of their kind);
- `del name` removes the definition of that name; followed by a definition of the same name it
  replaces the whole, even a class;
- `if __name__ == '__main__':` replaces the base's; any other statement is added;
- a docstring at the start of the file or of a class describes the change and is dropped.

Added statements go before the next statement of the overlay that exists in the base, else to the
end (before `if __name__ == '__main__':`). Within a class, added methods go to its end and other
statements before its first method. Statements keep their decorators, comments and layout. An
overlay without any effect, or one that removes a missing name, is an error: the exemplar would show
nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from types import UnionType
from typing import Any, TypeVar

from graders.harness.assignment.trees import imported_name, stored
from graders.harness.errors import GraderError

_MAIN = "if __name__ == '__main__'"
_Import = ast.Import | ast.ImportFrom
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class OverlayError(GraderError):
    """The overlay does not fit its base; the message names the file and the definition."""


@dataclass(frozen=True, slots=True, eq=False)
class _Statement:
    """A statement and its lines with decorators; lines count from 0, `end` is after the last."""

    node: ast.stmt
    start: int
    end: int
    text: tuple[str, ...]
    names: frozenset[str]

    @property
    def is_future(self) -> bool:
        return isinstance(self.node, ast.ImportFrom) and self.node.module == "__future__"

    def same_as(self, other: _Statement) -> bool:
        """Return whether both mean the same to the interpreter (except for layout and comments)."""
        return ast.dump(self.node) == ast.dump(other.node)


Source = TypeVar("Source", str, bytes, list[str])


def edited(source: Source, edits: Iterable[tuple[int, int, Source]]) -> Source:
    """Return *source* with each edit's text instead of the range from its first to its second
    number.

    Edits of the same position keep their order; insertions come before a replacement.
    """
    result, at = source[:0], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        result += source[at:start] + new
        at = max(at, end)
    return result + source[at:]


@dataclass(slots=True)
class _LineEdits:
    """Changes to the base's lines, collected first and applied together."""

    name: str
    lines: list[str]
    made: list[tuple[int, int, list[str]]] = field(default_factory=list)

    def replace(self, old: Sequence[_Statement], new: Sequence[str]) -> None:
        """Replace the first of the *old* statements by *new*, and remove the others."""
        first, *others = old
        self._change(first.start, first.end, new)
        for statement in others:
            self.remove(statement)

    def remove(self, old: _Statement) -> None:
        """Remove a statement with the empty lines after it."""
        end = old.end
        while end < len(self.lines) and not self.lines[end].strip():
            end += 1
        self._change(old.start, end, [])

    def _change(self, start: int, end: int, new: Sequence[str]) -> None:
        if any(other == start < other_end for other, other_end, _ in self.made):
            raise OverlayError(
                f"{self.name}: two of its statements change line {start + 1} of the base"
            )
        self.made.append((start, end, list(new)))

    def insert(self, at: int, new: Iterable[str]) -> None:
        """Insert *new* before line *at*, after earlier insertions there."""
        self.made.append((at, at, list(new)))

    def above_comments(self, line: int) -> int:
        """Return the first line of the comments right above *line*; without these, *line*."""
        while line and self.lines[line - 1].lstrip().startswith("#"):
            line -= 1
        return line


def overlay(base: str, changes: str, name: str) -> str:
    """Return *base* with the statements of *changes* laid over it; see this module's docstring.

    name: the overlay's file, for messages. Raises OverlayError if they do not fit, or if the result
    does not parse.
    """
    for text, subject in ((base, "its base"), (changes, "it")):
        if "\r" in text:
            raise OverlayError(
                f"{name}: {subject} has other line ends than LF; hand in such a file whole"
            )
    base_lines, base_body = _parse(base, f"{name}: its base")
    _, body = _parse(changes, name)
    edits = _LineEdits(name, base_lines)
    _Layer(edits).merge(base_body, _without_docstring(body))
    result = "\n".join(edited(base_lines, edits.made)).rstrip("\n") + "\n"
    _parse(result, f"{name}: laid over its base, it")
    return result


def changed_names(changes: str, name: str) -> frozenset[str]:
    """Return the qualified names that the overlay *changes* acts on.

    Two overlays without a common name can be laid over one base. Raises OverlayError.
    """
    _, body = _parse(changes, name)
    deleted = _names_of(_of_type(body, ast.Delete))
    names: set[str] = set()
    for statement in body:
        node = statement.node
        if isinstance(node, ast.ClassDef) and not statement.names & deleted:
            inner = chain.from_iterable(map(_names, node.body))
            names.update(f"{node.name}.{part}" for part in inner)
        else:
            names |= statement.names
    return frozenset(names)


@dataclass(slots=True)
class _Layer:
    """The merge of one body, a module's or a class's, into the base's."""

    edits: _LineEdits
    inside: str = ""
    """Qualified name of the class; "" for the module."""

    def qualified(self, name: str) -> str:
        """Return *name* with its class."""
        return f"{self.inside}.{name}" if self.inside else name

    def error(self, names: Iterable[str], problem: str) -> OverlayError:
        subject = ", ".join(map(self.qualified, sorted(names)))
        return OverlayError(f"{self.edits.name}: {subject} {problem}")

    def merge(self, base: list[_Statement], changes: list[_Statement]) -> None:
        """Lay *changes* over *base*."""
        self._refuse_shared_lines(base, "its base")
        self._refuse_shared_lines(changes, "it")
        if not changes:
            raise OverlayError(f"{self.edits.name}: {self.inside or 'it'} changes nothing")
        deleted = self._deleted(base, changes)
        changes = [change for change in changes if not isinstance(change.node, ast.Delete)]
        added: list[_Statement] = []
        """New statements, to insert before the next one that exists in the base."""
        replaced: frozenset[str] = frozenset()
        for change in changes:
            old = _with_names(base, change.names)
            if isinstance(change.node, _Import):
                self._import(base, change)
            elif change.names & replaced:
                continue  # a property's setter went with its getter
            elif not old:
                added.append(change)
            else:
                self._add(added, base, old[0])
                added = []
                if isinstance(change.node, ast.ClassDef) and not change.names & deleted:
                    self._class(old, change, change.node)
                else:
                    new = _with_names(changes, change.names)
                    self._replace(old, new, deleted)
                    replaced |= _names_of(new)
        main = next(iter(_with_names(base, frozenset({_MAIN}))), None)
        self._add(added, base, main)
        for statement in _with_names(base, deleted - _names_of(changes)):
            self._remove(statement, deleted)

    def _refuse_shared_lines(self, body: list[_Statement], owner: str) -> None:
        for first, second in pairwise(body):
            if second.start < first.end:
                problem = f"two statements of {owner} share line {first.end}"
                raise OverlayError(f"{self.edits.name}: {problem}; put each on its own line")

    def _deleted(self, base: list[_Statement], changes: list[_Statement]) -> frozenset[str]:
        """Return the names in `del` statements, all of which must be in the base."""
        deleted = _names_of(_of_type(changes, ast.Delete))
        for name in sorted(deleted):
            if not name.isidentifier():
                raise self.error([name], "cannot be deleted; name one definition")
        missing = deleted - _names_of(base)
        if missing:
            raise self.error(missing, "cannot be deleted, since the base has no such definition")
        return deleted

    def _import(self, base: list[_Statement], change: _Statement) -> None:
        """Replace the imports whose names *change* binds, else add *change* after the last import
        of its kind.
        """
        imports = _of_type(base, _Import)
        if any(map(change.same_as, imports)):
            raise self.error(change.names, "is imported identically by the base; leave it out")
        if change.is_future:
            future = [statement for statement in imports if statement.is_future]
            self._insert_behind(future, base, change)
            return
        old = [
            statement
            for statement in imports
            if statement.names <= change.names and not statement.is_future
        ]
        if old:
            self.edits.replace(old, change.text)
        else:
            self._insert_behind(imports, base, change)

    def _insert_behind(
        self, imports: list[_Statement], base: list[_Statement], change: _Statement
    ) -> None:
        """Insert *change* after *imports*, else after the docstring, else at the start."""
        docstring = base[: len(base) - len(_without_docstring(base))]
        before = imports or docstring
        if before:
            self.edits.insert(before[-1].end, change.text)
        else:
            self.edits.insert(base[0].start if base else 0, change.text)

    def _class(self, old: list[_Statement], change: _Statement, node: ast.ClassDef) -> None:
        """Lay the class *change*, with its *node*, over the class of its name."""
        base_node = old[0].node
        if not isinstance(base_node, ast.ClassDef) or len(old) > 1:
            raise self.error(
                change.names,
                "is not a single class in the base; `del` it first to replace it",
            )
        header = _header(node)
        if header and header != _header(base_node):
            raise self.error(
                change.names,
                "has a header that differs from the base's; `del` it first to replace it all",
            )
        base_body = _statements(base_node.body, self.edits.lines)
        body = _statements(node.body, change.text, first_line=change.start)
        if base_body[0].start < base_node.lineno or body[0].start < node.lineno:
            raise self.error(change.names, "is written on one line; put its body on separate lines")
        if _indentation(base_body[0].text) != _indentation(body[0].text):
            raise self.error(change.names, "is not indented as in the base")
        inner = _Layer(self.edits, self.qualified(node.name))
        inner.merge(base_body, _without_docstring(body))

    def _replace(
        self, old: list[_Statement], new: list[_Statement], deleted: frozenset[str]
    ) -> None:
        names = _names_of(new)
        if len(old) == len(new) and all(map(_Statement.same_as, old, new)):
            raise self.error(names, "is the same as in the base: it changes nothing")
        others = ", ".join(sorted(_names_of(old) - names - deleted))
        if others:
            raise self.error(names, f"is bound together with {others} in the base; bind these too")
        self.edits.replace(old, self._joined(new))

    def _remove(self, statement: _Statement, deleted: frozenset[str]) -> None:
        rest = statement.names - deleted
        if not rest:
            self.edits.remove(statement)
        elif isinstance(statement.node, _Import):
            node = statement.node
            node.names = [alias for alias in node.names if imported_name(alias) in rest]
            self.edits.replace([statement], [_indentation(statement.text) + ast.unparse(node)])
        else:
            others = ", ".join(sorted(rest))
            raise self.error(
                statement.names & deleted,
                f"is bound together with {others} in the base; delete these too",
            )

    def _add(
        self, new: list[_Statement], base: list[_Statement], before: _Statement | None
    ) -> None:
        """Add *new* statements to a module (None: at its end) or, by kind, to a class."""
        if self.inside:
            self._add_to_class(new, base)
        elif before:
            self._insert_above(before, new, 2)
        else:
            self._append(base, new, 2)

    def _add_to_class(self, new: list[_Statement], base: list[_Statement]) -> None:
        """Add methods to the end of a class, and other statements before its first method."""
        methods, base_methods = _of_type(new, _Function), _of_type(base, _Function)
        others = [statement for statement in new if statement not in methods]
        if base_methods:
            self._insert_above(base_methods[0], others, 1)
        else:
            self._append(base, others, 0)
        self._append(base, methods, 1)

    def _insert_above(self, old: _Statement, new: list[_Statement], space: int) -> None:
        """Insert *new* above *old* and its comments, separated by *space* empty lines."""
        if new:
            at = self.edits.above_comments(old.start)
            self.edits.insert(at, [*self._joined(new), *[""] * space])

    def _append(self, base: list[_Statement], new: list[_Statement], space: int) -> None:
        """Add *new* after *base*, separated by *space* empty lines."""
        if new:
            at = base[-1].end if base else 0
            self.edits.insert(at, [*[""] * space, *self._joined(new)])

    def _joined(self, statements: list[_Statement]) -> list[str]:
        """Return the statements' text, with the usual empty lines around definitions."""
        space = [""] * (1 if self.inside else 2)
        definitions = set(_of_type(statements, _Function | ast.ClassDef))
        result: list[str] = list(statements[0].text)
        for before, after in pairwise(statements):
            if not definitions.isdisjoint((before, after)):
                result += space
            result += after.text
        return result


def _parse(text: str, name: str) -> tuple[list[str], list[_Statement]]:
    lines = text.split("\n")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        problem = f"{error.msg} (line {error.lineno})"
        raise OverlayError(f"{name} does not parse: {problem}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        problem = str(error) or type(error).__name__
        raise OverlayError(f"{name} does not parse: {problem}") from None
    return lines, _statements(tree.body, lines)


# Statements and their names.


def _statements(
    body: list[ast.stmt], lines: Sequence[str], first_line: int = 0
) -> list[_Statement]:
    """Return the statements of a body; *lines* begins with line *first_line* of the file."""
    statements = []
    for node in body:
        decorators = getattr(node, "decorator_list", [])
        start = min(part.lineno for part in (node, *decorators)) - 1
        end = node.end_lineno or node.lineno
        text = tuple(lines[start - first_line : end - first_line])
        statements.append(_Statement(node, start, end, text, _names(node)))
    return statements


def _of_type(statements: list[_Statement], kind: type[ast.stmt] | UnionType) -> list[_Statement]:
    return [statement for statement in statements if isinstance(statement.node, kind)]


def _with_names(statements: list[_Statement], names: frozenset[str]) -> list[_Statement]:
    """Return the statements that have any of *names*."""
    return [statement for statement in statements if statement.names & names]


def _names_of(statements: list[_Statement]) -> frozenset[str]:
    return frozenset().union(*(statement.names for statement in statements))


def _names(node: ast.stmt) -> frozenset[str]:
    """Return the names that identify a statement."""
    names = _NAMES.get(type(node))
    return frozenset(names(node)) if names else frozenset()


def _names_of_if(node: ast.If) -> list[str]:
    return [_MAIN] if f"if {ast.unparse(node.test)}" == _MAIN else []


_NAMES: Mapping[type[ast.stmt], Callable[[Any], Iterable[str]]] = {
    ast.FunctionDef: lambda node: [node.name],
    ast.AsyncFunctionDef: lambda node: [node.name],
    ast.ClassDef: lambda node: [node.name],
    ast.Import: lambda node: map(imported_name, node.names),
    ast.ImportFrom: lambda node: map(imported_name, node.names),
    ast.Assign: lambda node: stored(*node.targets),
    ast.AnnAssign: lambda node: stored(node.target),
    ast.Delete: lambda node: map(ast.unparse, node.targets),
    ast.If: _names_of_if,
}
"""Type of a statement -> function that returns its names; other types have none."""


def _header(node: ast.ClassDef) -> list[str]:
    """Return the bases, keywords and decorators of a class, without their layout."""
    return [ast.dump(keyword) for keyword in (*node.bases, *node.keywords, *node.decorator_list)]


def _without_docstring(body: list[_Statement]) -> list[_Statement]:
    match [statement.node for statement in body]:
        case [ast.Expr(value=ast.Constant(value=str())), *_]:
            return body[1:]
    return body


def _indentation(text: Sequence[str]) -> str:
    return text[0][: len(text[0]) - len(text[0].lstrip())]
