"""Lines of a submission with findings, in their context."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from graders.harness.result import Finding, printable

AROUND = 2
"""Lines of context before and after a line with findings."""
WIDEST = 160
"""Characters shown of a line."""
MOST_BYTES = 2 << 20
"""Lines of larger files are not shown."""
MOST_FINDINGS = 200
"""Findings shown of one submission."""
_WORD = re.compile(r"\w+")
_ASCII_LETTER = re.compile("[A-Za-z]")
_FOREIGN = Markup('<mark title="U+{:04X} {}">{}</mark>')


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a file with its findings."""

    number: int
    text: Markup
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class SourceFile:
    """A file with its findings."""

    name: str
    passages: list[list[SourceLine]] = field(default_factory=list)
    """Runs of adjacent lines around those with findings."""
    elsewhere: list[Finding] = field(default_factory=list)
    """Findings without a line to show: the file was not given or has no such line."""

    @property
    def count(self) -> int:
        """Number of findings."""
        return len(self.elsewhere) + sum(
            len(line.findings) for passage in self.passages for line in passage
        )


def beside_source(
    findings: Sequence[Finding], sources: Mapping[str, bytes]
) -> list[SourceFile]:
    """Return *findings* by file, beside the lines they name.

    sources: the submission's files, or {} if unavailable. Lines come from these, never from a
    result.
    """
    by_file: dict[str, list[Finding]] = {}
    for finding in findings[:MOST_FINDINGS]:
        by_file.setdefault(finding.file, []).append(finding)
    return [_file(name, found, sources.get(name)) for name, found in by_file.items()]


def _file(name: str, findings: Sequence[Finding], data: bytes | None) -> SourceFile:
    lines = [] if data is None or len(data) > MOST_BYTES else _lines(data)
    file = SourceFile(name)
    by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        if 1 <= finding.line <= len(lines):
            by_line.setdefault(finding.line, []).append(finding)
        else:
            file.elsewhere.append(finding)
    numbers = {
        number
        for line in by_line
        for number in range(max(line - AROUND, 1), min(line + AROUND, len(lines)) + 1)
    }
    for number in sorted(numbers):
        if number - 1 not in numbers:
            file.passages.append([])
        line = SourceLine(
            number, _shown(lines[number - 1]), tuple(by_line.get(number, ()))
        )
        file.passages[-1].append(line)
    return file


def _lines(data: bytes) -> list[str]:
    """Return the lines of a file as an editor counts them."""
    text = data.decode("utf-8-sig", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def _shown(line: str) -> Markup:
    """Return a line, with foreign letters in words marked and named: they may look like ASCII
    letters.
    """
    text = printable(line, WIDEST)
    parts, end = [], 0
    for word in _WORD.finditer(text):
        if not _ASCII_LETTER.search(word.group()):
            continue
        for index in range(*word.span()):
            name = _foreign_name(text[index])
            if name:
                letter = _FOREIGN.format(ord(text[index]), name, text[index])
                parts += [escape(text[end:index]), letter]
                end = index + 1
    return Markup("").join([*parts, escape(text[end:])])


def _foreign_name(character: str) -> str:
    """Return the name of a non-Latin letter; "" for any other character."""
    name = unicodedata.name(character, "")
    is_foreign = character.isalpha() and not name.startswith("LATIN ")
    return name if is_foreign else ""
