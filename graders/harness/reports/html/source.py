"""The lines of a submission that findings speak of, with some lines around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from graders.harness.result import Finding, printable

AROUND = 2
"""Lines shown before and after the one that a finding names."""
WIDEST = 160
"""Characters of a line that are shown."""
MOST_BYTES = 2 << 20
"""Of a larger file no lines are shown."""
MOST_FINDINGS = 200
"""Findings shown of one submission."""
_WORD = re.compile(r"\w*[A-Za-z]\w*")
"""A word with a letter of ours."""
_FOREIGN = Markup('<mark title="U+{:04X} {}">{}</mark>')


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, and what is said of it."""

    number: int
    text: Markup
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class File:
    """What is said of one file."""

    name: str
    passages: list[list[Line]] = field(default_factory=list)
    """Lines that follow each other, with those that findings name among them."""
    elsewhere: list[Finding] = field(default_factory=list)
    """Findings whose line is not at hand: the files were not given, or the line is not in them."""

    @property
    def count(self) -> int:
        """How many findings it has."""
        return len(self.elsewhere) + sum(
            len(line.findings) for passage in self.passages for line in passage
        )


def beside_source(
    findings: Sequence[Finding], sources: Mapping[str, bytes]
) -> list[File]:
    """Return the findings by file, beside the lines they name.

    sources: the submission's files, empty where they are not at hand. The lines come from the
    submission itself, never from a result.
    """
    by_file: dict[str, list[Finding]] = {}
    for finding in findings[:MOST_FINDINGS]:
        by_file.setdefault(finding.file, []).append(finding)
    return [_file(name, found, sources.get(name)) for name, found in by_file.items()]


def _file(name: str, found: Sequence[Finding], data: bytes | None) -> File:
    lines = [] if data is None or len(data) > MOST_BYTES else _lines(data)
    file = File(name)
    by_line: dict[int, list[Finding]] = {}
    for finding in found:
        if 1 <= finding.line <= len(lines):
            by_line.setdefault(finding.line, []).append(finding)
        else:
            file.elsewhere.append(finding)
    shown = {
        number
        for line in by_line
        for number in range(max(line - AROUND, 1), min(line + AROUND, len(lines)) + 1)
    }
    for number in sorted(shown):
        if number - 1 not in shown:
            file.passages.append([])
        line = Line(number, _shown(lines[number - 1]), tuple(by_line.get(number, ())))
        file.passages[-1].append(line)
    return file


def _lines(data: bytes) -> list[str]:
    """Return the lines of a file as an editor counts them."""
    text = data.decode("utf-8-sig", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def _shown(line: str) -> Markup:
    """Return a line; letters of other scripts within a word of ours, which may look like ours, are
    marked and named.
    """
    text = printable(line, WIDEST)
    parts, end = [], 0
    for word in _WORD.finditer(text):
        for index in range(*word.span()):
            name = _foreign_name(text[index])
            if name:
                letter = _FOREIGN.format(ord(text[index]), name, text[index])
                parts += [escape(text[end:index]), letter]
                end = index + 1
    return Markup("").join([*parts, escape(text[end:])])


def _foreign_name(character: str) -> str:
    """Return the name of a letter that is not a Latin one, "" for any other character."""
    name = unicodedata.name(character, "")
    is_foreign = character.isalpha() and not name.startswith("LATIN ")
    return name if is_foreign else ""
