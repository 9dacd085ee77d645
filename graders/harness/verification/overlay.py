"""Lays a few definitions over a Python source, on its text, so that everything else stays as it was
written.

An exemplar says only what it changes. Its file is ordinary Python, and each statement of it acts by
name:

- a function, or an assignment, replaces the one of that name, or is added;
- a class replaces or adds, within the class of that name, each method and assignment; a new class
  is added;
- an import replaces the imports that bind nothing but names it binds itself, or is added after the
  last import (`from __future__` ones after their like);
- `del name` removes what is called so; followed by a definition of the same name it replaces the
  whole, also a class;
- `if __name__ == '__main__':` replaces the one that is there; any other statement is added;
- a docstring at the head of the file or of a class describes the change and goes nowhere.

What is added goes before the next statement of the overlay that has its place in the base, else to
the end (before `if __name__ == '__main__':`); within a class, methods go to its end and other
statements before its first method. A statement keeps its decorators, comments and layout. An
overlay that changes nothing, or removes what is not there, is an error: it would be an exemplar of
nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from graders.harness.errors import GraderError

_MAIN = "if __name__ == '__main__'"
_PARSER_GIVES_UP = (SyntaxError, ValueError, RecursionError, MemoryError)
_Import = ast.Import | ast.ImportFrom
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class OverlayError(GraderError):
    """The overlay does not fit its base; the message names the file and the definition."""


@dataclass(frozen=True, slots=True, eq=False)
class _Statement:
    """A statement and the lines it takes, decorators included; lines count from 0, `end` is behind
    the last.
    """

    node: ast.stmt
    start: int
    end: int
    text: tuple[str, ...]
    names: frozenset[str]

    @property
    def is_future(self) -> bool:
        return isinstance(self.node, ast.ImportFrom) and self.node.module == "__future__"

    def same_as(self, other: _Statement) -> bool:
        """Tell whether both mean the same to the interpreter (layout and comments aside)."""
        return ast.dump(self.node) == ast.dump(other.node)


Source = TypeVar("Source", str, bytes, list[str])


def edited(source: Source, edits: Iterable[tuple[int, int, Source]]) -> Source:
    """Return *source* with each edit put in the place of what is from its first to its second
    number.

    What goes to the same place keeps its order, before what replaces something there.
    """
    result, at = source[:0], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        result += source[at:start] + new
        at = max(at, end)
    return result + source[at:]


@dataclass(slots=True)
class _Edits:
    """Changes to the base's lines, collected first and applied at once."""

    name: str
    lines: list[str]
    made: list[tuple[int, int, list[str]]] = field(default_factory=list)

    def replace(self, old: _Statement, new: Sequence[str]) -> None:
        """Put *new* in the place of a statement."""
        self._change(old.start, old.end, new)

    def remove(self, old: _Statement) -> None:
        """Drop a statement with the empty lines behind it."""
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
        """Put *new* before line *at*, after what was put there before."""
        self.made.append((at, at, list(new)))


def overlay(base: str, changes: str, name: str) -> str:
    """Return *base* with the statements of *changes* laid over it, by the rules at the head of this
    module.

    *name* is what messages call the overlay's file. Raises OverlayError for what does not fit, and
    when the result would not parse.
    """
    for text, what in ((base, "its base"), (changes, "it")):
        if "\r" in text:
            raise OverlayError(
                f"{name}: {what} has other line ends than LF; hand in such a file whole"
            )
    base_lines, base_body = _parse(base, f"{name}: its base")
    _, body = _parse(changes, name)
    edits = _Edits(name, base_lines)
    last = max((statement.end for statement in base_body), default=0)
    _Layer(edits, None).merge(base_body, _without_docstring(body), last)
    result = "\n".join(edited(base_lines, edits.made)).rstrip("\n") + "\n"
    _parse(result, f"{name}: laid over its base, it")
    return result


