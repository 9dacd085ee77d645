"""One submission, everything on: where the time goes, cold and with the recording kept.

Run by ``make bench``, or ``python -m bench.one_submission [ASSIGNMENT] [--rounds N]``. Prints medians; all rows come
from one run. "Cold" draws the examples and asks the reference afresh; "kept" replays the recording, as later runs do.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from graders.harness import recording
from graders.harness.grading import Grader, program_of, read_folder
from graders.harness.intake import read_submission
from graders.harness.manifest import Assignment, load_assignment
from graders.harness.sandbox import select_backend
from graders.harness.sandbox.interface import Backend
from graders.harness.sandbox.interpreters import find_interpreter
from graders.harness.session import Session


def median_ms(measure: Callable[[], float], rounds: int) -> float:
    """Return the median of *rounds* measurements, in milliseconds."""
    return statistics.median(measure() for _ in range(rounds)) * 1000


def timed(act: Callable[[], object]) -> float:
    """Return the wall seconds that *act* takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def command_line(assignment: Assignment, cache: Path) -> float:
    """Return the wall seconds of one whole `grader grade` of the reference."""
    command = [sys.executable, "-m", "graders", "grade", assignment.id, str(assignment.reference), "--json"]
    environment = {"GRADER_CACHE": str(cache), "PATH": "/usr/bin:/bin"}
    return timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment))


def start_to_imported(assignment: Assignment, python: str, operation: str, arguments: tuple[object, ...]) -> float:
    """Return the seconds from no process at all to the first answer: launcher, box, compile, fork, import, one call."""

    def act() -> None:
        backend = select_backend(python)
        session = open_session(assignment, backend)
        session.begin()
        session.call(operation, arguments)
        session.close()
        backend.close()

    return timed(act)


def first_call(session: Session, call: tuple[str, tuple[object, ...]]) -> None:
    """Begin anew and call once."""
    session.begin()
    session.call(*call)


def open_session(assignment: Assignment, backend: Backend) -> Session:
    """Return a session on the reference."""
    program = program_of(assignment, read_folder(assignment.reference, assignment.files.submitted))
    return Session(backend.open(program, assignment.manifest.limits), assignment.manifest.limits)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("assignment", nargs="?", default="csc148_2020_blocky")
    options.add_argument("--rounds", type=int, default=5)
    args = options.parse_args()
    assignment = load_assignment(args.assignment)
    python = find_interpreter(assignment.manifest.python)
    small: tuple[str, tuple[object, ...]] = ("get_block", ({"size": 8, "max_depth": 1, "cells": 2}, (0, 0), 0))

    rows: list[tuple[str, float]] = []

    def row(name: str, measure: Callable[[], float], rounds: int = 1) -> None:
        rows.append((name, median_ms(measure, rounds)))

    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        row("grader grade, cold (draws examples, asks the reference)", lambda: command_line(assignment, cache))
        row("grader grade, recording kept", lambda: command_line(assignment, cache), args.rounds)

    backend = select_backend(python)
    grader = Grader(assignment, backend)
    kept = grader.recorded()
    submission = read_submission(assignment.reference, assignment)
    key = recording.recording_key(assignment, f"{backend.interpreter}|{backend.name}")
    row("  of it: all checks, everything imported", lambda: timed(lambda: grader.grade(submission)), args.rounds)
    row("  of it: loading the recording", lambda: timed(lambda: recording.load(assignment, key)), args.rounds)

    session = open_session(assignment, backend)
    row("fresh process for a check, imports, one call", lambda: timed(lambda: first_call(session, small)), 40)
    row("one call over the pipe, small data", lambda: timed(lambda: session.call(*small)), 500)
    session.close()
    row("sandbox start to first answer", lambda: start_to_imported(assignment, python, *small), args.rounds)
    bare = [python, "-I", "-S", "-c", "pass"]
    row("bare interpreter start, for scale", lambda: timed(lambda: subprocess.run(bare, check=True)), args.rounds)

    properties, examples = len(kept.examples), sum(map(len, kept.examples.values()))
    machine = f"CPython {platform.python_version()}, {backend.name} at level {backend.level.label}"
    print(f"{assignment.id}: {properties} properties, {examples} examples; {machine}; medians, wall clock")
    for name, figure in rows:
        print(f"{figure:10.2f} ms  {name}")
    backend.close()


if __name__ == "__main__":
    main()
