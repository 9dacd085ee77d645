"""Calls to one program in one box, one fresh process at a time.

:meth:`Session.begin` gets a fresh process; then every attribute is an operation of the driver:
``session.rotate(board, 1)`` sends a call and returns plain data, or raises
:class:`~graders.harness.assignment.check.Misbehaved` with the cause.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Limits
from graders.harness.errors import GraderError
from graders.harness.inside.streams import KEPT
from graders.harness.protocol import values
from graders.harness.result import Cause, CauseKind, Verdict, printable
from graders.harness.sandbox.interface import (
    Box,
    Closed,
    Connection,
    DeadlinePassed,
    Ending,
    FrameTooLarge,
)
from graders.harness.sandbox.interface import Cause as ExitReason
from graders.harness.session.exchange import (
    CHANNEL_ABUSE,
    CallFailed,
    Exchange,
    ImportKnownToFail,
    site_of,
)
from graders.harness.session.exits import cause_of
from graders.harness.session.imports import Failure, ImportMemory
from graders.harness.session.plan import ProcessPlan

RUN_TIMES = 2
"""Wall time of all processes of one run of a check, as a multiple of one process's."""

ENDLESS_PART = 0.5
"""A call that took this part of the time of all calls is reported as the one that did not end."""


class CheckBroken(GraderError):
    """A check does what no check may: a fault of the grader, not of a submission."""


@dataclass(slots=True)
class _Run:
    """One run of a check: one process, or several one after the other."""

    plan: ProcessPlan
    deadline: float
    known: Failure | None = None
    """The failure of the first call, if it is known."""
    processes: int = 0
    calls: int = 0
    first_call: float = 0.0
    """When the first call was sent; 0 before."""
    endings: list[Ending] = field(default_factory=list)


@dataclass(slots=True)
class _Process:
    """A live process, and what it was called for."""

    connection: Connection
    deadline: float
    operation: str = ""
    calls: int = 0


