"""Shows lines of a submission: where an exception came from, and what was running when the time was
up.

Which lines they are the sandbox says, and it may say anything: a place counts only if it is a line
that the submission has, and what is shown is looked up in the files as they were handed in. They
are read as text, never parsed: a parser can be made to crash, and this is the judge's own process.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graders.harness.grading.braces import Block, innermost
from graders.harness.intake.grouping import grouped
from graders.harness.result import STILL_RUNNING, Text, one_line, printable

MOST = 7
"""Places that are shown."""
WIDEST = 160
"""Characters of a line that are shown."""
MOST_TOLD = 4000
"""Characters that are looked at of what the sandbox says."""
MOST_BYTES = 1 << 20
"""Lines of larger files are not shown."""
FARTHEST = 2000
"""Lines above a line in which its function is looked for."""
_PLACE = re.compile(r"(.{1,200}), line ([1-9]\d{0,6})(?:, columns (\d{1,5})-(\d{1,5}))?")
_LOOP = re.compile(r"(?:\w+\s*:\s*)?(?:async\s+)?(?:for|while|do)\b")
_FUNCTION = re.compile(r"(?:async\s+)?(?:def|class)\b")
_NAME = re.compile(r"(?:async\s+)?(?:def|class)\s+(\w{1,100})")
_NO_METHOD = re.compile(r"\b(?:if|else|switch|try|catch|finally|synchronized|return|new)\b|->")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the submission."""

    file: str
    line: int
    """From 1."""
    columns: tuple[int, int] | None = None
    """The part of it that is meant, in bytes from 0."""


