"""The dictionary of known faults: how each one fails each check.

``graders/<assignment>/dictionary/<check>.jsonl`` begins with a line about the check. Each further
line is a fault and its symptom. ``faults.jsonl`` has the faults' sentences. ``grader refresh``
writes the files (:mod:`graders.extensions.faults.making`).

An entry is used only while it is current. A check's entries are *stale* when its function or its
recorded calls have changed: their basis differs from that of the symptoms to diagnose. A fault's
entries are stale when the files of its exemplar have changed; those of a mutant, or of a function
that is not written, when the reference has.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TypeVar

import msgspec

from graders.extensions.faults.symptoms import Symptom
from graders.harness.assignment.manifest import Assignment
from graders.harness.content import files_below
from graders.harness.documents import parse_json
from graders.harness.errors import NOT_GRADABLE, GraderError

Line = TypeVar("Line", bound=msgspec.Struct)

FOLDER = "dictionary"
FAULTS = "faults.jsonl"
WIDE = 6
"""A fault that fails more than one check of so many hides all others."""
BROAD = 8
"""One of so many other faults, or more, fails a check that is *broad*."""
AREAS = 4
"""Areas of checks, at least, in which faults that fail a *broad* check fail others."""
MUTANT = "mutant/"
"""The beginning of the id of a fault that is a mutant of the reference."""
UNWRITTEN = "unwritten/"
"""The beginning of the id of a fault that is a function as the starter has it."""


def is_mutant(fault: str) -> bool:
    """Return whether the id *fault* is that of a mutant of the reference."""
    return fault.startswith(MUTANT)


def is_made(fault: str) -> bool:
    """Return whether the id *fault* is that of a change of the reference, not of an exemplar."""
    return fault.startswith((MUTANT, UNWRITTEN))


def area(check: str) -> str:
    """Return what the ids of checks about one part of the assignment begin with."""
    return check.partition(".")[0]


class DictionaryError(GraderError):
    """A file of the dictionary cannot be read; the message names it and the remedy."""

    status = NOT_GRADABLE


class Named(msgspec.Struct, frozen=True, omit_defaults=True):
    """A known fault, without its symptoms."""

    fault: str
    """The exemplar's id, as "faulty/combine-tie"; of a mutant "mutant/" and a digest; of a function
    that is not written "unwritten/" and its name.
    """
    files: str
    """The :func:`files_digest` of the exemplar, or else the :func:`solution_digest`."""
    diagnosis: str
    """A sentence for staff."""
    hint: str = ""
    """A sentence for students, or ""."""
    functions: tuple[str, ...] = ()
    """The reference's functions that it changes, as "Block.swap"."""


class _Check(msgspec.Struct, frozen=True):
    check: str


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a fault fails a check."""

    fault: str
    symptom: Symptom
    by_chance: bool = False
    """Whether it may pass the check, too."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault and its symptoms."""

    id: str
    diagnosis: str
    hint: str
    functions: tuple[str, ...]
    entries: Mapping[str, Entry]
    """Id of a check -> how the fault fails it."""

    @property
    def is_mutant(self) -> bool:
        """Return whether it is a small change of the reference that no exemplar has."""
        return is_mutant(self.id)

    @property
    def is_unwritten(self) -> bool:
        """Return whether a function is as the starter has it."""
        return self.id.startswith(UNWRITTEN)


@dataclass(frozen=True)
class Dictionary:
    """The current entries of an assignment's dictionary."""

    faults: Mapping[str, Fault] = field(default_factory=dict)
    """Id -> fault."""
    stale: tuple[str, ...] = ()
    """Faults whose exemplars have changed since, so that they are left out."""

    @cached_property
    def holders(self) -> Mapping[tuple[str, str], int]:
        """How many sentences have a fault that fails a check, on whatever example, with the same
        wrong answer, by its digest.
        """
        answers = {
            (fault.diagnosis, check, judgement.data)
            for fault in self.faults.values()
            for check, entry in fault.entries.items()
            for judgement in entry.symptom.failed.values()
        }
        return Counter((check, answer) for _, check, answer in answers)

    @cached_property
    def broad(self) -> frozenset[str]:
        """The checks that many faults of many areas fail, as those of whole games do: the first
        fault in a game hides all others.
        """
        every = {check for fault in self.faults.values() for check in fault.entries}
        some = [
            fault
            for fault in self.faults.values()
            if not fault.is_mutant and 1 < len(fault.entries) <= len(every) / WIDE
        ]
        failing = Counter(chain.from_iterable(fault.entries for fault in some))
        areas: dict[str, set[str]] = {}
        for fault in some:
            for check in fault.entries:
                areas.setdefault(check, set()).update(map(area, fault.entries))
        return frozenset(
            check
            for check, number in failing.items()
            if number * BROAD > len(some) and len(areas[check]) >= AREAS
        )

    @cached_property
    def writings(self) -> Mapping[str, str]:
        """Sentence -> the id by which staff mean it, whichever writing of the fault fits."""
        return {fault.diagnosis: id_ for id_, fault in sorted(self.faults.items(), reverse=True)}


