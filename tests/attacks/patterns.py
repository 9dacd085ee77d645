"""Finds regular expressions that hostile text can keep busy, by reading their parse trees.

Python's `re` tries again from every place, and gives back what a repetition took. So three kinds of patterns take more
than linear time, and a fourth more memory than the text:

- a repetition of a repetition: ``(?:a+)*``
- two repetitions that can take the same characters, with nothing between them that neither can take: ``-*[ -]*``
- a repetition at the beginning of a pattern that is searched, with something after it: ``\\s*;``; also after what it
  can take itself: ``a.*;``
- a repetition of more than one character: ``(?:\\\\.|[^"])*``. It keeps some hundred bytes for each round.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

Characters = frozenset[str]
EVERY: Characters = frozenset(map(chr, [*range(0x180), *b"\n", 0x410, 0x2420]))
"""Characters that stand for all: they include some of each category."""
SEARCHES = frozenset({"search", "sub", "subn", "split", "findall", "finditer"})
CALLS = SEARCHES | {"compile", "match", "fullmatch"}


class Pattern(NamedTuple):
    """A pattern in a source file."""

    where: str
    """File and name, or the function of `re` that is called with it."""
    text: str | bytes | None
    """None if it is not written as a constant."""
    flags: int
    searched: bool
    """Whether it is tried at more than one place of a text."""


def patterns_in(path: Path, root: Path) -> Iterator[Pattern]:
    """Yield the patterns of a Python file."""
    source = path.read_bytes()
    if b"import re" not in source:
        return
    tree = ast.parse(source)
    used = [(node.value.id, node.attr) for node in ast.walk(tree) if _is_attribute_of_name(node)]
    names = {
        id(part): _name(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not _is_attribute_of_name(node.func):
            continue
        module, function = node.func.value.id, node.func.attr  # type: ignore[attr-defined]
        if module != "re" or function not in CALLS:
            continue
        name = names.get(id(node), "")
        methods = (
            {method for owner, method in used if owner == name}
            if function == "compile" and name
            else {function}
        )
        flags = [
            part.attr
            for arg in node.args[1:]
            for part in ast.walk(arg)
            if _is_attribute_of_name(part)
        ]
        first = node.args[0]
        yield Pattern(
            f"{path.relative_to(root).as_posix()}: {name or f're.{function}'}",
            first.value if isinstance(first, ast.Constant) else None,  # type: ignore[arg-type]
            functools.reduce(
                int.__or__, (int(getattr(re, flag)) for flag in flags if hasattr(re, flag)), 0
            ),
            bool(methods & SEARCHES or not methods & CALLS),
        )


def _is_attribute_of_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def _name(node: ast.Assign) -> str:
    return node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""


def faults(text: str | bytes, flags: int = 0, *, searched: bool = True) -> list[str]:
    """Return what in a pattern takes more than linear time, or memory."""
    tree = parser.parse(text, flags)
    found = [*_within(tree, tree.state.flags)]
    if searched and _begins_with_repetition(list(tree), tree.state.flags):
        found.append("it begins with a repetition, and goes on")
    _followed(
        tree, [], tree.state.flags, lambda: found.append("two repetitions of the same characters")
    )
    return found


def _within(tree: Iterable[Any], flags: int, *, inside: bool = False) -> Iterator[str]:
    for kind, value in tree:
        repeats = kind in (sre.MAX_REPEAT, sre.MIN_REPEAT) and value[1] == sre.MAXREPEAT
        if repeats and inside:
            yield "a repetition of a repetition"
        if repeats and _characters(value[2], flags) is None:
            yield "a repetition of more than one character"
        for part in _parts(kind, value):
            yield from _within(part, flags, inside=inside or repeats)


def _parts(kind: Any, value: Any) -> list[Any]:
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        return [value[2]]
    if kind is sre.SUBPATTERN:
        return [value[3]]
    if kind is sre.BRANCH:
        return list(value[1])
    return [value[1]] if kind in (sre.ASSERT, sre.ASSERT_NOT) else []


def _characters(tree: Any, flags: int) -> Characters | None:
    """Return the characters that a tree of one character takes; None for any other tree."""
    if len(tree) != 1:
        return None
    kind, value = tree[0]
    if kind is sre.SUBPATTERN:
        return _characters(value[3], flags)
    if kind is sre.ANY:
        return EVERY if flags & re.DOTALL else EVERY - {"\n"}
    if kind is sre.LITERAL:
        return frozenset(chr(value))
    if kind is sre.NOT_LITERAL:
        return EVERY - {chr(value)}
    return _class(value) if kind is sre.IN else None


CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _class(items: Any) -> Characters:
    found: set[str] = set()
    for kind, value in items:
        if kind is sre.LITERAL:
            found.add(chr(value))
        elif kind is sre.RANGE:
            found |= {one for one in EVERY if value[0] <= ord(one) <= value[1]}
        elif kind is sre.CATEGORY:
            found |= {one for one in EVERY if re.fullmatch(CATEGORIES[value], one)}
    return EVERY - found if items[0][0] is sre.NEGATE else frozenset(found)


def _begins_with_repetition(tree: list[Any], flags: int) -> bool:
    """Return whether a search can take the same characters from several places without a match."""
    lines = False
    while tree and tree[0][0] in (sre.AT, sre.SUBPATTERN):
        kind, value = tree[0]
        if kind is sre.AT and value is sre.AT_BEGINNING and not flags & re.MULTILINE:
            return False
        if (
            kind is sre.AT
            and value is sre.AT_BOUNDARY
            and len(tree) > 1
            and tree[1][0] is sre.MAX_REPEAT
        ):
            return False  # the repetition does not begin in its middle
        lines = lines or kind is sre.AT
        tree = tree[1:] if kind is sre.AT else [*value[3], *tree[1:]]
    first = EVERY
    while tree and tree[0][0] in (sre.LITERAL, sre.IN, sre.ANY, sre.NOT_LITERAL):
        first = (_characters(tree[:1], flags) or EVERY) if first is EVERY else first
        tree = tree[1:]
    if (
        len(tree) < 2
        or tree[0][0] not in (sre.MAX_REPEAT, sre.MIN_REPEAT)
        or tree[0][1][1] != sre.MAXREPEAT
    ):
        return False
    taken = _characters(tree[0][1][2], flags)
    return taken is None or (bool(taken & first) and (not lines or "\n" in taken))


def _followed(
    tree: Any, before: list[Characters], flags: int, tell: Callable[[], None]
) -> list[Characters]:
    """Return what the repetitions take that reach to the end of *tree*; *before*: those that reach to its beginning."""
    for kind, value in tree:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            least, most, body = value
            taken = _characters(body, flags)
            if most == sre.MAXREPEAT and taken is not None:
                if any(taken & other for other in before):
                    tell()
                before = [taken] if least else [*before, taken]
            else:
                after = _followed(body, before, flags, tell)
                before = after if least else [*before, *after]
        elif kind is sre.SUBPATTERN:
            before = _followed(value[3], before, flags, tell)
        elif kind is sre.BRANCH:
            before = [
                taken for branch in value[1] for taken in _followed(branch, before, flags, tell)
            ]
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            _followed(value[1], [], flags, tell)
        elif kind is not sre.AT:
            one = _characters([(kind, value)], flags) or EVERY
            before = [taken for taken in before if taken & one]
    return before
