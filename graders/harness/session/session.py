"""Calls to a program in a box, one new process at a time.

:meth:`Session.begin` starts a process. Then every attribute is an operation of the driver:
``session.rotate(board, 1)`` sends a call and returns plain data, or raises
:class:`~graders.harness.assignment.check.Misbehaved` with the cause.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import msgspec

from graders.harness.assignment.check import CheckError, Misbehaved, innermost
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.streams import KEPT
from graders.harness.protocol import values
from graders.harness.result import Cause, CauseKind, Verdict, printable
from graders.harness.sandbox.interface import (
    Box,
    Connection,
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    FrameTooLarge,
    ProcessExit,
)
from graders.harness.session.exchange import (
    Exchange,
    HangsAgain,
    ImportKnownToFail,
    ThreadsLeft,
    site_of,
)
from graders.harness.session.exits import Failure, cause_of
from graders.harness.session.memory import ImportMemory
from graders.harness.session.message_loop import CHANNEL_ABUSE, CallFailed
from graders.harness.session.operations import Operations
from graders.harness.session.plan import ProcessPlan

RUN_TIMES = 2
"""Wall time limit of all processes of a run, as a multiple of a single process's limit."""

RUN_MESSAGES = 2
"""Size limit of all results of a run, as a multiple of a single message's limit.

A check may keep them all as objects, which take many times as much memory.
"""

ENDLESS_PART = 0.5
"""Minimum part of the run's time that a call must have taken to be reported at a timeout."""

LEAST_CPU_SECONDS = 0.1
"""CPU time limit of a process that replaces others, at least."""


@dataclass(slots=True)
class _Run:
    """A run of a check: one process, or several in sequence."""

    plan: ProcessPlan
    deadline: float
    first_failure: Failure | None = None
    """The failure of the first call, if its import has failed before."""
    failed: Misbehaved | None = None
    """How the last process ended without an answer; None if none has."""
    processes: int = 0
    calls: int = 0
    result_bytes: int = 0
    first_call: float = 0.0
    """Time of the first call; 0 before it."""
    endings: list[ProcessExit] = field(default_factory=list)


@dataclass(slots=True)
class _Process:
    """A live process, and its last operation."""

    connection: Connection
    deadline: float
    cpu_before: float
    """CPU time of the processes that it replaces: a program gains none by leaving threads."""
    operation: str = ""
    calls: int = 0


def _out_of_time(ending: ProcessExit, reason: ExitReason) -> ProcessExit:
    """Return how a process ended whose time had run out for *reason*."""
    if ending.cause in (ExitReason.CPU, ExitReason.MEMORY):
        return ending
    # it was still busy, whatever else it was doing at that moment
    return replace(ending, cause=reason)