def folder_of(assignment: Assignment) -> Path:
    """Return the folder of the dictionary of *assignment*, which may not exist."""
    return assignment.grader / FOLDER


def files_digest(exemplar: Path) -> str:
    """Return a digest of the exemplar's files, without its table; "" if there is no such folder."""
    if not exemplar.is_dir():
        return ""
    files = sorted(files_below(exemplar))
    return _digest([(name, data) for name, data in files if name != "exemplar.toml"])


def solution_digest(assignment: Assignment) -> str:
    """Return a digest of the reference's solution, as far as there is one."""
    paths = [(name, assignment.reference / name) for name in sorted(assignment.files.solved)]
    return _digest([(name, path.read_bytes()) for name, path in paths if path.is_file()])


def _digest(files: Sequence[tuple[str, bytes]]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for name, data in files:
        digest.update(msgspec.json.encode([name, hashlib.blake2b(data).hexdigest()]))
    return digest.hexdigest()


def load(assignment: Assignment) -> Dictionary:
    """Return the dictionary of *assignment*, empty if it has none. Raises DictionaryError."""
    folder = folder_of(assignment)
    if not (folder / FAULTS).is_file():
        return Dictionary()
    named = {named_fault.fault: named_fault for named_fault in _read(folder / FAULTS, Named)}
    exemplars = assignment.grader / "exemplars"
    reference = solution_digest(assignment)

    def files_of(fault: str) -> str:
        return reference if is_made(fault) else files_digest(exemplars / fault)

    stale = [
        named_fault.fault
        for named_fault in named.values()
        if named_fault.files != files_of(named_fault.fault)
    ]
    entries: dict[str, dict[str, Entry]] = {id_: {} for id_ in named if id_ not in stale}
    for path in sorted(folder.glob("*.jsonl")):
        if path.name != FAULTS:
            for entry in _read(path, Entry, header=True):
                if entry.fault in entries:
                    entries[entry.fault][path.stem] = entry
    faults = {id_: _fault(named[id_], entries[id_]) for id_ in entries}
    return Dictionary(faults, tuple(stale))


def _fault(named: Named, entries: Mapping[str, Entry]) -> Fault:
    return Fault(named.fault, named.diagnosis, named.hint, named.functions, entries)


def write(
    assignment: Assignment,
    faults: Iterable[Named],
    entries: Mapping[str, Iterable[Entry]],
) -> None:
    """Write the whole dictionary. entries: by check. Raises OSError."""
    folder = folder_of(assignment)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.jsonl"):
        if path.name != FAULTS and path.stem not in entries:
            path.unlink()
    named = sorted(faults, key=lambda one: one.fault)
    _write(folder / FAULTS, named)
    for check, lines in entries.items():
        ordered = sorted(lines, key=lambda entry: entry.fault)
        _write(folder / f"{check}.jsonl", [_Check(check), *ordered])


def _write(path: Path, lines: Iterable[msgspec.Struct]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def _read(path: Path, kind: type[Line], *, header: bool = False) -> list[Line]:
    try:
        lines = path.read_bytes().splitlines()
        return [parse_json(line, kind) for line in lines[header:]]
    except (OSError, msgspec.DecodeError) as error:
        name = f"{path.parent.parent.name}/{FOLDER}/{path.name}"
        raise DictionaryError(f"{name}: {error}; run `grader refresh --only dictionary`") from None