@dataclass(slots=True)
class _Layer:
    """The merge of one body, a module's or a class's, into the base's."""

    edits: _Edits
    inside: str | None
    """Name of the class, None for the module."""

    def error(self, names: Iterable[str], what: str) -> OverlayError:
        shown = ", ".join(
            f"{self.inside}.{name}" if self.inside else name for name in sorted(names)
        )
        return OverlayError(f"{self.edits.name}: {shown} {what}")

    def merge(self, base: list[_Statement], changes: list[_Statement], end: int) -> None:
        """Lay *changes* over *base*, whose last line is before *end*."""
        self._refuse_shared_lines(base, "its base")
        self._refuse_shared_lines(changes, "it")
        deleted = self._deleted(base, changes)
        changes = [change for change in changes if not isinstance(change.node, ast.Delete)]
        if not changes and not deleted:
            raise OverlayError(f"{self.edits.name}: {self.inside or 'it'} changes nothing")
        waiting: list[_Statement] = []
        done: set[str] = set()
        for change in changes:
            if isinstance(change.node, _Import):
                self._import(base, change, deleted)
                continue
            if change.names & done:
                continue  # a property's setter went with its getter
            old = [statement for statement in base if statement.names & change.names]
            if not old:
                waiting.append(change)
                continue
            self._add(waiting, self._above_comments(old[0].start), base, behind=False)
            waiting = []
            if isinstance(change.node, ast.ClassDef) and not change.names & deleted:
                self._class(old, change)
            else:
                group = [other for other in changes if other.names & change.names]
                done |= frozenset().union(*(other.names for other in group))
                self._replace(old, group, deleted)
        main = next((statement for statement in base if _MAIN in statement.names), None)
        self._add(
            waiting, self._above_comments(main.start) if main else end, base, behind=main is None
        )
        defined = frozenset().union(*(change.names for change in changes))
        for statement in base:
            if statement.names & (deleted - defined):
                self._remove(statement, deleted)

    def _refuse_shared_lines(self, body: list[_Statement], whose: str) -> None:
        for first, second in pairwise(body):
            if second.start < first.end:
                shared = f"two statements of {whose} share line {first.end}"
                raise OverlayError(f"{self.edits.name}: {shared}; give each a line of its own")

    def _deleted(self, base: list[_Statement], changes: list[_Statement]) -> frozenset[str]:
        """Return the names in `del` statements, each of which must be there."""
        deleted: set[str] = set()
        for change in changes:
            if isinstance(change.node, ast.Delete):
                for target in change.node.targets:
                    if not isinstance(target, ast.Name):
                        raise self.error(
                            [ast.unparse(target)], "cannot be deleted; name one definition"
                        )
                    deleted.add(target.id)
        missing = deleted - frozenset().union(*(statement.names for statement in base))
        if missing:
            raise self.error(missing, "is to be deleted, but the base has no such definition")
        return frozenset(deleted)

    def _import(self, base: list[_Statement], change: _Statement, deleted: frozenset[str]) -> None:
        imports = [statement for statement in base if isinstance(statement.node, _Import)]
        if any(statement.same_as(change) for statement in imports):
            raise self.error(change.names, "is imported by the base just so; leave it out")
        old = [
            statement
            for statement in imports
            if statement.names <= change.names and not statement.is_future
        ]
        if old and not change.is_future:
            self.edits.replace(old[0], change.text)
            for statement in old[1:]:
                self.edits.remove(statement)
            return
        before = [
            statement
            for statement in base
            if _is_docstring(statement.node)
            or (statement in imports and (statement.is_future or not change.is_future))
        ]
        at = max((statement.end for statement in before), default=base[0].start if base else 0)
        self.edits.insert(at, change.text)

    def _class(self, old: list[_Statement], change: _Statement) -> None:
        """Lay a class over the one of its name."""
        ours, theirs = old[0].node, change.node
        assert isinstance(theirs, ast.ClassDef)
        if not isinstance(ours, ast.ClassDef) or len(old) > 1:
            raise self.error(
                change.names, "is not a single class in the base; `del` it first to replace it"
            )
        header = [
            ast.dump(part) for part in (*theirs.bases, *theirs.keywords, *theirs.decorator_list)
        ]
        if header and header != [
            ast.dump(part) for part in (*ours.bases, *ours.keywords, *ours.decorator_list)
        ]:
            raise self.error(
                change.names,
                "has another header than in the base; `del` it first to replace the whole",
            )
        base_body = _statements(ours.body, self.edits.lines)
        body = _statements(theirs.body, change.text, first_line=change.start)
        if base_body[0].start < ours.lineno or body[0].start < theirs.lineno:
            raise self.error(change.names, "is written on one line; give its body lines of its own")
        if _indentation(base_body[0].text) != _indentation(body[0].text):
            raise self.error(change.names, "is indented otherwise than in the base")
        inner = _Layer(self.edits, f"{self.inside}.{theirs.name}" if self.inside else theirs.name)
        inner.merge(base_body, _without_docstring(body), base_body[-1].end)

    def _replace(
        self, old: list[_Statement], new: list[_Statement], deleted: frozenset[str]
    ) -> None:
        names = frozenset().union(*(statement.names for statement in new))
        if len(old) == len(new) and all(
            ours.same_as(theirs) for ours, theirs in zip(old, new, strict=True)
        ):
            raise self.error(names, "is the same as in the base: it changes nothing")
        for statement in old:
            others = ", ".join(sorted(statement.names - names - deleted))
            if others:
                raise self.error(
                    names, f"is bound together with {others} in the base; bind these too"
                )
        self.edits.replace(old[0], self._joined(new))
        for statement in old[1:]:
            self.edits.remove(statement)

    def _remove(self, statement: _Statement, deleted: frozenset[str]) -> None:
        rest = statement.names - deleted
        if not rest:
            self.edits.remove(statement)
        elif isinstance(statement.node, _Import):
            node = statement.node
            node.names = [alias for alias in node.names if _bound(alias) in rest]
            self.edits.replace(statement, [_indentation(statement.text) + ast.unparse(node)])
        else:
            shown = ", ".join(sorted(rest))
            raise self.error(
                statement.names & deleted,
                f"is bound together with {shown} in the base; delete these too",
            )

    def _add(self, new: list[_Statement], at: int, base: list[_Statement], *, behind: bool) -> None:
        """Insert new statements at a place that is before a statement, or *behind* the last one."""
        if self.inside is None:
            self._insert(new, at, 2, behind=behind)
            return
        methods = [statement for statement in new if isinstance(statement.node, _Function)]
        others = [statement for statement in new if not isinstance(statement.node, _Function)]
        first = next(
            (statement for statement in base if isinstance(statement.node, _Function)), None
        )
        if first:
            self._insert(others, self._above_comments(first.start), 1, behind=False)
        else:
            self._insert(others, base[-1].end, 0, behind=True)
        self._insert(methods, base[-1].end, 1, behind=True)

    def _insert(self, new: list[_Statement], at: int, space: int, *, behind: bool) -> None:
        if new:
            text, empty = self._joined(new), [""] * space
            self.edits.insert(at, [*empty, *text] if behind else [*text, *empty])

    def _joined(self, statements: list[_Statement]) -> list[str]:
        """Return the text of these statements, with empty lines around definitions as they are
        usual.
        """
        result: list[str] = list(statements[0].text)
        for before, after in pairwise(statements):
            apart = any(isinstance(each.node, _Function | ast.ClassDef) for each in (before, after))
            result += [""] * ((1 if self.inside else 2) if apart else 0) + list(after.text)
        return result

    def _above_comments(self, line: int) -> int:
        """Return the line before which to insert so that the comments right above *line* stay with
        it.
        """
        while line and self.edits.lines[line - 1].lstrip().startswith("#"):
            line -= 1
        return line


