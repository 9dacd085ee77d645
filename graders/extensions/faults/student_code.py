"""The definitions of a submission that the reference has not, as overlays on it, without the
student's words.

A file is taken apart by tree-sitter, in this process: it serves staff alone and grades nobody. A
*word* is a name or a text. Words that no file of the course has are replaced; comments go.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Node

from graders.extensions.shared.authoring import authoring_of
from graders.extensions.shared.exemplars import solved_file
from graders.extensions.shared.overlay import OverlayError, edited
from graders.extensions.shared.syntax_trees import (
    all_in,
    parts_of,
    text_of,
    tree_of,
)
from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import GraderError

BY_HAND = "write the exemplar by hand (docs/writing-a-grader.md)"
TEXT = b"text"
"""Replaces a text of the student."""
_WORD = re.compile(r"[^\W\d]\w*")
_NAMES = frozenset({"identifier", "type_identifier"})
_TEXTS = frozenset({"string_content", "string_fragment"})
_PASS_BEFORE = re.compile(r"^( *)pass\n(?=\1\S)", re.MULTILINE)
_PASS_BEHIND = re.compile(r"^( *)(\S.*\n)\1pass\n", re.MULTILINE)
"""A superfluous `pass` before or behind another statement."""
_WORDS = _NAMES | _TEXTS
"""Types of leaves."""
_OF_PYTHON = {*dir(builtins), *keyword.kwlist, "self", "cls"}.union(
    *map(dir, (str, list, dict, set, tuple, int, float))
)


class Syntax(NamedTuple):
    """The syntax of a language, as far as it matters here."""

    class_: str
    """Type of the node of a class."""
    statements: tuple[str, ...]
    """Ends of the types of statements."""
    nothing: bytes
    """A statement that does nothing."""
    shell: str
    """A class around members."""


LANGUAGES: Mapping[str, Syntax] = {
    ".py": Syntax("class_definition", ("_statement",), b"pass", "class {}:\n{}"),
    ".java": Syntax(
        "class_declaration",
        ("_statement", "local_variable_declaration"),
        b"{}",
        "class {} {{\n{}\n}}",
    ),
}
"""By the suffix of files."""


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A statement of a submission's module, or a member of one of its classes."""

    file: str
    owner: str
    """The class; "" in the module."""
    node: Node
    indent: str

    def parts(self) -> Iterator[tuple[int, Node]]:
        """Yield all nodes in the unit, numbered."""
        return enumerate(all_in(self.node))

    def leaves(self) -> list[str]:
        """Return the unit's text without layout and comments."""
        return [
            text_of(part) for part in all_in(self.node) if not part.children and not part.is_extra
        ]


@dataclass(frozen=True)
class Program:
    """Some units of a submission, laid over the reference."""

    bases: Mapping[str, str]
    """The reference's files."""
    language: Syntax
    vocabulary: frozenset[str]
    """Words of the course, and of Python."""
    units: Sequence[Unit]
    kept: frozenset[tuple[Unit, int]] | None = None
    """The statements inside the units that stay; None for all."""
    words: frozenset[str] | None = None
    """The student's words that stay; None for all."""

    def with_units(self, units: Sequence[Unit]) -> Program:
        """Return this program with other units."""
        return replace(self, units=units)

    def with_statements(self, kept: Iterable[tuple[Unit, int]]) -> Program:
        """Return this program with no other statements in its units."""
        return replace(self, kept=frozenset(kept))

    def with_words(self, kept: Iterable[str]) -> Program:
        """Return this program with no other words of the student."""
        return replace(self, words=frozenset(kept))

    def statements(self) -> list[tuple[Unit, int]]:
        """Return the statements inside the units, each as its unit and its number."""
        return [
            (unit, number)
            for unit in self.units
            for number, part in unit.parts()
            if number and part.type.endswith(self.language.statements)
        ]

    @cached_property
    def foreign(self) -> list[str]:
        """The student's words, in their order."""
        words = dict.fromkeys(
            text_of(part)
            for unit in self.units
            for part, is_gone in self._parts(unit)
            if part.type in _WORDS and not is_gone
        )
        return [word for word in words if word not in self.vocabulary]

    @cached_property
    def _staying(self) -> frozenset[str]:
        return self.vocabulary | (self.words or frozenset())

    @cached_property
    def _new_names(self) -> Mapping[str, bytes]:
        names = (item for item in self.foreign if item.isidentifier())
        gone = [name for name in names if name not in self._staying]
        return {name: b"name%d" % number for number, name in enumerate(gone, 1)}

    def files(self) -> dict[str, bytes]:
        """Return the files of the program. Raises OverlayError."""
        laid = {
            name: _laid_over(self.bases[name], text.decode(), name)
            for name, text in self.overlays().items()
        }
        return {name: text.encode() for name, text in {**self.bases, **laid}.items()}

    def overlays(self) -> dict[str, bytes]:
        """Return the files of the exemplar."""
        names = dict.fromkeys(unit.file for unit in self.units)
        return {name: self._overlay(name) for name in names}

    def _overlay(self, name: str) -> bytes:
        owners: dict[str, list[str]] = {}
        for unit in self.units:
            if unit.file == name:
                owners.setdefault(unit.owner, []).append(self._text(unit))
        shells = dict.fromkeys(owners, self.language.shell) | {"": "{1}"}
        parts = [shells[owner].format(owner, "\n".join(texts)) for owner, texts in owners.items()]
        text = "\n".join(parts) + "\n"
        return _laid_out(text) if _suffix(name) == ".py" else text.encode()

    def _text(self, unit: Unit) -> str:
        source, start = unit.node.text or b"", unit.node.start_byte
        edits = [
            (part.start_byte - start, part.end_byte - start, new)
            for part, is_gone in self._parts(unit)
            if (new := self._instead(part, is_gone=is_gone)) is not None
        ]
        return unit.indent + edited(source, edits).decode()

    def _parts(self, unit: Unit) -> Iterator[tuple[Node, bool]]:
        """Yield the nodes of *unit*, with whether they go; nothing that is inside those."""
        end = 0
        for number, part in unit.parts():
            is_gone = part.is_extra or (unit, number) in self._gone
            if part.start_byte >= end:
                yield part, is_gone
                end = part.end_byte if is_gone else end

    def _instead(self, part: Node, *, is_gone: bool) -> bytes | None:
        """Return what replaces a part of a unit; None if it stays."""
        if is_gone:
            return b"" if part.is_extra else self.language.nothing
        word = text_of(part)
        if self.words is None or part.type not in _WORDS or word in self._staying:
            return None
        return TEXT if part.type in _TEXTS else self._new_names[word]

    @cached_property
    def _gone(self) -> frozenset[tuple[Unit, int]]:
        """The statements that do not stay."""
        if self.kept is None:
            return frozenset()
        return frozenset(self.statements()) - self.kept