class Session:
    """Operations of one program in one box, one fresh process at a time."""

    def __init__(
        self,
        box: Box,
        limits: Limits,
        programs: Iterable[str] = (),
        *,
        imports: ImportMemory | None = None,
        on_exit: Callable[[Ending], None] = lambda ending: None,
    ) -> None:
        """Serve the program in *box*.

        programs: operations that run a whole program, each call in a process of its own.
        imports: the failed imports of earlier sessions with the same submission.
        on_exit: called with each process's end.
        """
        self.box = box
        self._limits = limits
        self._programs = frozenset(programs)
        self._imports = imports or ImportMemory()
        self._on_exit = on_exit
        self._run = _Run(ProcessPlan(limits), 0.0)
        self._process: _Process | None = None
        self._call = self._no_call()
        self.calls = 0
        """Calls that were sent, over all runs."""
        self.timed_out_over_many_calls = False
        """Whether the time ran out over many calls, so that the last one means nothing."""

    def begin(self, plan: ProcessPlan | None = None) -> None:
        """End the present process and get a fresh one as *plan* says; raises SandboxFault.

        Without a plan it has the session's limits.
        """
        self.end()
        plan = plan or ProcessPlan(self._limits)
        self._run = _Run(plan, time.monotonic() + RUN_TIMES * plan.limits.wall_seconds)
        self._call = self._no_call()
        self.timed_out_over_many_calls = False
        plan.observer.run_started()
        if plan.first_import:
            self._run.known = self._imports.known(site_of(plan, plan.first_import))
        if self._run.known is None:
            self._start()

    def _no_call(self, importing: str = "") -> Exchange:
        return Exchange(
            self._run.plan, self._limits, self._imports, importing=importing
        )

    def _start(self) -> _Process:
        """Start another process of the present run."""
        self.end()
        plan = self._run.plan
        deadline = min(time.monotonic() + plan.limits.wall_seconds, self._run.deadline)
        connection = self.box.connect(
            plan.variant, plan.limits.cpu_seconds, reuse=plan.reuse, last=plan.last
        )
        self._process = _Process(connection, deadline)
        self._run.processes += 1
        plan.observer.process_started()
        return self._process

    # Facts about the present run.

    @property
    def alive(self) -> bool:
        """Whether there is a process to call."""
        return self._process is not None

    @property
    def answered(self) -> bool:
        """Whether the run has made a call."""
        return self._run.calls > 0

    @property
    def endings(self) -> list[Ending]:
        """How the processes of the run ended so far."""
        return self._run.endings

    @property
    def cpu_seconds(self) -> float:
        """The most CPU time that one ended process of the run used."""
        return max((ending.cpu_seconds for ending in self._run.endings), default=0.0)

    @property
    def last_call(self) -> tuple[str, tuple[object, ...]]:
        """The last operation that was called in the run, and its arguments; "" if there is none."""
        return self._call.operation, self._call.arguments

    @property
    def printed(self) -> str:
        """The beginning of the last call's output; "" if students may not know the call."""
        if self._run.plan.hidden:
            return ""
        shown = self._call.printed[:KEPT].rstrip("\n")
        suffix = "\n... (cut here)" if len(self._call.printed) > KEPT else ""
        return printable(shown) + suffix

    # Ends.

    def end(self) -> Ending | None:
        """End the present process, if there is one; return how it ended. Raises SandboxFault."""
        if self._process is None:
            return None
        # forgotten first: a failure to end it must not leave it in use
        process, self._process = self._process, None
        ending = process.connection.finish()
        self._ended(ending)
        return ending

    def _ended(self, ending: Ending) -> None:
        self._run.endings.append(ending)
        self._on_exit(ending)

    def close(self) -> None:
        """End the process and the box. Raises SandboxFault."""
        try:
            self.end()
        finally:
            self.box.close()

    # Calls.

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)
        return lambda *arguments: self.call(operation, arguments)

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Call one operation and return its plain result; raises Misbehaved, or SandboxFault."""
        callbacks = self._run.plan.callbacks
        if callbacks is not None and operation in callbacks.open:
            raise CheckBroken(
                f"the check calls {operation}, and also answers callbacks for it"
            )
        if self._run.known is not None:
            known, self._run.known = self._run.known, None
            raise known.error()
        process = self._process_for(operation)
        process.calls += 1
        self.calls += 1
        self._run.calls += 1
        self._call = call = Exchange(
            self._run.plan,
            self._limits,
            self._imports,
            operation,
            arguments,
            process.calls,
            is_first=self._run.calls == 1,
            started=time.monotonic(),
        )
        self._run.first_call = self._run.first_call or call.started
        try:
            return call.run(process.connection, process.deadline)
        except ImportKnownToFail as known:
            self._end_and_raise(known.failure)
        except CallFailed as failed:
            self._misbehaved(*failed.failure)
        except Closed:
            self._misbehaved(cause_of(self._required_end(), self._limits))
        except DeadlinePassed:
            self._misbehaved(self._deadline_cause())
        except FrameTooLarge:
            self._misbehaved(Cause(CauseKind.REPLY_LIMIT, limit=self._limits.frame_kb))
        except values.WireError:
            self._misbehaved(CHANNEL_ABUSE)

    def _process_for(self, operation: str) -> _Process:
        """Return the present process, or a fresh one if *operation* cannot share it."""
        process = self._process
        if process is None:
            raise CheckBroken(
                f"{operation} was called without a process: outside a check, or after a failure"
            )
        shared = (
            process.operation and not {operation, process.operation} & self._programs
        )
        if process.operation and not shared:
            process = self._start()
        process.operation = operation
        return process

    def _required_end(self) -> Ending:
        ending = self.end()
        assert ending is not None, "a call needs a process"
        return ending

    def _deadline_cause(self) -> Cause:
        """End the process, whose deadline has passed; return the limit that it reached."""
        process, self._process = self._process, None
        assert process is not None, "a call needs a process"
        ending = process.connection.finish()
        if ending.cause not in (ExitReason.CPU, ExitReason.MEMORY):
            # it was still busy, whatever it was doing just then
            ending = replace(ending, cause=ExitReason.WALL)
        self._ended(ending)
        return cause_of(ending, self._limits)

    def _misbehaved(self, cause: Cause, where: str = "") -> NoReturn:
        """End the process and raise; a failure during an import is kept: it would happen again."""
        call = self._call
        if Misbehaved(cause).verdict is Verdict.TIMEOUT:
            where = self._place_of_timeout()
        if call.importing and Misbehaved(cause).verdict is not Verdict.MISSING:
            site = site_of(self._run.plan, call.importing)
            call.importing = ""
            cause = msgspec.structs.replace(cause, loading=f"{site.module}.py").safe()
            failure = self._imports.known(site) or Failure(cause, where)
            if self._run.endings and self._run.endings[-1].cause is ExitReason.WALL:
                self._imports.timed_out(site, failure)
            else:
                self._imports.remember(site, failure)
            self._end_and_raise(failure)
        self._end_and_raise(Failure(cause, where))

    def _place_of_timeout(self) -> str:
        """Return the line that was running; "" if the time ran out over many calls."""
        now = time.monotonic()
        call = self._call
        spent, all_calls = now - call.started, now - self._run.first_call
        self.timed_out_over_many_calls = spent < ENDLESS_PART * all_calls
        if not self.timed_out_over_many_calls:
            return call.busy
        self._call = self._no_call(call.importing)
        return ""

    def _end_and_raise(self, failure: Failure) -> NoReturn:
        self.end()
        raise failure.error()
