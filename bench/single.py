"""One right submission: cold, warm, and by phase.

*Cold* is a whole `grader grade` process, from the command to the last byte of the result. With an empty cache it also
draws all examples and calls the reference, like the first run after a change of the grader. *Warm* is the cost of each
submission in a class: everything is already imported, collected and recorded, and a fork grades it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.measure import Cost, Stopwatch, cost_of_children, seconds_below, wall_of
from bench.subject import CALLS, open_session, reference_files
from bench.table import Row
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading import marking, plugin, runner, sandboxed, variants
from graders.harness.grading.grader import Grader
from graders.harness.intake import read_submission
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import WarmProcess
from graders.harness.replay import prefetch, recording
from graders.harness.sandbox import select_backend
from graders.harness.sandbox.interpreters import find_interpreter
from graders.harness.session import oracle, session

GROUP = "One right submission (the reference), all checks"
PHASES = "Where the time of a right submission goes (in one process, everything imported)"

Measure = Callable[[], Cost]


class OneSubmission:
    """Measures the rows for one submission; made once, used in every round. Call :meth:`close` at the end."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._python = find_interpreter(assignment.manifest.python)
        self._folder = tempfile.TemporaryDirectory()
        self._kept: Path | None = None
        """A cache that holds a recording."""
        self._submission = read_submission(assignment.reference, assignment)
        self._warm = WarmProcess(Settings(assignment.id))
        self._warm.wait()
        self.backend = select_backend(self._python)
        self._grader = Grader(assignment, self.backend)
        kept = self._grader.recorded()
        self.size = (
            f"{len(kept.examples)} properties, {sum(map(len, kept.examples.values()))} examples"
        )

    def close(self) -> None:
        """End all processes and remove the scratch folder."""
        self._warm.close()
        self.backend.close()
        self._folder.cleanup()

    def measures(self) -> list[tuple[Row, Measure]]:
        """Return each row with the function that takes one sample of it."""
        return [
            (Row("cold-empty", GROUP, "grader grade, new process, empty cache"), self.cold_empty),
            (Row("cold-kept", GROUP, "grader grade, new process, recording kept"), self.cold_kept),
            (Row("warm", GROUP, "warm process (what a class costs for each)"), self.warm),
            (Row("start", GROUP, "no process at all to the first answer", jobs=0), self.start),
            (Row("bare", GROUP, "bare interpreter, for scale", jobs=0), self.bare),
        ]

    def _command(self, cache: Path) -> Cost:
        command = [sys.executable, "-m", "graders", "grade", self._assignment.id]
        command += [str(self._assignment.reference), "--json"]
        environment = {"GRADER_CACHE": str(cache), "PATH": "/usr/bin:/bin"}
        return cost_of_children(
            lambda: subprocess.run(
                command,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
            )
        )

    def cold_empty(self) -> Cost:
        """Run the whole command with an empty cache."""
        self._kept = Path(tempfile.mkdtemp(dir=self._folder.name))
        return self._command(self._kept)

    def cold_kept(self) -> Cost:
        """Run the whole command with the recording of an earlier run."""
        if self._kept is None:
            self.cold_empty()
        assert self._kept is not None
        return self._command(self._kept)

    def warm(self) -> Cost:
        """Let the warm process grade once."""
        job = Job("reference", reference_files(self._assignment))
        before = seconds_below(os.getpid())

        def grade() -> None:
            report = self._warm.grade(job)
            if report.kind is not ReportKind.GRADED:
                raise RuntimeError(f"the warm process did not grade: {report.message}")

        wall = wall_of(grade).wall
        return Cost(wall, (seconds_below(os.getpid()) - before).both)

    def start(self) -> Cost:
        """Go from no process at all to the first answer: launcher, box, compile, fork, import, one call."""

        def act() -> None:
            backend = select_backend(self._python)
            opened = open_session(self._assignment, backend)
            opened.begin()
            opened.call(*next(iter(CALLS.values())))
            opened.close()
            backend.close()

        return wall_of(act)

    def bare(self) -> Cost:
        """Start the interpreter and end it."""
        return cost_of_children(
            lambda: subprocess.run([self._python, "-I", "-S", "-c", "pass"], check=True)
        )

    def phases(self, rounds: int) -> list[Row]:
        """Return a row for each phase of grading in this process. Waiting counts towards the phase that waits."""
        rows: dict[str, Row] = {}
        for _ in range(rounds):
            watch = Stopwatch()
            in_box: list[float] = []
            with watch.watching(_PLACES), _box_cpu(in_box), watch.phase("the rest"):
                self._grader.grade(self._submission)
            for name in [*_PLACES, "the rest"]:
                rows.setdefault(name, Row(f"phase: {name}", PHASES, name, jobs=0)).add(
                    Cost(watch.seconds[name])
                )
            name = "for scale: CPU time of the submission's processes"
            rows.setdefault(name, Row("phase: box", PHASES, name, jobs=0)).add(Cost(sum(in_box)))
        found = list(rows.values())
        whole = sum(row.seconds for row in found[:-1])
        for row in found[:-1]:
            row.note = f"{row.seconds / whole:.0%}"
        return found


_PLACES: dict[str, list[tuple[Any, str]]] = {
    "pytest: start, collection, run loop": [(plugin, "run_pytest")],
    "sandbox: a box is opened": [(sandboxed.StudentSandbox, "open")],
    "sandbox: a fresh process for each check": [(session.Session, "begin")],
    "prefetch: the submission computes, replies are compared": [
        (prefetch.Prefetcher, "ask"),
        (prefetch.Prefetcher, "close"),
    ],
    "calls made live: round trips": [(session.Session, "call")],
    "sandbox: processes and box are ended": [(session.Session, "end"), (variants.Workbench, "end")],
    "reference: recorded answers, live ones": [(oracle.Oracle, "call")],
    "checks and judge": [(runner.ExampleRunner, "outcome"), (runner.ExampleRunner, "passes_on")],
    "marking": [(marking, "mark")],
    "recording: loaded": [(recording, "load")],
}
"""Phase -> its functions. A call from one phase to a function of another counts towards the other."""


class _box_cpu:
    """Collects the CPU seconds of every session process that ends inside the block."""

    def __init__(self, into: list[float]) -> None:
        self._into = into

    def __enter__(self) -> None:
        self._end = end = session.Session.end

        def ended(this: session.Session) -> object:
            ending = end(this)
            if ending is not None:
                self._into.append(ending.cpu_seconds)
            return ending

        session.Session.end = ended  # type: ignore[assignment, method-assign]

    def __exit__(self, *_: object) -> None:
        session.Session.end = self._end  # type: ignore[method-assign]
