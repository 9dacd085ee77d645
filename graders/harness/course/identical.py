"""Identical files: equal apart from comments and white space. Every summary of a class lists them.

Files are not parsed or run: one pass over the text finds strings and comments, in linear time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from graders.harness.assignment.manifest import Assignment

LEAST = 120
"""Minimum length; shorter files are alike by chance."""
MOST_BYTES = 1 << 20
"""Larger files are not compared."""

# An unclosed string ends with its line or the file, so no character is read twice.
_PYTHON = re.compile(
    rb'(?s)(""".*?(?:(?<!\\)"""|\Z)|' rb"'''.*?(?:(?<!\\)'''|\Z)|"
    rb'"(?:\\.|[^"\\\n])*"?|' rb"'(?:\\.|[^'\\\n])*'?)|#[^\n]*|\s+"
)  # fmt: skip
_JAVA = re.compile(
    rb'(?s)("(?:\\.|[^"\\\n])*"?|' rb"'(?:\\.|[^'\\\n])*'?)|//[^\n]*|/\*.*?(?:\*/|\Z)|\s+"
)  # fmt: skip


def print_of(name: str, data: bytes) -> str:
    """Return a digest that ignores comments and white space; "" for a file that is not compared."""
    if len(data) > MOST_BYTES:
        return ""
    code = _JAVA if name.lower().endswith(".java") else _PYTHON
    plain = code.sub(lambda match: match[1] or b"", data)
    return (
        hashlib.blake2b(plain, digest_size=16).hexdigest()
        if len(plain) >= LEAST
        else ""
    )


def prints_of(files: Mapping[str, bytes]) -> Mapping[str, str]:
    """Return file name -> print, for the files that are compared."""
    prints = {name: print_of(name, data) for name, data in files.items()}
    return {name: digest for name, digest in prints.items() if digest}


def given_files(assignment: Assignment) -> Mapping[str, bytes]:
    """Return the source files given to every student: the starter's and the course's own."""
    starter, course = assignment.starter, assignment.course
    sources = filter(_is_source, sorted(starter.rglob("*")))
    given = [(starter, path) for path in sources]
    given += [(course, course / name) for name in assignment.files.course]
    return {
        f"{folder.name}/{path.name}": path.read_bytes()
        for folder, path in given
        if path.is_file()
    }


def _is_source(path: Path) -> bool:
    return path.suffix in (".py", ".java")


@dataclass(frozen=True, slots=True)
class SameFile:
    """A file that several submissions contain."""

    names: tuple[str, ...]
    """Its names; raw."""
    submissions: tuple[str, ...]


def same_files(
    prints: Mapping[str, Mapping[str, str]],
    people: Mapping[str, frozenset[str]],
    given: frozenset[str] = frozenset(),
    identical: Sequence[Sequence[str]] = (),
) -> tuple[SameFile, ...]:
    """Return the files that submissions of different people share.

    prints: submission -> its `prints_of`; people: submission -> its authors; given: prints of files
    given to everybody; identical: groups of submissions already reported as identical.
    """
    holders: dict[str, dict[str, str]] = {}
    for submission in sorted(prints.keys() & people.keys()):
        for name, digest in prints[submission].items():
            holders.setdefault(digest, {}).setdefault(submission, name)
    groups = [set(group) for group in identical]
    same = []
    for digest in holders.keys() - given:
        names = holders[digest]
        owners = {people[submission] for submission in names}
        if len(owners) > 1 and not any(names.keys() <= group for group in groups):
            same.append(SameFile(tuple(sorted(set(names.values()))), tuple(names)))
    return tuple(sorted(same, key=attrgetter("names", "submissions")))