class Sources:
    """The files of one submission."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._split: dict[str, list[str]] = {}
        self._nesting: dict[str, list[Block | None]] = {}
        self._alike: dict[str, dict[str, list[int]]] = {}
        """By file and text."""

    def raised(self, where: str) -> tuple[Text, ...]:
        """Return the lines that an exception came through, the outermost first; nothing if none is
        known.
        """
        places = list(self._places(where))
        excerpt = [self._line(place, marked=place is places[-1]) for place in places]
        return (Text(label="in your code", text="\n".join(excerpt)),) if excerpt else ()

    def running(self, where: str) -> tuple[Text, ...]:
        """Return the function that was running at a line, and its outermost loop round that line;
        nothing if it is not known.

        The line itself is a matter of chance.
        """
        for place in self._places(where):
            function, loops = self._around(place)
            heads = [Place(place.file, line) for line in (function, *loops[-1:]) if line]
            if heads:
                excerpt = [self._line(head, marked=head is heads[-1]) for head in heads]
                return (Text(label=STILL_RUNNING, text="\n".join(excerpt)),)
        return ()

    def blocks(self, where: str) -> list[tuple[str, int]]:
        """Return the file and the first line of each loop round the line *where*, the innermost
        first, then of the function round them; nothing if the line is not known.
        """
        for place in self._places(where):
            function, loops = self._around(place)
            return [(place.file, line) for line in (*loops, function) if line]
        return []

    def _around(self, place: Place) -> tuple[int, list[int]]:
        """Return the function and the loops round a place, as :func:`around` does."""
        braces = place.file.endswith(".java")
        return around(self._lines(place.file), place.line, braces=braces)

    def numbers(self, file: str) -> range:
        """Return the numbers of the lines of *file*; none if there is no such file."""
        return range(1, len(self._lines(file)) + 1) if file in self._files else range(0)

    def text_at(self, place: tuple[str, int]) -> str:
        """Return a line that the submission has, without its indentation."""
        return one_line(self._lines(place[0])[place[1] - 1].strip(), WIDEST)

    def lines_like(self, file: str, text: str) -> list[int]:
        """Return the lines of *file* with this text, from 1."""
        if file not in self._alike:
            lines = self._lines(file)
            numbers = range(1, len(lines) + 1)
            self._alike[file] = grouped(numbers, lambda line: lines[line - 1].strip())
        return self._alike[file].get(text, [])

    def head_at(self, place: tuple[str, int]) -> int:
        """Return the line that begins the block round a line; the line itself, if that is a
        function.
        """
        lines, line = self._lines(place[0]), place[1]
        if place[0].endswith(".java"):
            block = self._block_at(place)
            return line if block is None or block.name else block.head
        head = next(_heads(lines, line, braces=False), line)
        return line if _FUNCTION.match(lines[head - 1].strip()) else head

    def name_at(self, place: tuple[str, int]) -> str:
        """Return the name of the function round a line, with those round it; "" for none."""
        file, line = place
        names: list[str] = []
        if file.endswith(".java"):
            block = self._block_at(place)
            names = list(itertools.islice(block.names(), MOST)) if block else []
            return ".".join(map(printable, reversed(names)))
        for _ in range(MOST):
            line, _ = around(self._lines(file), line)
            named = _NAME.match(self._lines(file)[line - 1].strip()) if line else None
            if named is None:
                break
            names.insert(0, printable(named[1]))
        return ".".join(names)

    def _block_at(self, place: tuple[str, int]) -> Block | None:
        """Return the innermost block round a line of a Java file, or None."""
        file, line = place
        if file not in self._nesting:
            self._nesting[file] = innermost("\n".join(self._lines(file)))
        return self._nesting[file][line - 1]

    def _places(self, where: str) -> Iterator[Place]:
        for text in where[:MOST_TOLD].split("\n")[:MOST]:
            match = _PLACE.fullmatch(text)
            if match and match[1] in self._files and int(match[2]) <= len(self._lines(match[1])):
                columns = (int(match[3]), int(match[4])) if match[3] else None
                yield Place(match[1], int(match[2]), columns)

    def _lines(self, name: str) -> list[str]:
        """Return the lines of a file; they are kept, because many checks fail at the same ones."""
        if name not in self._split:
            data = self._files.get(name, b"")
            text = data.decode("utf-8", "replace").replace("\r\n", "\n")
            self._split[name] = text.split("\n") if len(data) <= MOST_BYTES else []
        return self._split[name]

    def _line(self, place: Place, marked: bool) -> str:
        """Return a line below its place, the part that is meant marked by carets."""
        line = self._lines(place.file)[place.line - 1].rstrip()
        bare = line.lstrip()
        excerpt = [
            f"{printable(place.file)}, line {place.line}",
            f"    {one_line(bare, WIDEST)}",
        ]
        if marked and bare:
            raw, indent = line.encode(), len(line) - len(bare)
            begin, end = place.columns or (0, len(raw))
            left = one_line(raw[:begin].decode("utf-8", "replace")[indent:])
            meant = one_line(raw[begin:end].decode("utf-8", "replace") if place.columns else bare)
            if len(left) < WIDEST:
                excerpt.append(
                    "    " + " " * len(left) + "^" * max(1, min(len(meant), WIDEST - len(left)))
                )
        return "\n".join(excerpt)


def around(lines: Sequence[str], number: int, braces: bool = False) -> tuple[int, list[int]]:
    """Return the line that begins the function round line *number*, 0 for none, and those that
    begin its loops round the line, the innermost first.
    """
    loops = [number] if _LOOP.match(lines[number - 1].strip()) else []
    for head in _heads(lines, number, braces):
        text = lines[head - 1].strip()
        if _LOOP.match(text):
            loops.append(head)
        elif "(" in text and not _NO_METHOD.search(text) if braces else _FUNCTION.match(text):
            return head, loops
    return 0, loops


def _heads(lines: Sequence[str], number: int, braces: bool) -> Iterator[int]:
    """Yield the lines that begin the blocks round line *number*, the innermost first."""
    if braces:
        yield from _openings(lines, number)
        return
    depth = _indentation(lines[number - 1])
    for head in _above(number):
        if not depth:
            return
        text = lines[head - 1].lstrip()
        indentation = len(lines[head - 1]) - len(text)
        if text and not text.startswith("#") and indentation < depth:
            depth = indentation
            yield head


def _openings(lines: Sequence[str], number: int) -> Iterator[int]:
    """Yield the lines whose braces are open at line *number*, the innermost first."""
    closed = 0
    for head in _above(number):
        for sign in reversed(lines[head - 1].split("//")[0]):
            closed += sign == "}"
            if sign == "{":
                if not closed:
                    yield head if lines[head - 1].strip() != "{" else max(1, head - 1)
                closed = max(0, closed - 1)


def _above(number: int) -> range:
    return range(number - 1, max(0, number - 1 - FARTHEST), -1)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