def _parse(text: str, name: str) -> tuple[list[str], list[_Statement]]:
    lines = text.split("\n")
    try:
        tree = ast.parse(text)
    except _PARSER_GIVES_UP as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) else ""
        what = error.msg if isinstance(error, SyntaxError) else (str(error) or type(error).__name__)
        raise OverlayError(f"{name} does not parse: {what}{line}") from None
    return lines, _statements(tree.body, lines)


def _statements(
    body: list[ast.stmt], lines: Sequence[str], first_line: int = 0
) -> list[_Statement]:
    """Return the statements of a body; *lines* begins with line *first_line* of the file."""
    found = []
    for node in body:
        decorators = getattr(node, "decorator_list", [])
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)]) - 1
        end = node.end_lineno or node.lineno
        text = tuple(lines[start - first_line : end - first_line])
        found.append(_Statement(node, start, end, text, _names(node)))
    return found


def _names(node: ast.stmt) -> frozenset[str]:
    """Return the names by which a statement is found."""
    if isinstance(node, _Function | ast.ClassDef):
        return frozenset({node.name})
    if isinstance(node, _Import):
        return frozenset(_bound(alias) for alias in node.names)
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return frozenset(
            name.id
            for target in targets
            for name in ast.walk(target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        )
    if isinstance(node, ast.If) and f"if {ast.unparse(node.test)}" == _MAIN:
        return frozenset({_MAIN})
    return frozenset()


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.split(".", maxsplit=1)[0]


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _without_docstring(body: list[_Statement]) -> list[_Statement]:
    return body[1:] if body and _is_docstring(body[0].node) else body


def _indentation(text: Sequence[str]) -> str:
    return text[0][: len(text[0]) - len(text[0].lstrip())]
