"""Serves one connection: loads the driver, calls its operations, reports plain data.

The messages are those of ``protocol/messages.py`` between the judge and a child. The result of a
packed call is packed.

The driver (module ``_grader.driver``) is a module of public functions, its operations. It imports
this interface by ``from . import sandbox``, a stand-in by ``from _grader import sandbox``:
``sandbox.module(name)``, ``sandbox.require(name, "Class.method")``, ``sandbox.ask(operation,
*arguments)``, ``sandbox.variant``; for programs at a terminal also ``sandbox.at_terminal(lines,
function, *arguments)``, ``sandbox.run_program(file_name, lines)`` and ``sandbox.submitted`` (file
name -> source); to replace a submission's functions ``sandbox.stand_in(own, name, parameters,
does)``, ``sandbox.OWN`` and ``sandbox.own_of(function)`` (see ``standins.py``).

Nothing here guards a secret, so student code may call all of it.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import os
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NoReturn

from ..protocol import frames, messages, packed
from ..protocol.values import WireError, encode_frame
from . import (
    clocks,
    interpreter_state,
    modules,
    package_imports,
    standins,
    streams,
    waits,
    whereabouts,
)
from .failures import (
    AskRefused,
    Missing,
    exception_row,
    lacks_a_name,
    text_of,
    what_it_is,
    where_it_is,
    where_of,
)
from .terminal import Terminal


class Channel:
    """Messages over a pair of file descriptors: one socket, or two pipes."""

    def __init__(self, reader: int, writer: int, limit: int) -> None:
        self.reader = reader
        self.writer = writer
        self.limit = limit
        """Maximum bytes of a sent message."""
        self.arrived = frames.Buffer()
        self.held: list[bytes] = []
        """Frames to be sent together."""
        self.engaged = False
        """True while a signal handler must not send, because it would split or repeat a frame."""
        self.was_packed = False
        """True if the last message read was packed."""
        self.packed_results: list[bytes] = []
        """Payloads of the results since the last reset, for :meth:`spell`."""

    def read(self) -> list[Any] | None:
        """Return the next message, or None at the end of the stream."""
        self.engaged = True
        try:
            payload = self._payload()
        finally:
            self.engaged = False
        if payload is None:
            return None
        self.was_packed = payload.startswith(packed.MARK)
        return packed.read_trusted(payload)

    def _payload(self) -> bytes | None:
        while True:
            payload = self.arrived.next(sys.maxsize)
            if payload is not None:
                return payload
            self._flush()
            part = os.read(self.reader, 1 << 16)
            if not part:
                return None
            self.arrived.add(part)

    def tell(self, message: messages.Message) -> None:
        """Send *message* at once. Raises WireError if it does not fit into a frame."""
        self._send(message, at_once=True)

    def write(self, message: messages.Message, in_packed_form: bool = False) -> None:
        """Send *message*, at the latest after the last message that has arrived is answered.

        *in_packed_form*: pack it if possible. Raises WireError like :meth:`tell`.
        """
        self._send(message, in_packed_form=in_packed_form)

    def spell(self, results: int) -> None:
        """Resend the first *results* since the last reset, as JSON."""
        for payload in self.packed_results[:results]:
            _kind, call, value = packed.read_trusted(payload)
            self.write(messages.Return(call, value))

    def _send(
        self,
        message: messages.Message,
        at_once: bool = False,
        in_packed_form: bool = False,
    ) -> None:
        self.engaged = True
        try:
            parts = messages.to_list(message)
            frame = packed.pack(parts, self.limit) if in_packed_form else None
            if frame is not None:
                self.packed_results.append(frame[frames.HEADER.size :])
            self.held.append(frame or encode_frame(parts, self.limit))
            if at_once or not self.arrived or sum(map(len, self.held)) > 1 << 16:
                self._flush()
        finally:
            self.engaged = False

    def _flush(self) -> None:
        data = b"".join(self.held)
        self.held.clear()  # in place: a signal may have come between a look at it and an append
        frames.write_all(functools.partial(os.write, self.writer), data)


def expose() -> ModuleType:
    """Make the package ``_grader`` with its module ``sandbox``; return that module.

    Removes the harness's modules from ``sys.modules``, so that their names are free.
    """
    own = __name__.partition(".")[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == own]:
        del sys.modules[name]
    package = sys.modules[modules.PACKAGE] = ModuleType(modules.PACKAGE)
    package.__path__ = []
    face = sys.modules[modules.PACKAGE + ".sandbox"] = ModuleType(modules.PACKAGE + ".sandbox")
    vars(package)["sandbox"] = face
    vars(face).update(
        Missing=Missing,
        AskRefused=AskRefused,
        stand_in=standins.stand_in,
        OWN=standins.OWN,
        own_of=standins.own_of,
    )
    return face


PRELOADED: list[tuple[dict[str, bytes], dict[str, bytes], dict[str, ModuleType]]] = []
"""Driver and course files of programs that were imported before any box was made, and their
modules.
"""


def import_trusted(program: modules.Program) -> None:
    """Import the trusted files that need no submitted file, for all processes to be forked.

    No code of the submission runs. An import that needs a file of the submission or a variant
    fails, and the modules that it loaded are dropped. The process that needs them repeats it.
    """
    expose()
    for driver, course, imported in PRELOADED:
        if (driver, course) == (program.driver, program.course):
            sys.modules.update(imported)
            return
    importer = modules.install(program.without_submission(), "")
    names = [modules.PACKAGE + "." + name for name in program.driver] + list(program.course)
    for name in names:
        before = set(sys.modules)
        try:
            importlib.import_module(name[: -len(".py")].replace("/", ".").replace(".__init__", ""))
            is_complete = not importer.lacking
        except Exception:
            is_complete = False
        if not is_complete:
            for loaded in set(sys.modules) - before:
                if getattr(sys.modules[loaded], "__loader__", None) is importer:
                    del sys.modules[loaded]
            importer.lacking.clear()
    sys.meta_path.remove(importer)


def preload(program: modules.Program, starter: Mapping[str, bytes]) -> None:
    """Do the work of :func:`import_trusted` for all boxes to come.

    Afterwards this process itself cannot import these modules. Modules with a function
    ``read_ahead`` also read *starter*, files by name, once.
    """
    before = dict(sys.modules)
    import_trusted(program)
    imported = {name: module for name, module in sys.modules.items() if is_of_program(name, module)}
    for name, module in imported.items():
        del sys.modules[name]
        try:
            if "read_ahead" in vars(module):
                module.read_ahead(starter)
        except Exception:  # the check that reads it raises it again
            pass
    sys.modules.update(before)
    PRELOADED.append((program.driver, program.course, imported))


def is_of_program(name: str, module: ModuleType) -> bool:
    """Return whether a module comes from a program's files, or is exposed to its driver."""
    return (
        name.partition(".")[0] == modules.PACKAGE
        or type(getattr(module, "__loader__", None)) is modules.MemoryImporter
    )


