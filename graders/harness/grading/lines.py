"""Shows lines of a submission: where an exception came from, and what was running when the time was
up.

Which lines they are the sandbox says, and it may say anything: a place counts only if it is a line
that the submission has, and what is shown is looked up in the files as they were handed in. They
are read as text, never parsed: a parser can be made to crash, and this is the judge's own process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graders.harness.assignment.language import language_at
from graders.harness.assignment.nesting import Nesting
from graders.harness.assignment.python import PYTHON
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
_PLACE = re.compile(r"(.{1,200}), line ([1-9]\d{0,6})(?:, columns (\d{1,5})-(\d{1,5}))?")


_FUNCTION = re.compile(r"\s*(?:async\s+)?def\s+(\w+)")


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
        self._nestings: dict[str, Nesting] = {}
        self._names: dict[tuple[str, int], str] = {}
        """Functions round the lines that were asked for."""
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
        """
        heads = self._running(where)
        excerpt = [self._line(head, marked=head is heads[-1]) for head in heads]
        return (Text(label=STILL_RUNNING, text="\n".join(excerpt)),) if heads else ()

    def loop(self, where: str) -> Place | None:
        """Return the last place that *running* shows; None if it is not known."""
        heads = self._running(where)
        return heads[-1] if heads else None

    def _running(self, where: str) -> list[Place]:
        """Return the heads of the function and the loop. The line itself is a matter of chance."""
        for place in self._places(where):
            function, loops = self._nesting(place.file).around(place.line)
            heads = [Place(place.file, line) for line in (function, *loops[-1:]) if line]
            if heads:
                return heads
        return []

    def blocks(self, where: str) -> list[tuple[str, int]]:
        """Return the file and the first line of each loop round the line *where*, the innermost
        first, then of the function round them; nothing if the line is not known.
        """
        for place in self._places(where):
            function, loops = self._nesting(place.file).around(place.line)
            return [(place.file, line) for line in (*loops, function) if line]
        return []

    def _nesting(self, file: str) -> Nesting:
        """Return the functions and blocks of a file, which are found once."""
        if file not in self._nestings:
            language = language_at(file) or PYTHON
            self._nestings[file] = language.nesting(self._lines(file))
        return self._nestings[file]

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
        return self._nesting(place[0]).head(place[1])

    def name_at(self, place: tuple[str, int]) -> str:
        """Return the name of the function round a line, with those round it; "" for none."""
        if place not in self._names:
            self._names[place] = self._nesting(place[0]).name(place[1])
        return self._names[place]

    def functions(self, file: str) -> set[str]:
        """Return the names of the functions in a file of Python, with those round them."""
        heads = [
            (self.name_at((file, number)), found[1])
            for number, line in enumerate(self._lines(file), 1)
            if (found := _FUNCTION.match(line))
        ]
        return {f"{outer}.{name}" if outer else name for outer, name in heads}

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
