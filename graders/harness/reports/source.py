"""Lines of a submission with findings and tutors' comments, in their context."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from operator import attrgetter

from graders.harness.intake.grouping import grouped, parted
from graders.harness.result import Comment, Finding

AROUND = 2
"""Lines of context before and after a line with findings."""
MOST_LINES = 60
"""Lines shown of those that one comment is about: the last ones."""
MOST_BYTES = 2 << 20
"""Bytes of a submission that are shown: its smallest files."""
MOST_FINDINGS = 200
"""Findings shown of one submission."""
PLACES = 3
"""Places of one rule that are shown beside their lines."""
MOST_NUMBERS = 12
"""Other lines of one rule that are named."""
_WORD = re.compile(r"\w+")
_ASCII_LETTER = re.compile("[A-Za-z]")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a file with its findings, and the comments that end at it."""

    number: int
    text: str
    findings: tuple[Finding, ...]
    comments: tuple[Comment, ...] = ()
    commented: bool = False
    """Whether a comment is about it."""


@dataclass(slots=True)
class SourceFile:
    """A file with its findings and comments."""

    name: str
    passages: list[list[SourceLine]] = field(default_factory=list)
    """Runs of adjacent lines around those with findings."""
    elsewhere: list[Finding] = field(default_factory=list)
    """Findings without a line to show: the file was not given or has no such line."""
    comments: list[Comment] = field(default_factory=list)
    """Comments without a line to show."""

    @property
    def count(self) -> int:
        """Number of findings."""
        return len(self.elsewhere) + sum(
            len(line.findings) for passage in self.passages for line in passage
        )


def beside_source(
    findings: Sequence[Finding],
    sources: Mapping[str, bytes],
    comments: Sequence[Comment] = (),
) -> list[SourceFile]:
    """Return *findings* and tutors' *comments* by file, beside the lines they name.

    sources: the submission's files, or {} if unavailable. Lines come from these, never from a
    result. Comments on the whole submission are left out.
    """
    found = grouped(findings, key=attrgetter("file"))
    commented = grouped((comment for comment in comments if comment.file), key=attrgetter("file"))
    return [
        _file(name, found.get(name, []), commented.get(name, []), sources.get(name))
        for name in {**found, **commented}
    ]


def first_places(findings: Sequence[Finding], most: int) -> tuple[list[Finding], list[Finding]]:
    """Return the first places of each rule, at most *most* together, and the other *findings*."""
    by_rule = grouped(findings, key=attrgetter("rule"))
    first = {id(finding) for mine in by_rule.values() for finding in mine[:PLACES]}
    firsts, rest = parted(findings, lambda finding: id(finding) in first)
    return firsts[:most], firsts[most:] + rest


def other_places(findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """Yield each rule of *findings*, and their first places in words."""
    for rule, mine in grouped(findings, key=attrgetter("rule")).items():
        numbers = grouped(mine[:MOST_NUMBERS], key=attrgetter("file"))
        places = [
            f"{file} line {', '.join(str(finding.line) for finding in there)}"
            for file, there in numbers.items()
        ]
        places += [f"{len(mine) - MOST_NUMBERS} more"] if len(mine) > MOST_NUMBERS else []
        yield rule, "; ".join(places)


def _file(
    name: str,
    findings: Sequence[Finding],
    comments: Sequence[Comment],
    data: bytes | None,
) -> SourceFile:
    lines = [] if data is None or len(data) > MOST_BYTES else lines_of(data)
    file = SourceFile(name)
    last = len(lines)
    placed, file.elsewhere = parted(findings, lambda one: 1 <= one.line <= last)
    inside, file.comments = parted(comments, lambda one: 1 <= one.line <= one.end <= last)
    by_line = grouped(placed, key=attrgetter("line"))
    ending = grouped(inside, key=attrgetter("end"))
    commented = set(chain.from_iterable(map(_lines_of, inside)))
    numbers = set(
        chain.from_iterable(
            range(max(line - AROUND, 1), min(line + AROUND, len(lines)) + 1)
            for line in (*by_line, *commented)
        )
    )
    for number in sorted(numbers):
        if number - 1 not in numbers:
            file.passages.append([])
        line = SourceLine(
            number,
            lines[number - 1],
            tuple(by_line.get(number, ())),
            tuple(ending.get(number, ())),
            number in commented,
        )
        file.passages[-1].append(line)
    return file


def _lines_of(comment: Comment) -> range:
    """Return the lines to show that *comment* is about: its last ones, if they are many."""
    return range(max(comment.line, comment.end - MOST_LINES + 1), comment.end + 1)


def smallest(files: Mapping[str, bytes], most: int = MOST_BYTES) -> frozenset[str]:
    """Return the names of the smallest *files* that have *most* bytes together: what a person has
    written is small, and no other file can take its place.
    """
    names = sorted(files, key=lambda name: (len(files[name]), name))
    ends = accumulate(len(files[name]) for name in names)
    return frozenset(name for name, end in zip(names, ends, strict=True) if end <= most)


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a file as an editor counts them."""
    text = data.decode("utf-8-sig", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def foreign_letters(text: str) -> Iterator[tuple[int, str]]:
    """Yield index and name of each letter that is not Latin, in words with ASCII letters: it may
    look like one of them.
    """
    for word in _WORD.finditer(text):
        if not _ASCII_LETTER.search(word.group()):
            continue
        for index in range(*word.span()):
            name = _foreign_name(text[index])
            if name:
                yield index, name


def _foreign_name(character: str) -> str:
    """Return the name of a non-Latin letter; "" for any other character."""
    name = unicodedata.name(character, "")
    is_foreign = character.isalpha() and not name.startswith("LATIN ")
    return name if is_foreign else ""