def leave(code: Any = None) -> NoReturn:
    """Replace the interpreter's ``exit`` and ``quit``."""
    raise SystemExit(code)


def operation_of(driver: ModuleType, name: str) -> Callable[..., Any]:
    """Return the driver's public function *name*."""
    function: Callable[..., Any] | None = getattr(driver, name, None)
    is_own = getattr(function, "__module__", None) == driver.__name__
    if function is None or not is_own or name.startswith("_"):
        raise Missing(f"the driver has no operation {name}")
    return function


class Server:
    """Serves one program until the judge hangs up."""

    def __init__(
        self,
        channel: Channel,
        program: modules.Program,
        output_cap: int,
        has_descriptors: bool = False,
    ) -> None:
        """has_descriptors: see :class:`~.terminal.Terminal`."""
        self.channel = channel
        self.program = program
        self.variant = ""
        self.out = streams.CappedText(output_cap)
        self.call_id = 0
        self.asks = 0
        self.student_names = frozenset(program.submitted)
        self.failed_imports: dict[str, Missing] = {}
        self.whereabouts = whereabouts.Whereabouts(self.student_names, self.tell_busy)
        self.has_descriptors = has_descriptors
        self.calling = False
        self.is_shared = False
        """True if it serves several checks: then only results count, and no output is sent."""
        self.threads = 1
        """Number of threads before any code of the submission has run."""

    # The driver uses these as functions of the module "sandbox".

    def module(self, name: str) -> ModuleType:
        """Return the module *name*. The first call imports it and informs the judge.

        Raises Missing with the reason and the line if there is no such file or it does not load. An
        operation must not continue without a module that it needs, because from then on the judge
        expects the same failure of all operations that need it.
        """
        if name in self.failed_imports:
            raise self.failed_imports[name]
        loaded = sys.modules.get(name)
        if loaded is not None:
            return loaded
        source_file = self.program.find(name, self.variant)
        call = self.call_id
        self.channel.tell(messages.Importing(call, name))
        if source_file is None:
            raise Missing("", "", name, "file_missing", f"{name}.py")
        try:
            loaded = importlib.import_module(name)
        except streams.OutputFlood:
            raise
        except BaseException as error:
            sys.modules.pop(name, None)
            _role, file, source, _package = source_file
            text, where = f"{type(error).__name__}: {text_of(error)}", ""
            it_is = what_it_is(source)
            if not it_is:
                where = where_of(error, self.student_names)
            kind = "file_unusable" if it_is else "file_broken"
            missing = Missing(it_is or text, where, name, kind, file)
            self.failed_imports[name] = missing
            raise missing from None
        self.channel.tell(messages.Imported(call, name))
        return loaded

    def require(self, name: str, path: str) -> Any:
        """Return the object at the dotted *path* in module *name*, or raise Missing."""
        target: Any = self.module(name)
        prefix = []
        for part in path.split("."):
            prefix.append(part)
            try:
                target = getattr(target, part)
            except AttributeError:
                hint = where_it_is(target, part)
                raise Missing(".".join(prefix), hint, file=f"{name}.py") from None
        return target

    def ask(self, operation: str, *arguments: Any) -> Any:
        """Call the judge back; return its answer. Raises AskRefused if the check forbids it."""
        self.asks += 1
        number = self.asks
        self.channel.tell(messages.Ask(self.call_id, number, operation, list(arguments)))
        received = self.channel.read()
        if received is None:
            os._exit(0)
        answer = messages.parse_to_child(received)
        if not isinstance(answer, (messages.Answer, messages.Refused)) or answer.ask != number:
            raise AskRefused("the answer does not belong to the question")
        if isinstance(answer, messages.Refused):
            raise AskRefused(answer.reason)
        return answer.value

    def refused_files(self) -> list[str]:
        """Return the names of the submitted files that this interpreter refuses to compile."""
        refused = []
        for role, name, source in self.program.sources():
            if role == "submitted" and (role, name) not in self.program.compiled:
                try:
                    self.program.compile_one(role, name, source)
                except (SyntaxError, ValueError):
                    refused.append(name)
                except Exception:  # too hard to compile, but Python for all we know
                    pass
        return refused

    # The loop.

    def set_streams(self) -> None:
        """Set the interpreter's standard streams for a check."""
        sys.stdout = sys.stderr = self.out
        sys.__stdout__ = sys.__stderr__ = self.out  # type: ignore[misc,assignment]
        sys.stdin = sys.__stdin__ = streams.NoInput()  # type: ignore[assignment,misc]
        sys.argv = ["main.py"]

    def run(self, variant: str, cpu_seconds: float) -> None:
        """Serve the program in *variant* until the judge closes the connection; *cpu_seconds* is
        the limit of this process. Call :meth:`prepare` first.
        """
        self.whereabouts.watch(cpu_seconds)
        importer = modules.install(self.program, variant)
        self.serve(variant, importer)
        state: interpreter_state.InterpreterState | None = None
        driver: ModuleType | None = None
        while (received := self.channel.read()) is not None:
            message = messages.parse_to_child(received)
            if isinstance(message, messages.Fresh):
                driver = None
                self.begin_sharing()
                is_restored = state is None or state.restore()
                state = state or interpreter_state.InterpreterState(importer)
                self.set_streams()
                self.serve(message.variant or self.variant, importer)
                self.channel.tell(messages.Reset(message.number, is_restored))
            elif isinstance(message, messages.Spell):
                self.channel.spell(message.results)
            elif isinstance(message, messages.Call):
                driver = self.answer(message, driver)

    def prepare(self) -> None:
        """Prepare this process, or those that are forked from it, for the program."""
        self.set_streams()
        self.threads = len(sys._current_frames())
        package_imports.seed()
        if modules.PACKAGE not in sys.modules:
            expose()
        face = sys.modules[modules.PACKAGE + ".sandbox"]
        for name in ("module", "require", "ask"):
            setattr(face, name, getattr(self, name))
        terminal = Terminal(self.program, self.out, self.has_descriptors)
        vars(face).update(at_terminal=terminal.at_terminal, run_program=terminal.run_program)
        vars(face)["submitted"] = self.program.submitted
        # the site module, which was not imported, would have made them
        vars(builtins).update(exit=leave, quit=leave)

    def serve(self, variant: str, importer: modules.MemoryImporter) -> None:
        """Serve *variant* from now on."""
        self.variant = importer.variant = variant
        vars(sys.modules[modules.PACKAGE + ".sandbox"])["variant"] = variant

    def begin_sharing(self) -> None:
        """Drop the state of the previous check."""
        self.asks, self.is_shared = 0, True
        self.whereabouts.stop()
        self.failed_imports.clear()
        self.channel.packed_results.clear()

    def answer(self, message: messages.Call, driver: ModuleType | None) -> ModuleType | None:
        """Make one call and send its outcome; return the driver, which is imported by then."""
        self.call_id = message.call
        in_packed_form = self.channel.was_packed
        reply: messages.Message
        self.out.reset()
        self.whereabouts.begin_call()
        self.calling = True
        clocks.TIME.is_stopped = False
        try:
            if self.has_threads():
                raise Missing("", kind=messages.THREADS_LEFT)
            if driver is None:
                driver = importlib.import_module(modules.PACKAGE + ".driver")
            operation = (
                self.refused_files
                if message.operation == messages.REFUSED_FILES
                else operation_of(driver, message.operation)
            )
            reply = messages.Return(self.call_id, operation(*message.arguments))
        except BaseException as error:
            reply = self.reply_to(error)
        self.calling = False
        clocks.TIME.is_stopped = True
        if self.out.flooded:
            reply = messages.Output(self.call_id)
        self.tell_printed()
        self.send(reply, in_packed_form and isinstance(reply, messages.Return))
        return driver

    def has_threads(self) -> bool:
        """Return whether threads of an earlier call are left. Those that end have a moment."""
        for _ in range(10):
            if len(sys._current_frames()) <= self.threads:
                return False
            clocks.real_sleep(waits.LOOK_SECONDS / 10)
        return True

    def tell_printed(self) -> None:
        """Send the beginning of this call's output, if it matters and can be sent."""
        printed = self.out.beginning()
        if printed and not self.is_shared:
            try:
                self.channel.write(messages.Printed(self.call_id, printed))
            except (WireError, MemoryError):
                pass

    def tell_busy(self, line: str, seconds: float) -> None:
        """Send the current line, unless between calls or within another message."""
        if self.calling and not self.channel.engaged:
            printed = self.out.beginning()
            self.channel.tell(messages.Busy(self.call_id, line, printed, seconds))

    def reply_to(self, error: BaseException) -> messages.Message:
        """Return the message to the judge about *error*."""
        try:
            if isinstance(error, Missing):
                return messages.MissingReply(
                    self.call_id,
                    error.module,
                    error.kind,
                    error.file,
                    error.text,
                    error.where,
                )
            if isinstance(error, streams.OutputFlood):
                return messages.Output(self.call_id)
            where = where_of(error, self.student_names)
            if not where and lacks_a_name(error, self.student_names):
                return messages.MissingReply(
                    self.call_id, "", "name_missing", "", text_of(error), ""
                )
            return messages.Raise(self.call_id, *exception_row(error, self.student_names))
        except streams.OutputFlood:
            return messages.Output(self.call_id)

    def send(self, reply: messages.Message, in_packed_form: bool = False) -> None:
        """Send *reply*, or the reason why it cannot be sent."""
        try:
            self.channel.write(reply, in_packed_form)
        except WireError as error:
            self.channel.write(messages.Raise(self.call_id, "ValueError", str(error), "", "error"))
        except MemoryError:
            self.channel.write(messages.Raise(self.call_id, "MemoryError", "", "", "memory"))