class Session(Operations):
    """Operations of a program in a box, one new process at a time."""

    def __init__(
        self,
        box: Box,
        limits: Limits,
        programs: Iterable[str] = (),
        *,
        imports: ImportMemory | None = None,
        suffix: str = ".py",
        on_exit: Callable[[ProcessExit], None] = lambda ending: None,
    ) -> None:
        """Serve the program in *box*.

        programs: operations that run a whole program, each call in its own process;
        imports: the failures of earlier sessions with the same submission;
        suffix: of the program's source files;
        on_exit: called at the end of each process.
        """
        self.box = box
        self._limits = limits
        self._programs = frozenset(programs)
        self._imports = imports or ImportMemory()
        self._suffix = suffix
        self._on_exit = on_exit
        self._run = _Run(ProcessPlan(limits), 0.0)
        self._process: _Process | None = None
        self._call = self._no_call()
        self.calls = 0
        """Number of calls sent in all runs."""
        self.timed_out_over_many_calls = False
        """True if the time ran out over many calls, so that the last call is not the reason."""

    def begin(self, plan: ProcessPlan | None = None) -> None:
        """End the current process and start another by *plan*. Raises SandboxError.

        Without a plan, the session's limits apply.
        """
        self.end()
        plan = plan or ProcessPlan(self._limits)
        self._run = _Run(plan, time.monotonic() + RUN_TIMES * plan.limits.wall_seconds)
        self._call = self._no_call()
        self.timed_out_over_many_calls = False
        plan.observer.run_started()
        if plan.first_import:
            site = site_of(plan, plan.first_import)
            self._run.first_failure = self._imports.failure_at(site)
        if self._run.first_failure is None:
            self._start()

    def _no_call(self, importing: str = "") -> Exchange:
        return Exchange(self._run.plan, self._limits, self._imports, importing=importing)

    def _start(self, cpu_before: float = 0.0) -> _Process:
        """Start another process of the current run, instead of one that used *cpu_before*."""
        self.end()
        plan = self._run.plan
        deadline = min(time.monotonic() + plan.limits.wall_seconds, self._run.deadline)
        cpu = max(LEAST_CPU_SECONDS, plan.limits.cpu_seconds - cpu_before)
        connection = self.box.connect(plan.variant, cpu, reuse=plan.reuse, last=plan.last)
        self._process = _Process(connection, deadline, cpu_before)
        self._run.processes += 1
        plan.observer.process_started()
        return self._process

    # Facts about the current run.

    @property
    def alive(self) -> bool:
        """Whether there is a process to call."""
        return self._process is not None

    @property
    def answered(self) -> bool:
        """Whether the run has made a call."""
        return self._run.calls > 0

    @property
    def endings(self) -> list[ProcessExit]:
        """The ends of the run's processes so far."""
        return self._run.endings

    @property
    def cpu_seconds(self) -> float:
        """The maximum CPU time of the run's ended processes."""
        return max((ending.cpu_seconds for ending in self._run.endings), default=0.0)

    @property
    def last_call(self) -> tuple[str, tuple[object, ...]]:
        """The last called operation of the run, or "", and its arguments."""
        return self._call.operation, self._call.arguments

    @property
    def printed(self) -> str:
        """The beginning of the last call's output; "" if the call is hidden."""
        if self._run.plan.hidden:
            return ""
        beginning = self._call.printed[:KEPT].rstrip("\n")
        suffix = "\n... (cut here)" if len(self._call.printed) > KEPT else ""
        return printable(beginning) + suffix

    # Ends.

    def end(self) -> ProcessExit | None:
        """End the current process, if any; return its end. Raises SandboxError."""
        if self._process is None:
            return None
        # cleared first, so that a process that fails to end is not used again
        process, self._process = self._process, None
        ending = process.connection.finish()
        self._ended(ending)
        return ending

    def _ended(self, ending: ProcessExit) -> None:
        self._run.endings.append(ending)
        self._on_exit(ending)

    def close(self) -> None:
        """End the process and the box. Raises SandboxError."""
        try:
            self.end()
        finally:
            self.box.close()

    # Calls.

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Call an operation and return its plain result. Raises Misbehaved or SandboxError."""
        callbacks = self._run.plan.callbacks
        if callbacks is not None and operation in callbacks.open:
            raise CheckError(f"the check calls {operation}, and also answers callbacks for it")
        if self._run.first_failure is not None:
            failure, self._run.first_failure = self._run.first_failure, None
            self._end_and_raise(failure)
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
            return self._result(call, process)
        except ThreadsLeft:
            self._start(process.cpu_before + self._required_end().cpu_seconds)
            return self.call(operation, arguments)
        except ImportKnownToFail as error:
            self._end_and_raise(error.failure)
        except CallFailed as failed:
            self._misbehaved(*failed.failure)
        except ConnectionClosed:
            self._misbehaved(cause_of(self._required_end(), self._limits))
        except DeadlinePassed:
            self._misbehaved(self._timeout_cause(ExitReason.WALL))
        except HangsAgain:
            self._failed(self._timeout_cause(ExitReason.CPU), call.busy)
        except FrameTooLarge:
            self._misbehaved(Cause(CauseKind.REPLY_LIMIT, limit=self._limits.frame_kb))
        except values.WireError:
            self._misbehaved(CHANNEL_ABUSE)

    def _result(self, call: Exchange, process: _Process) -> Any:
        """Return the result of *call*. Raises FrameTooLarge, and as :meth:`Exchange.run` does."""
        result = call.run(process.connection, process.deadline)
        self._run.result_bytes += call.result_bytes
        if self._run.result_bytes > RUN_MESSAGES * self._limits.frame_kb << 10:
            raise FrameTooLarge
        return result

    def _process_for(self, operation: str) -> _Process:
        """Return the current process, or a new one if *operation* cannot share it."""
        process = self._process
        if process is None:
            if self._run.failed is not None:  # the check caught it, or cleans up after it
                raise self._run.failed
            raise CheckError(f"{operation} was called outside of a check")
        if process.operation and {operation, process.operation} & self._programs:
            process = self._start()
        process.operation = operation
        return process

    def _required_end(self) -> ProcessExit:
        ending = self.end()
        assert ending is not None, "a call needs a process"
        return ending

    def _timeout_cause(self, reason: ExitReason) -> Cause:
        """End the process, whose time has run out; return the cause."""
        process, self._process = self._process, None
        assert process is not None, "a call needs a process"
        self._ended(ending := _out_of_time(process.connection.finish(), reason))
        return cause_of(ending, self._limits)

    def _misbehaved(self, cause: Cause, where: str = "") -> NoReturn:
        """End the process and raise Misbehaved, for a timeout with the running line."""
        if Misbehaved(cause).verdict is Verdict.TIMEOUT:
            where = self._line_of_timeout()
        self._failed(cause, where)

    def _failed(self, cause: Cause, where: str) -> NoReturn:
        """End the process and raise Misbehaved; record a failed import, which would fail again."""
        call = self._call
        if call.importing and Misbehaved(cause).verdict is not Verdict.MISSING:
            site = site_of(self._run.plan, call.importing)
            call.importing = ""
            # the module may import the file that does not load
            file = innermost(where)[0] or f"{site.module}{self._suffix}"
            cause = msgspec.structs.replace(cause, loading=file).safe()
            failure = self._imports.failure_at(site) or Failure(cause, where)
            if self._run.endings and self._run.endings[-1].cause is ExitReason.WALL:
                self._imports.timed_out(site, failure)
            else:
                self._imports.remember(site, failure)
            self._end_and_raise(failure)
        self._end_and_raise(Failure(cause, where))

    def _line_of_timeout(self) -> str:
        """Return the running line, or "" if the time ran out over many calls."""
        now = time.monotonic()
        call = self._call
        spent, all_calls = now - call.started, now - self._run.first_call
        self.timed_out_over_many_calls = spent < ENDLESS_PART * all_calls
        if not self.timed_out_over_many_calls:
            self._imports.hangs.remember(call.busy)
            return call.busy
        self._call = self._no_call(call.importing)
        return ""

    def _end_and_raise(self, failure: Failure) -> NoReturn:
        self.end()
        self._run.failed = failure.error()
        raise self._run.failed
