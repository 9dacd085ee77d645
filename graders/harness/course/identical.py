"""Files that say the same, whatever their comments and white space: what the summary of a class
tells, always.

Nothing is parsed, let alone run: one pass over the text finds strings and comments, in time
proportional to its length.
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
"""Characters below which files are alike by chance, or because there is nothing in them."""
MOST_BYTES = 1 << 20
"""Larger files are not compared."""

# A string that is not closed ends with its line, or with the file: so no character is looked at
# twice.
_PYTHON = re.compile(
    rb'(?s)(""".*?(?:(?<!\\)"""|\Z)|' rb"'''.*?(?:(?<!\\)'''|\Z)|"
    rb'"(?:\\.|[^"\\\n])*"?|' rb"'(?:\\.|[^'\\\n])*'?)|#[^\n]*|\s+"
)  # fmt: skip
_JAVA = re.compile(
    rb'(?s)("(?:\\.|[^"\\\n])*"?|' rb"'(?:\\.|[^'\\\n])*'?)|//[^\n]*|/\*.*?(?:\*/|\Z)|\s+"
)  # fmt: skip


def print_of(name: str, data: bytes) -> str:
    """Return what files share that differ by comments and white space alone; "" for one that is not
    compared.
    """
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
    """Return the print of each file that is compared, by its name."""
    prints = {name: print_of(name, data) for name, data in files.items()}
    return {name: digest for name, digest in prints.items() if digest}


def given_files(assignment: Assignment) -> Mapping[str, bytes]:
    """Return the source files that every student was given: the starter's, and the course's own."""
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
    """A file that several handed in."""

    names: tuple[str, ...]
    """What they called it; raw."""
    submissions: tuple[str, ...]


def same_files(
    prints: Mapping[str, Mapping[str, str]],
    people: Mapping[str, frozenset[str]],
    given: frozenset[str] = frozenset(),
    told: Sequence[Sequence[str]] = (),
) -> tuple[SameFile, ...]:
    """Return the files that submissions of different people share.

    prints: submission -> what `prints_of` says of it; people: whose each submission is; given:
    prints of files that all were given; told: groups of submissions of which it is known that they
    are the same altogether.
    """
    holders: dict[str, dict[str, str]] = {}
    for submission in sorted(prints.keys() & people.keys()):
        for name, digest in prints[submission].items():
            holders.setdefault(digest, {}).setdefault(submission, name)
    groups = [set(group) for group in told]
    same = []
    for digest in holders.keys() - given:
        names = holders[digest]
        owners = {people[submission] for submission in names}
        if len(owners) > 1 and not any(names.keys() <= group for group in groups):
            same.append(SameFile(tuple(sorted(set(names.values()))), tuple(names)))
    return tuple(sorted(same, key=attrgetter("names", "submissions")))
