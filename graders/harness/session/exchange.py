"""A live call to a process: its frame, its callbacks, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graders.harness.assignment.check import exception_cause, innermost
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.streams import KEPT
from graders.harness.protocol import messages, values
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import Connection
from graders.harness.session.callbacks import Callbacks
from graders.harness.session.exits import Failure, missing_cause
from graders.harness.session.memory import ImportMemory, ImportSite
from graders.harness.session.message_loop import CHANNEL_ABUSE, CallFailed, MessageLoop
from graders.harness.session.plan import ProcessPlan

NAME_CHARACTERS = 100
"""Maximum characters of a module's name, which comes from the sandbox."""


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
    result_bytes: int = 0
    """Size of the result's message."""
    importing: str = ""
    printed: str = ""
    """The beginning of its output, by the last report of the process."""
    busy: str = ""
    """The running line, by the last report of the process."""

    def run(self, connection: Connection, deadline: float) -> Any:
        """Send the call and return its result.

        Raises HangsAgain, ThreadsLeft, SandboxError, or one of NO_END.
        """
        frame = self._frame()
        loop = MessageLoop(connection, deadline)
        loop.send_call(frame)
        message, payload = loop.end_of_call(lambda payload: self._end(loop, payload))
        if isinstance(message, messages.Return):
            self.plan.observer.answered(frame, payload, returned=True)
            self.result_bytes = len(payload)
            return message.value
        if _has_threads_left(message) and self.number > 1:
            raise ThreadsLeft
        self.plan.observer.answered(frame, payload, returned=False)
        raise self._failure(message)

    def _end(self, loop: MessageLoop, payload: bytes) -> tuple[messages.Reply, bytes] | None:
        """Return the message in *payload* if it ends the call; else take it, and return None."""
        if self._answer_from_cache(loop, payload):
            return None
        message = messages.parse_reply(values.decode(payload))
        if getattr(message, "call", self.number) != self.number:
            raise CallFailed(CHANNEL_ABUSE)
        return None if self._is_interim(loop, message, payload) else (message, payload)

    def _frame(self) -> bytes:
        call = messages.Call(self.number, self.operation, list(self.arguments))
        try:
            return values.encode_frame(messages.to_list(call), self.limits.frame_kb << 10)
        except values.WireError:
            # the check's arguments fitted for the reference, so these hold the submission's results
            cause = Cause(CauseKind.REPLY_LIMIT, limit=self.limits.frame_kb)
            raise CallFailed(cause) from None

    def _answer_from_cache(self, loop: MessageLoop, payload: bytes) -> bool:
        """Answer *payload* if it is a callback with a cached answer; return whether it is."""
        callbacks = self.plan.callbacks
        reply = callbacks.cached_reply(self.number, payload) if callbacks is not None else None
        if reply is None:
            return False
        loop.send(reply)
        return True

    def _is_interim(self, loop: MessageLoop, message: messages.Reply, payload: bytes) -> bool:
        """Handle a message that does not end the call; return False for any other."""
        match message:
            case messages.Importing(module=module):
                loop.idle()
                self._begin_import(module)
            case messages.Imported():
                loop.idle()
                self.importing = ""
            case messages.Ask(ask=ask, operation=operation, arguments=arguments):
                callbacks = self.plan.callbacks or Callbacks({}, self.limits)
                reply, is_answer = callbacks.reply(payload, ask, operation, arguments)
                if not is_answer:
                    loop.idle()
                loop.send(reply)
            case messages.Printed(text=text):
                loop.idle()
                self.printed = text[: KEPT + 1]
            case messages.Busy(where=where, text=text, seconds=seconds):
                loop.idle()
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

    def _failure(self, message: messages.Reply) -> CallFailed:
        """Return the failure of a call that ends with *message*, without a result."""
        match message:
            case messages.Raise(where=where, what="memory"):
                file, line = innermost(where)
                limit = self.limits.memory_mb
                cause = Cause(CauseKind.MEMORY_LIMIT, file=file, line=line, limit=limit)
                return CallFailed(cause, where)
            case messages.Raise(type=name, text=text, where=where):
                return CallFailed(exception_cause(name, text, where), where)
            case messages.MissingReply(module=module, where=where):
                cause = missing_cause(message).safe()
                if module:
                    self.imports.remember(site_of(self.plan, module), Failure(cause, where))
                return CallFailed(cause, where)
            case messages.Output():
                return CallFailed(Cause(CauseKind.OUTPUT_LIMIT, limit=self.limits.output_chars))
        return CallFailed(CHANNEL_ABUSE)
