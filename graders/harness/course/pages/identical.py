"""Identical files: equal apart from comments and white space. Every summary of a class lists them.

Files are not parsed or run. One expression finds strings and comments, in linear time and without
a step of Python for each: this runs for every submission in the process that reads the class.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import msgspec

from graders.harness.assignment.language import language_at
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.python import PYTHON
from graders.harness.intake import Submission
from graders.harness.reports.source import smallest

LEAST = 120
"""Minimum length; shorter files are alike by chance."""
MOST_BYTES = 1 << 20
"""Larger files are not compared, nor more than this of one submission: its smallest files are."""


def digest_of(submission: Submission) -> str:
    """Return a digest that is equal for submissions with the same files."""
    content = sorted(
        (name, hashlib.blake2b(data).hexdigest()) for name, data in submission.files.items()
    )
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()


def print_of(name: str, data: bytes) -> str:
    """Return a digest that ignores comments and white space; "" for a file that is not compared."""
    if len(data) > MOST_BYTES:
        return ""
    language = language_at(name.lower()) or PYTHON
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    plain = language.words.sub(rb"\1", lines)
    return hashlib.blake2b(plain, digest_size=16).hexdigest() if len(plain) >= LEAST else ""


def prints_of(files: Mapping[str, bytes]) -> Mapping[str, str]:
    """Return file name -> print, for the files that are compared."""
    compared = smallest(files, MOST_BYTES)
    prints = {name: print_of(name, data) for name, data in files.items() if name in compared}
    return {name: digest for name, digest in prints.items() if digest}


def given_files(assignment: Assignment) -> Mapping[str, bytes]:
    """Return the source files given to every student: the starter's and the course's own."""
    starter, course = assignment.starter, assignment.course
    sources = (path for path in sorted(starter.rglob("*")) if _is_source(path))
    given = [(starter, path) for path in sources]
    given += [(course, course / name) for name in assignment.files.course]
    return {
        f"{folder.name}/{path.name}": path.read_bytes() for folder, path in given if path.is_file()
    }


def _is_source(path: Path) -> bool:
    return language_at(path.name) is not None


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
    groups = list(map(set, identical))
    same = []
    for digest in holders.keys() - given:
        names = holders[digest]
        owners = {people[submission] for submission in names}
        if len(owners) > 1 and not any(names.keys() <= group for group in groups):
            same.append(SameFile(tuple(sorted(set(names.values()))), tuple(names)))
    return tuple(sorted(same, key=attrgetter("names", "submissions")))
