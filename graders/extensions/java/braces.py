"""Finds the blocks of a Java file by their braces, and the names of its methods and types.

The file is hostile text, and may be no Java at all. It is read once, in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from graders.harness.assignment.nesting import MOST_NAMES, above, around
from graders.harness.result import printable

MOST_HEAD = 400
"""Characters before a brace in which the declaration of its block is looked for."""
DEEPEST = 200
"""Blocks round a line, at most."""
# Each alternative but the last ends where the text does, so that none fails after a long way. Texts
# are read to a limit, because such a repetition keeps memory for each round.
_TOKEN = re.compile(
    r"""/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n]){0,1000}"?|'(?:\\.|[^'\\\n]){0,9}'?|[{};\n]""",
    re.DOTALL,
)
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w{1,100})")
_METHOD = re.compile(r"(?<![@\w.])(\w{1,100})\s{0,20}\(")
_NO_METHOD = re.compile(
    r"\b(?:if|else|for|while|do|switch|case|try|catch|finally|synchronized|return|new|throw)\b|->|="
)
_STATEMENT = re.compile(r"\b(?:if|else|switch|try|catch|finally|synchronized|return|new)\b|->")


class BracedNesting:
    """The methods and blocks of a text, by its braces."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def around(self, line: int) -> tuple[int, list[int]]:
        """See `graders.harness.assignment.nesting.Nesting`."""
        return around(self._lines, line, _openings(self._lines, line), _is_method)

    def head(self, line: int) -> int:
        """See `graders.harness.assignment.nesting.Nesting`."""
        block = self._blocks[line - 1]
        return line if block is None or block.name else block.head

    def name(self, line: int) -> str:
        """See `graders.harness.assignment.nesting.Nesting`."""
        block = self._blocks[line - 1]
        names = list(islice(block.names(), MOST_NAMES)) if block else []
        return ".".join(printable(name) for name in reversed(names))

    @cached_property
    def _blocks(self) -> list[Block | None]:
        """The innermost block round each line."""
        return innermost("\n".join(self._lines))


def _is_method(text: str) -> bool:
    return "(" in text and not _STATEMENT.search(text)


def _openings(lines: Sequence[str], line: int) -> Iterator[int]:
    """Yield the lines whose braces are open at a line, the innermost first."""
    closed = 0
    for head in above(line):
        for sign in reversed(lines[head - 1].split("//")[0]):
            closed += sign == "}"
            if sign == "{":
                if not closed:
                    yield head if lines[head - 1].strip() != "{" else max(1, head - 1)
                closed = max(0, closed - 1)


@dataclass(frozen=True, slots=True)
class Block:
    """The text between two braces."""

    head: int
    """The line on which its declaration or statement begins, from 1."""
    name: str
    """Of the method or type that it is the body of; "" for another block."""
    outer: Block | None
    depth: int

    def names(self) -> Iterator[str]:
        """Yield the names of the methods and types round it, the innermost first."""
        block: Block | None = self
        while block is not None:
            if block.name:
                yield block.name
            block = block.outer


def innermost(text: str) -> list[Block | None]:
    """Return for each line of *text* the innermost block that is open where the line begins."""
    lines: list[Block | None] = [None]
    block: Block | None = None
    begin = too_deep = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign == "{" and block is not None and block.depth == DEEPEST:
            too_deep += 1
        elif sign == "{":
            start = max(begin, token.start() - MOST_HEAD)
            block = _opened(text[start : token.start()], len(lines), block)
        elif sign == "}" and too_deep:
            too_deep -= 1
        elif sign == "}" and block is not None:
            block = block.outer
        lines += [block] * sign.count("\n")
        if sign[0] in "{};/":
            begin = token.end()
    return lines


def _opened(head: str, line: int, outer: Block | None) -> Block:
    """Return the block that opens on *line* behind the text *head*."""
    named = _TYPE.search(head)
    if named is None and not _NO_METHOD.search(head):
        named = _METHOD.search(head)
    return Block(
        line - head.lstrip().count("\n"),
        named[1] if named else "",
        outer,
        1 if outer is None else outer.depth + 1,
    )
