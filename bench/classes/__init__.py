"""Classes as real ones are: programs written as students write them, each with faults that its class's list names.

``bench/classes/ASSIGNMENT/PROGRAM/`` has the files that a program hands in, ``bench/classes/ASSIGNMENT/class.toml`` the
programs, their faults, the checks that each fault fails and the exemplars that have it. :func:`read_class` reads the
list, and ``python -m bench.realclass`` compares it with what the grader says.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

CLASSES = Path(__file__).parent
LIST = "class.toml"


class ListStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable base of all parts of a list."""


class WrittenFault(ListStruct, frozen=True):
    """A fault of a program."""

    what: str
    """It in words."""
    fails: tuple[str, ...] = ()
    """The checks that fail because of it; empty for a fault that costs nothing."""
    exemplars: tuple[str, ...] = ()
    """The exemplars with this fault, or with a part of it, such as "faulty/rotate-not-inside"; "unwritten/" and a
    function as in the starter; or "evident/" and how checks show the fault by themselves, such as "evident/exception".
    """
    where: tuple[str, ...] = ()
    """The functions at fault, such as "block.py:Block.rotate"; empty if nobody has looked."""


class WrittenProgram(ListStruct, frozen=True):
    """A program and its faults."""

    id: str
    """The name of its folder."""
    like: str = ""
    """The program of a real class that has these faults, or ""."""
    faults: tuple[WrittenFault, ...] = msgspec.field(default=(), name="fault")
    also: tuple[str, ...] = ()
    """Checks that fail, though they do not fail in the real program."""
    lacks: tuple[str, ...] = msgspec.field(default=(), name="not")
    """Checks that pass, though they fail in the real program."""
    why: str = ""
    """The reason for *also* and *not*."""

    @property
    def fails(self) -> frozenset[str]:
        """The checks that fail."""
        return frozenset(check for fault in self.faults for check in fault.fails)


class WrittenClass(ListStruct, frozen=True):
    """The programs of one assignment, in the order of the list."""

    programs: tuple[WrittenProgram, ...] = msgspec.field(default=(), name="program")


class ClassError(Exception):
    """A class whose list and folders do not fit together."""


def class_ids() -> list[str]:
    """Return the ids of the assignments that have a class."""
    return sorted(path.parent.name for path in CLASSES.glob(f"*/{LIST}"))


def read_class(assignment: str) -> WrittenClass:
    """Return the class of *assignment*. Raises ClassError."""
    try:
        found = msgspec.toml.decode((CLASSES / assignment / LIST).read_bytes(), type=WrittenClass)
    except FileNotFoundError:
        raise ClassError(f"{assignment} has no class; {', '.join(class_ids())} have") from None
    except msgspec.DecodeError as error:
        raise ClassError(f"{assignment}/{LIST}: {error}") from None
    _check(assignment, found.programs)
    return found


def folder(assignment: str, program: WrittenProgram) -> Path:
    """Return the folder with the files that *program* hands in."""
    return CLASSES / assignment / program.id


def _check(assignment: str, programs: Sequence[WrittenProgram]) -> None:
    """Raise ClassError unless each program has one folder, and each difference a reason."""
    ids = sorted(program.id for program in programs)
    folders = sorted(path.name for path in (CLASSES / assignment).iterdir() if path.is_dir())
    if ids != folders:
        odd = sorted({*ids} ^ {*folders}) or sorted(id for id in ids if ids.count(id) > 1)
        raise ClassError(f"{assignment}: not one folder for each program: {', '.join(odd)}")
    if unreasoned := [one.id for one in programs if (one.also or one.lacks) and not one.why]:
        raise ClassError(f"{assignment}: no reason why these differ: {', '.join(unreasoned)}")
