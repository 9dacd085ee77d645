"""Lays a few definitions over a Java source, on its text, so that everything else stays as it was written.

An exemplar says only what it changes. Its file is ordinary Java: imports, and one class with the base's name.

- a method or constructor replaces the one of its name with as many parameters, or is added at the end of the class;
- a field replaces the one of its name, or is added before the first member;
- an import is added, unless the base has it;
- comments stand for nothing unless they are inside of a member, or above one that is added.

An overlay that changes nothing is an error: it would be an exemplar of nothing. This is no parser: it knows comments,
literals and brackets, which is enough for source that compiles; what does not compile is handed in whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graders.harness.proving.overlay import OverlayError

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>\"\"\".*?\"\"\"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<word>[\w$]+)
    |(?P<sign>\S)""",
    re.DOTALL | re.VERBOSE,
)
_OPENS, _CLOSES = "({[", ")}]"


@dataclass(frozen=True, slots=True)
class _Member:
    """A field, method or nested type of the class, and where it stands in the text."""

    key: tuple[str, int]
    """Its name, and how many parameters it has; -1 for what is no method."""
    above: int
    """Where the comments above it begin."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Source:
    """A Java source, taken apart."""

    text: str
    imports: tuple[str, ...]
    head_end: int
    """Where its last import ends, or its package line."""
    name: str
    members: tuple[_Member, ...]
    body_end: int
    """Where the bracket stands that closes the class."""


def java_overlay(base: str, changes: str, name: str) -> str:
    """Return *base* with the members of *changes* laid over it; *name* is what messages call the overlay's file.

    Raises OverlayError for what does not fit, and for what changes nothing.
    """
    old, new = _taken_apart(base, f"{name}: its base"), _taken_apart(changes, name)
    if old.name != new.name:
        raise OverlayError(f"{name}: its class is {new.name}, the base's {old.name}")
    edits: list[tuple[int, int, str]] = []
    fresh = [line for line in new.imports if line not in old.imports]
    if fresh:
        edits.append((old.head_end, old.head_end, "".join(f"\n{line}" for line in fresh)))
    present = {member.key: member for member in old.members}
    for member in new.members:
        text = changes[member.start : member.end]
        there = present.get(member.key)
        if there is not None:
            if base[there.start : there.end] == text:
                raise OverlayError(f"{name}: {member.key[0]} is the same as in the base: it changes nothing")
            edits.append((there.start, there.end, text))
        elif member.key[1] < 0 and old.members:
            edits.append((old.members[0].above, old.members[0].above, f"{changes[member.above : member.end]}\n    "))
        else:
            edits.append((old.body_end, old.body_end, f"\n    {changes[member.above : member.end]}\n"))
    if not edits:
        raise OverlayError(f"{name}: it changes nothing")
    result = base
    for start, end, text in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        result = result[:start] + text + result[end:]
    return result


def _taken_apart(text: str, name: str) -> _Source:
    """Return the parts of a source with one class. Raises OverlayError if it has none, or its brackets do not match."""
    imports: list[str] = []
    head_end, class_name = 0, ""
    body = 0
    tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup != "comment"]
    for index, match in enumerate(tokens):
        word = match[0]
        if word in ("import", "package"):
            head_end = text.index(";", match.start()) + 1
            if word == "import":
                imports.append(" ".join(text[match.start() : head_end].split()))
        elif word == "class":
            class_name = tokens[index + 1][0]
            body = next(later.end() for later in tokens[index:] if later[0] == "{")
            break
    if not class_name:
        raise OverlayError(f"{name} has no class")
    members, end = _members(text, body, name)
    return _Source(text, tuple(imports), head_end, class_name, tuple(members), end)


def _members(text: str, body: int, name: str) -> tuple[list[_Member], int]:
    """Return the members of the class whose body begins at *body*, and where it ends."""
    members: list[_Member] = []
    header: list[re.Match[str]] = []
    depth = 0
    field = False  # whether a value is given to it, whose brackets do not end it
    above = start = -1
    for match in _TOKEN.finditer(text, body):
        if match.lastgroup == "comment":
            if above < 0 and not _trails(text, match.start(), body):
                above = match.start()
            continue
        sign = match[0] if match.lastgroup == "sign" else ""
        if sign == "}" and depth == 0:
            return members, match.start()
        if start < 0:
            start = match.start()
            above = start if above < 0 else above
        if sign and sign in _OPENS:
            depth += 1
        elif sign and sign in _CLOSES:
            depth -= 1
        field = field or (sign == "=" and depth == 0)
        header.append(match)
        if depth == 0 and (sign == ";" or (sign == "}" and not field)):
            members.append(_Member(_key(header), above, start, match.end()))
            header, field, above, start = [], False, -1, -1
    raise OverlayError(f"{name}: its brackets do not match")


def _trails(text: str, at: int, body: int) -> bool:
    """Say whether a comment stands behind something on its line."""
    line = text[max(text.rfind("\n", 0, at) + 1, body) : at]
    return bool(line.strip())


def _key(header: list[re.Match[str]]) -> tuple[str, int]:
    """Return by what a member is found, from its tokens."""
    words = [match[0] for match in header]
    if "=" in words and "(" not in words[: words.index("=")]:
        return words[words.index("=") - 1], -1
    if "class" in words and "(" not in words[: words.index("class")]:
        return words[words.index("class") + 1], -1
    at = 0
    while at < len(words) and words[at] != "(":
        at += 1
    if at == len(words):  # a field without a value
        return words[-2], -1
    depth = parameters = 0
    for word in words[at:]:
        depth += (word in "([{<") - (word in ")]}>") if len(word) == 1 else 0
        if depth == 0:
            break
        parameters += word == "," and depth == 1
    return words[at - 1], parameters + (words[at + 1] != ")")
