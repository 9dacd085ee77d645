"""Compares the checks that programs of a class fail with those of its list, and the list with a real class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from bench.classes import ClassError, WrittenProgram, folder
from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import cores
from graders.harness.intake import read_submission
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import grade_job, make_ready
from graders.harness.result import Result, from_json, not_passed


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


def graded(
    id: str, programs: Sequence[WrittenProgram], *, style: bool = False
) -> Iterator[tuple[WrittenProgram, Result]]:
    """Grade *programs* of the class of the assignment *id*; yield each with its result.

    style: whether linters look at the code. Raises ClassError if a program cannot be graded.
    """
    assignment, settings = load_assignment(id), Settings(id, linters=style)

    def grade(program: WrittenProgram) -> Result:
        job = Job.of(read_submission(folder(id, program), assignment))
        report = grade_job(settings, job)
        if report.kind is not ReportKind.GRADED:
            raise ClassError(f"{id}: {program.id} could not be graded: {report.message}")
        return from_json(bytes(report.result))

    make_ready(settings)
    with ThreadPoolExecutor(cores()) as pool:
        yield from zip(programs, pool.map(grade, programs), strict=True)


def differences(program: WrittenProgram, result: Result) -> list[str]:
    """Return a line for each check that the list and the grader do not agree on."""
    failed = {check.id: check for check in not_passed(result.checks)}
    return [
        *(f"{id} does not fail" for id in sorted(program.fails - {*failed})),
        *(
            f"{id} fails: {check.verdict.words}"
            for id, check in sorted(failed.items())
            if id not in program.fails
        ),
    ]


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
