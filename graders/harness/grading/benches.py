"""Makes workbenches: all that the checks on one program share, with its limits and sessions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.process_limits import Limits
from graders.harness.grading.budget import NO_TIME, Budget, Used, without_total
from graders.harness.grading.examples import Examples
from graders.harness.grading.lines import Sources
from graders.harness.grading.program import program_of, read_folder
from graders.harness.grading.runner import ExampleRunner
from graders.harness.grading.sandboxed import StudentSandbox
from graders.harness.grading.variants import Workbench, unchanged
from graders.harness.inside.modules import Program
from graders.harness.intake import Submission
from graders.harness.replay.recording import Recording
from graders.harness.sandbox.interface import Backend, Box
from graders.harness.sandbox.reuse import ReusingBox
from graders.harness.session.callbacks import CallbackCache, CallbackPolicy
from graders.harness.session.memory import HangMemory, ImportMemory
from graders.harness.session.oracle import Live, Oracle
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from graders.harness.style.survey import compared


class Benches:
    """Makes the workbenches of one grader."""

    def __init__(
        self,
        assignment: Assignment,
        backend: Backend,
        *,
        needs_reference: bool = True,
        examples: Path | None = None,
        has_total: bool = True,
    ) -> None:
        """Prepare *backend* for the assignment's programs. Raises GraderBroken.

        needs_reference: whether a missing reference is an error. examples, has_total: see
        GraderOptions.
        """
        self.assignment = assignment
        self.backend = backend
        self._examples = examples
        self._has_total = has_total
        self.programs = frozenset(assignment.manifest.programs)
        """Operations that run a whole program, each in a process of its own."""
        self._callbacks = CallbackCache()
        self.opens: Callable[[Program, Limits], Box] | None = None
        """Opens the box of a submission; None for the backend, which a forked process replaces."""
        self._program = program_of(assignment, {})
        backend.prepare(self._program, compared(assignment))
        self.reference: Program | None = None
        """The program of the reference; None if there is none here."""
        if needs_reference or assignment.reference.is_dir():
            solution = read_folder(assignment.reference, assignment.files.solved)
            self.reference = self._program.with_reference(solution)

    def read_ahead(self, changed: Callable[[Program], Program]) -> None:
        """Load the trusted part of the *changed* program for all boxes to come, as that of the
        usual one was. Raises SandboxError.
        """
        self.backend.prepare(changed(self._program), compared(self.assignment))

    @contextlib.contextmanager
    def of_submission(
        self,
        submission: Submission,
        kept: Recording,
        *,
        budget: Budget | None = None,
        used: Used = NO_TIME,
        heard: Callable[[Any], Any] = unchanged,
        changed: Callable[[Program], Program] = lambda program: program,
    ) -> Iterator[Workbench]:
        """Return the workbench of *submission*; its processes end with the block.

        budget: None for a whole one; used: of that, by an earlier grading; heard: see Workbench;
        changed: returns the program to run instead of the given one.
        """
        files = dict(submission.files)
        program = changed(self._program.with_submission(files))
        bench = self._made(program, files, kept, budget=budget, used=used, heard=heard)
        try:
            yield bench
        finally:
            bench.end()

    @contextlib.contextmanager
    def of_reference(self, kept: Recording, *, seed: int = 0) -> Iterator[Workbench]:
        """Return the workbench on which *kept* is recorded; its processes end with the block."""
        assert self.reference is not None, "there is no reference to record"
        files = self.reference.submitted
        bench = self._made(self.reference, files, kept, seed=seed, records=True)
        try:
            yield bench
        finally:
            bench.end()

    def learn(self, callbacks: Mapping[bytes, bytes]) -> None:
        """Keep answers to callbacks of a submission, while there is room: others may ask alike."""
        for key, answer in callbacks.items():
            self._callbacks.add(key, answer)

    def _made(
        self,
        program: Program,
        files: Mapping[str, bytes],
        kept: Recording,
        *,
        seed: int = 0,
        records: bool = False,
        budget: Budget | None = None,
        used: Used = NO_TIME,
        heard: Callable[[Any], Any] = unchanged,
    ) -> Workbench:
        """Return a workbench for *program*, whose *files* are shown; *records*: the reference."""
        limits = self.assignment.manifest.limits
        is_forked = self.assignment.manifest.written_in.is_forked
        hangs = HangMemory(Sources(files).blocks, is_cold=not is_forked)
        imports = ImportMemory(hangs)
        is_bounded = self._has_total and not records
        budget = budget or Budget(limits if is_bounded else without_total(limits), used)

        def open_student() -> Session:
            box = (self.opens or self.backend.open)(program, limits)
            if records and is_forked:
                # It can be trusted: its processes serve one check after another.
                box = ReusingBox(box)
            return Session(
                box,
                limits,
                programs=self.programs,
                imports=imports,
                suffix=self.assignment.manifest.suffix,
                on_exit=budget.charge,
            )

        def ask(operation: str, arguments: tuple[object, ...]) -> object:
            return callback_oracle.answer(operation, arguments)

        callback_limits = msgspec.structs.replace(limits, cpu_seconds=limits.ask_cpu_seconds)
        callback_oracle = Oracle(self._live_reference(callback_limits, budget), {})
        return Workbench(
            StudentSandbox(open_student),
            Oracle(self._live_reference(limits), kept.answers, record=records),
            callback_oracle,
            CallbackPolicy(ask, limits, CallbackCache(self._callbacks.new)),
            ExampleRunner(self.assignment, files, records=records),
            Examples(self.assignment, kept, self._examples, seed),
            kept,
            budget,
            imports,
            heard,
        )

    def _live_reference(self, limits: Limits, budget: Budget | None = None) -> Live | None:
        """Return a function that opens a session on the reference, or None without one.

        budget: of the submission whose time it takes.
        """
        reference = self.reference
        if reference is None:
            return None

        def opened() -> tuple[Session, Callable[[], ProcessPlan]]:
            session = Session(
                self.backend.open(reference, limits),
                limits,
                programs=self.programs,
                suffix=self.assignment.manifest.suffix,
                on_exit=budget.charge_other if budget else lambda ending: None,
            )
            within = budget.within if budget else lambda limits: limits
            return session, lambda: ProcessPlan(within(limits), reuse=True)

        return opened
