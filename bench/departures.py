"""Compares the list of a class with the real class that it is like, which another file describes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bench.classes import WrittenProgram


class RealFault(msgspec.Struct, frozen=True):
    """A fault of a real program, and the checks that fail because of it."""

    what: str
    fails: tuple[str, ...]


class RealProgram(msgspec.Struct, frozen=True):
    """A program of a real class."""

    id: str
    faults: tuple[RealFault, ...]

    @property
    def fails(self) -> frozenset[str]:
        """The checks that it fails."""
        return frozenset(check for fault in self.faults for check in fault.fails)


class RealPrograms(msgspec.Struct, frozen=True):
    """The programs of a real class."""

    programs: tuple[RealProgram, ...]


def read_real(path: Path) -> dict[str, RealProgram]:
    """Return the programs of the real class that the JSON file *path* describes, by id."""
    real = msgspec.json.decode(path.read_bytes(), type=RealPrograms)
    return {program.id: program for program in real.programs}


def departures(program: WrittenProgram, real: dict[str, RealProgram]) -> list[str]:
    """Return how *program* departs from its real one: a line for its reason, and one for each check without one."""
    if not program.like:
        return []
    if program.like not in real:
        return [f"there is no program {program.like}"]
    like = real[program.like]
    planned = (like.fails | {*program.also}) - {*program.lacks}
    reason = f"{len(program.also)} more and {len(program.lacks)} fewer: {program.why}"
    return [
        *([reason] if program.why else []),
        *(f"{id} fails in {like.id} only" for id in sorted(planned - program.fails)),
        *(f"{id} does not fail in {like.id}" for id in sorted(program.fails - planned)),
        *(f"{id} fails in {like.id}, too" for id in sorted(like.fails & {*program.also})),
        *(f"{id} passes in {like.id}, too" for id in sorted({*program.lacks} - like.fails)),
    ]
