"""Expressions in Python with their types in Java, and the types of the submission's members."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from graders.extensions.shared.syntax_trees import all_in, parts_of, text_of, tree_of

WHOLE = ("byte", "short", "int", "long", "Byte", "Short", "Integer", "Long", "BigInteger")
PARTS = ("double", "float", "Double", "Float")
NUMBERS = (*WHOLE, *PARTS)
PLAIN = frozenset([*NUMBERS, "boolean", "Boolean", "char", "Character", "String"])
"""Types whose values nobody can change."""
LISTS = ("List", "ArrayList", "LinkedList")
SETS = ("Set", "HashSet", "TreeSet", "LinkedHashSet", "SortedSet")
MAPS = ("Map", "HashMap", "TreeMap", "LinkedHashMap", "SortedMap")
COLLECTIONS = (*LISTS, *SETS, *MAPS)
TEXT = " text"
"""Ending of the type of a date, or a day, that stands as its text: "LocalDate text"."""
_TAKEN = frozenset(["student", "check", "pytest", "str", "len", "expect_unordered", "raised"])


class Term(NamedTuple):
    """An expression in Python, and its type in Java; "" if that is unknown."""

    code: str
    type: str = ""

    @property
    def raw(self) -> str:
        """The last name of the type, without arguments."""
        return self.type.partition("<")[0].rpartition(".")[2]

    @property
    def part(self) -> str:
        """The type of an element, or of a map's value."""
        if self.type.endswith("[]"):
            return self.type[:-2]
        return self._arguments.rpartition(",")[2].strip()

    @property
    def key(self) -> str:
        """The type of a key, or of a member of a set."""
        return self._arguments.partition(",")[0].strip()

    @property
    def _arguments(self) -> str:
        return self.type.partition("<")[2].removesuffix(">")

    @property
    def is_list(self) -> bool:
        """Whether it is a list in Python."""
        return self.raw in LISTS or self.is_array

    @property
    def is_array(self) -> bool:
        """Whether it is an array in Java."""
        return self.type.endswith("[]")

    @property
    def has_size(self) -> bool:
        """Whether Python's `len` is its size."""
        return self.is_list or self.raw in (*SETS, *MAPS, "String")

    @property
    def is_text(self) -> bool:
        """Whether it is a date that stands as its text."""
        return self.type.endswith(TEXT)


def joined(terms: list[Term]) -> str:
    """Return the terms as items of a list."""
    return ", ".join(term.code for term in terms)


def python_name(name: str) -> str:
    """Return a name of Java that Python takes, too."""
    return f"{name}_" if keyword.iskeyword(name) or name in _TAKEN else name


class Members(NamedTuple):
    """The types of the members of the submission's and the course's classes."""

    methods: Mapping[str, Mapping[str, str]]
    """Class -> method -> the type that it returns; "" if there are several. Behind a slash stands
    the number of parameters; a field has a dot before its name.
    """
    owners: Mapping[str, str]
    """Class -> the class around it, or ""."""


def members_of(sources: Mapping[str, str]) -> Members:
    """Return the types of the members of the classes in *sources*."""
    methods: dict[str, dict[str, str]] = {}
    owners: dict[str, str] = {}
    for file, source in sources.items():
        for node in all_in(tree_of(source.encode(), file)):
            body = node.child_by_field_name("body")
            is_class = node.type.endswith("_declaration") and body is not None
            if not is_class or node.type in ("method_declaration", "constructor_declaration"):
                continue
            name = text_of(node.child_by_field_name("name"))
            around = node.parent and node.parent.parent
            owners[name] = text_of(around.child_by_field_name("name")) if around else ""
            found = methods.setdefault(name, {})
            for key, kind in _members(node, body or node):
                found[key] = kind if found.get(key, kind) == kind else ""
    return Members(methods, owners)


def _members(owner: Node, body: Node) -> Iterator[tuple[str, str]]:
    """Yield the keys of a class's members, and their types."""
    for member in parts_of(body):
        kind = text_of(member.child_by_field_name("type"))
        if member.type == "field_declaration":
            for declarator in member.children_by_field_name("declarator"):
                yield f".{text_of(declarator.child_by_field_name('name'))}", kind
        elif member.type == "method_declaration":
            name = text_of(member.child_by_field_name("name"))
            count = len(parts_of(member.child_by_field_name("parameters") or member))
            yield from ((name, kind), (f"{name}/{count}", kind))
    for part in parts_of(owner.child_by_field_name("parameters") or owner):
        if part.type == "formal_parameter":  # of a record
            name = text_of(part.child_by_field_name("name"))
            yield name, text_of(part.child_by_field_name("type"))