def program_of(assignment: Assignment, files: Mapping[str, bytes]) -> Program:
    """Return the reference with all units of a submission that it lacks. Raises GraderError."""
    suffix = assignment.manifest.suffix
    names = [file for file in assignment.files.solved if file in files]
    if not names:
        wanted = ", ".join(assignment.files.solved)
        raise GraderError(
            f"the submission has no file named like one of the reference's ({wanted}), so that "
            f"nothing can be laid over it: {BY_HAND}"
        )
    bases = {name: solved_file(assignment.reference, name).decode() for name in names}
    course = [
        path.read_text()
        for folder in (assignment.reference, assignment.starter)
        for path in sorted(folder.glob(f"**/*{suffix}"))
    ]
    trees = [tree_of(text.encode(), suffix) for text in course]
    texts = {text_of(node) for tree in trees for node in all_in(tree)}
    vocabulary = texts.union(_OF_PYTHON, *map(_WORD.findall, course))
    units = []
    for name in names:
        known = [(unit.owner, unit.leaves()) for unit in _units(name, bases[name].encode(), suffix)]
        units += [
            unit
            for unit in _units(name, files[name], suffix)
            if (unit.owner, unit.leaves()) not in known
        ]
    return Program(bases, LANGUAGES[suffix], frozenset(vocabulary), units)


def _units(name: str, data: bytes, suffix: str) -> Iterator[Unit]:
    """Yield the units of a file. Raises GraderError."""
    root = tree_of(data, suffix)
    if root.has_error:
        raise GraderError(f"{name} does not parse, so that it has to stay whole: {BY_HAND}")
    for part in parts_of(root):
        body = part.child_by_field_name("body")
        if part.type != LANGUAGES[suffix].class_ or body is None:
            yield Unit(name, "", part, "")
            continue
        owner = text_of(part.child_by_field_name("name"))
        for member in parts_of(body):
            yield Unit(name, owner, member, " " * member.start_point.column)


def _laid_over(base: str, changes: str, name: str) -> str:
    """Return a file of the reference with *changes*. Raises OverlayError."""
    authoring = authoring_of(name)
    assert authoring is not None, "it was taken apart"
    return authoring.overlay(base, changes, name)


def _laid_out(text: str) -> bytes:
    """Return Python code in the usual layout, without superfluous `pass`. Raises OverlayError."""
    try:
        written = ast.unparse(ast.parse(text)) + "\n"
    except (SyntaxError, ValueError, RecursionError) as error:
        raise OverlayError(str(error)) from None
    return _PASS_BEHIND.sub(r"\1\2", _PASS_BEFORE.sub("", written)).encode()


def _suffix(name: str) -> str:
    return f".{name.rpartition('.')[2]}"
