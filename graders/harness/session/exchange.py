"""A call to a process: its frame, and the messages until its result."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NoReturn

from graders.harness.assignment.check import exception_cause, innermost
from graders.harness.assignment.manifest import Limits
from graders.harness.inside.streams import KEPT
from graders.harness.protocol import messages, values
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import Connection, DeadlinePassed
from graders.harness.session.callbacks import Callbacks
from graders.harness.session.exits import missing_cause
from graders.harness.session.imports import Failure, ImportMemory, ImportSite
from graders.harness.session.plan import ProcessPlan

IDLE_MESSAGES = 200
"""Maximum messages in a call other than its result and open callbacks.

A program needs one or two for each import. A flood of them would keep the judge busy.
"""

CHANNEL_ABUSE = Cause(CauseKind.CHANNEL_ABUSE)
"""The cause of every unsolicited message; timing decides whether it looks early, late or double."""

NAME_CHARACTERS = 100
"""Maximum characters of a module's name, which comes from the sandbox."""


class CallFailed(Exception):
    """The call ended without a result."""

    def __init__(self, cause: Cause, where: str = "") -> None:
        super().__init__(cause.summary())
        self.failure = Failure(cause, where)


class ImportKnownToFail(CallFailed):
    """The call begins an import that has failed before."""


class ThreadsLeft(Exception):
    """The call was not made, because threads of the process's earlier calls still run."""


def site_of(plan: ProcessPlan, module: str) -> ImportSite:
    """Return the site of an import of *module* by a process with *plan*."""
    return ImportSite(plan.variant, module[:NAME_CHARACTERS], plan.hidden)


class HangsAgain(Exception):
    """The call is in a loop in which the time has run out before."""


def _has_threads_left(message: messages.Reply) -> bool:
    return isinstance(message, messages.MissingReply) and message.kind == messages.THREADS_LEFT


@dataclass(slots=True)
class Exchange:
    """The current call, or the last one."""

    plan: ProcessPlan
    limits: Limits
    """The manifest's."""
    imports: ImportMemory
    operation: str = ""
    arguments: tuple[object, ...] = ()
    number: int = 0
    """Number of the call in its process, from 1."""
    is_first: bool = False
    """True for the first call of a run."""
    started: float = 0.0
    idle_left: int = IDLE_MESSAGES
    result_bytes: int = 0
    """Size of the result's message."""
    importing: str = ""
    printed: str = ""
    """The beginning of its output, by the last report of the process."""
    busy: str = ""
    """The running line, by the last report of the process."""

    def run(self, connection: Connection, deadline: float) -> Any:
        """Send the call and return its result.

        Raises CallFailed, HangsAgain, ThreadsLeft, WireError, and the exceptions of
        :meth:`Connection.receive`.
        """
        frame = self._frame()
        if not connection.quiet():
            raise CallFailed(CHANNEL_ABUSE)
        connection.send(frame, deadline)
        while True:
            payload = connection.receive(deadline)
            if not self._answer_from_cache(connection, payload, deadline):
                message = messages.parse_reply(values.decode(payload))
                if getattr(message, "call", self.number) != self.number:
                    raise CallFailed(CHANNEL_ABUSE)
                if isinstance(message, messages.Return):
                    self.plan.observer.answered(frame, payload, returned=True)
                    self.result_bytes = len(payload)
                    return message.value
                if _has_threads_left(message) and self.number > 1:
                    raise ThreadsLeft
                if not self._is_interim(connection, message, payload, deadline):
                    self.plan.observer.answered(frame, payload, returned=False)
                    self._fail(message)
            if time.monotonic() >= deadline:  # stops endless messages
                raise DeadlinePassed

    def _frame(self) -> bytes:
        call = messages.Call(self.number, self.operation, list(self.arguments))
        try:
            return values.encode_frame(messages.to_list(call), self.limits.frame_kb << 10)
        except values.WireError:
            # the check's arguments fitted for the reference, so these hold the submission's results
            cause = Cause(CauseKind.REPLY_LIMIT, limit=self.limits.frame_kb)
            raise CallFailed(cause) from None

    def _answer_from_cache(self, connection: Connection, payload: bytes, deadline: float) -> bool:
        """Answer *payload* if it is a callback with a cached answer; return whether it is."""
        callbacks = self.plan.callbacks
        reply = callbacks.cached_reply(self.number, payload) if callbacks is not None else None
        if reply is None:
            return False
        connection.send(reply, deadline)
        return True

    def _is_interim(
        self,
        connection: Connection,
        message: messages.Reply,
        payload: bytes,
        deadline: float,
    ) -> bool:
        """Handle a message that does not end the call; return False for any other."""
        match message:
            case messages.Importing(module=module):
                self._idle()
                self._begin_import(module)
            case messages.Imported():
                self._idle()
                self.importing = ""
            case messages.Ask(ask=ask, operation=operation, arguments=arguments):
                callbacks = self.plan.callbacks or Callbacks({}, self.limits)
                reply, is_answer = callbacks.reply(payload, ask, operation, arguments)
                if not is_answer:
                    self._idle()
                connection.send(reply, deadline)
            case messages.Printed(text=text):
                self._idle()
                self.printed = text[: KEPT + 1]
            case messages.Busy(where=where, text=text, seconds=seconds):
                self._idle()
                self.busy, self.printed = where, text[: KEPT + 1]
                hangs = self.imports.hangs
                if hangs.is_long(self.plan, seconds) and hangs.knows(where):
                    raise HangsAgain
            case _:
                return False
        return True

    def _begin_import(self, module: str) -> None:
        """Record the import of *module*. Raises ImportKnownToFail."""
        if self.is_first:
            self.plan.observer.importing(module[:NAME_CHARACTERS])
        failure = self.imports.failure_at(site_of(self.plan, module))
        if failure is not None:
            raise ImportKnownToFail(*failure)
        self.importing = module

    def _idle(self) -> None:
        self.idle_left -= 1
        if self.idle_left < 0:
            raise CallFailed(Cause(CauseKind.MESSAGE_FLOOD))

    def _fail(self, message: messages.Reply) -> NoReturn:
        """Raise CallFailed for a message that ends the call without a result."""
        match message:
            case messages.Raise(where=where, what="memory"):
                file, line = innermost(where)
                limit = self.limits.memory_mb
                cause = Cause(CauseKind.MEMORY_LIMIT, file=file, line=line, limit=limit)
                raise CallFailed(cause, where)
            case messages.Raise(type=name, text=text, where=where):
                raise CallFailed(exception_cause(name, text, where), where)
            case messages.MissingReply(module=module, where=where):
                cause = missing_cause(message).safe()
                if module:
                    self.imports.remember(site_of(self.plan, module), Failure(cause, where))
                raise CallFailed(cause, where)
            case messages.Output():
                raise CallFailed(Cause(CauseKind.OUTPUT_LIMIT, limit=self.limits.output_chars))
        raise CallFailed(CHANNEL_ABUSE)
