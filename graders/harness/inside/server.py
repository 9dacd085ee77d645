"""Serves one connection: loads the driver, calls its operations, reports plain data.

The messages are those of ``protocol/messages.py`` between the judge and a child. A call that comes
in packed form has its result in packed form.

The driver (module ``_grader.driver``) is a module of public functions, its operations. It reaches
this module by ``from . import sandbox``, a stand-in by ``from _grader import sandbox``:
``sandbox.module(name)``, ``sandbox.require(name, "Class.method")``, ``sandbox.ask(operation,
*arguments)``, ``sandbox.variant``; for programs that talk through a terminal also
``sandbox.at_terminal(lines, function, *arguments)``, ``sandbox.run_program(file_name, lines)`` and
``sandbox.submitted`` (file name -> source); for functions in place of a submission's own
``sandbox.stand_in(own, name, parameters, does)``, ``sandbox.OWN`` and ``sandbox.own_of(function)``
(see ``standins.py``).

Nothing here guards a secret: student code may call all of it.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import os
import random
import sys
from collections.abc import Callable, Collection, Mapping
from types import CodeType, ModuleType
from typing import Any, NoReturn

from ..protocol import frames, messages, packed
from ..protocol.values import WireError, encode_frame
from . import interpreter_state, modules, standins, streams, whereabouts


class Missing(Exception):
    """A file or a name that the check needs is not there, or its module does not load."""

    def __init__(self, text: str, where: str = "", module: str = "") -> None:
        """*module* is the one that is not there as a whole."""
        Exception.__init__(self, text)
        self.text = text
        self.where = where
        self.module = module


class AskRefused(Exception):
    """The judge does not answer this question in this check."""


class Channel:
    """Messages over a pair of file descriptors: one socket, or two pipes."""

    def __init__(self, reader: int, writer: int, limit: int) -> None:
        self.reader = reader
        self.writer = writer
        self.limit = limit
        """Bytes of a message that is sent."""
        self.arrived = frames.Buffer()
        self.held: list[bytes] = []
        """Frames to be sent together."""
        self.engaged = False
        """Whether a signal handler must not send: it would cut into a frame, or repeat one."""
        self.was_packed = False
        """Whether the last message that was read came in packed form."""

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
        """Send *message*, at the latest when all that has arrived is answered.

        *in_packed_form*: if it can be packed. Raises WireError as :meth:`tell` does.
        """
        self._send(message, in_packed_form=in_packed_form)

    def _send(
        self, message: messages.Message, at_once: bool = False, in_packed_form: bool = False
    ) -> None:
        self.engaged = True
        try:
            parts = messages.to_list(message)
            frame = packed.pack(parts, self.limit) if in_packed_form else None
            self.held.append(frame or encode_frame(parts, self.limit))
            if at_once or not self.arrived or sum(map(len, self.held)) > 1 << 16:
                self._flush()
        finally:
            self.engaged = False

    def _flush(self) -> None:
        data, self.held = b"".join(self.held), []
        frames.write_all(functools.partial(os.write, self.writer), data)


def text_of(error: BaseException) -> str:
    """Return the text of an exception, whatever its ``__str__`` does, cut to 2,000 characters.

    A syntax error's text is without its line, which :func:`where_of` returns.
    """
    try:
        text = str.__add__(str(error.msg if type(error) is SyntaxError else error), "")
    except streams.OutputFlood:
        raise
    except BaseException:
        return "(its text cannot be shown: __str__ fails)"
    return text if len(text) <= 2000 else text[:2000] + " ..."


MOST_FRAMES = 6
"""Lines that are reported of one exception, the outermost and the innermost."""


def where_of(error: BaseException, names: Collection[str]) -> str:
    """Return the lines of the files *names* that *error* passed through, the outermost first.

    Each stands on a line of its own, "file, line n" or "file, line n, columns a-b"; columns count
    bytes from 0. "" if there is none.
    """
    if isinstance(error, SyntaxError) and error.filename in names:
        line = f"{error.filename}, line {error.lineno}"
        offset = error.offset
        if type(offset) is not int or offset < 1:
            return line
        return f"{line}, columns {offset - 1}-{offset}"
    lines: list[str] = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename in names:
            columns = columns_of(code, step.tb_lasti)
            line = f"{code.co_filename}, line {step.tb_lineno}{columns}"
            if lines[-1:] != [line]:
                lines.append(line)
            if len(lines) > MOST_FRAMES:
                del lines[MOST_FRAMES // 2]
        step = step.tb_next
    return "\n".join(lines)


def columns_of(code: CodeType, instruction: int) -> str:
    """Return ", columns a-b" of an instruction within one line, or "" if Python does not know."""
    if not hasattr(code, "co_positions"):  # before Python 3.11
        return ""
    for index, (line, last_line, begin, end) in enumerate(code.co_positions()):
        if 2 * index == instruction:
            is_known = None not in (line, begin, end) and line == last_line
            return f", columns {begin}-{end}" if is_known else ""
    return ""


def kind_of(error: BaseException) -> str:
    """Return "memory", "recursion" or "error"."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RecursionError):
        return "recursion"
    return "error"


def exception_row(error: BaseException, names: Collection[str]) -> tuple[str, str, str, str]:
    """Return type, text, lines in the files *names*, and kind of an exception."""
    return type(error).__name__[:100], text_of(error), where_of(error, names), kind_of(error)


def lacks_a_name(error: BaseException, names: Collection[str]) -> bool:
    """Return whether the driver looked for an attribute that a class of the files *names* lacks."""
    if not isinstance(error, AttributeError):
        return False
    owner = type(getattr(error, "obj", None))
    return f"{getattr(owner, '__module__', '')}.py" in names


def expose() -> ModuleType:
    """Make the package ``_grader`` with its module ``sandbox``; return that module.

    The names of this package's own modules are free afterwards.
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
"""Driver and course's files of programs that were imported before any box was made, with their
modules.
"""


def import_trusted(program: modules.Program) -> None:
    """Import, once for all processes to be forked, the trusted files that need nothing submitted.

    No code of the submission runs: an import that asks for a file of it (or of a variant) fails,
    and all it loaded is forgotten. It will happen in the process that needs it.
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

    This process itself cannot import these modules. One that has a function ``read_ahead`` reads
    *starter*, files by name, once as well.
    """
    before = dict(sys.modules)
    import_trusted(program)
    imported = {name: module for name, module in sys.modules.items() if is_of_program(name, module)}
    for name, module in imported.items():
        del sys.modules[name]
        try:
            if hasattr(module, "read_ahead"):
                module.read_ahead(starter)
        except Exception:  # it will be raised again by the check that reads it
            pass
    sys.modules.update(before)
    PRELOADED.append((program.driver, program.course, imported))


def is_of_program(name: str, module: ModuleType) -> bool:
    """Return whether a module is of a program's files, or exposed to its driver."""
    return (
        name.partition(".")[0] == modules.PACKAGE
        or type(getattr(module, "__loader__", None)) is modules.MemoryImporter
    )


def set_streams(out: streams.CappedText) -> None:
    """Point the interpreter's streams to where they lead in a check."""
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = out  # type: ignore[assignment,misc]
    sys.stdin = sys.__stdin__ = streams.NoInput()  # type: ignore[assignment,misc]
    sys.argv = ["main.py"]


def operation_of(driver: ModuleType, name: str) -> Callable[..., Any]:
    """Return the driver's public function *name*. Raises Missing if there is none."""
    function: Callable[..., Any] | None = getattr(driver, name, None)
    is_own = getattr(function, "__module__", None) == driver.__name__
    if function is None or not is_own or name.startswith("_"):
        raise Missing(f"the driver has no operation {name}")
    return function


def leave(code: Any = None) -> NoReturn:
    """Do what the interpreter's own ``exit`` and ``quit`` do."""
    raise SystemExit(code)


class Server:
    """One child's life: one program in one variant, calls until the judge hangs up."""

    def __init__(
        self,
        channel: Channel,
        program: modules.Program,
        variant: str,
        output_cap: int,
        cpu_seconds: float = 0,
    ) -> None:
        self.channel = channel
        self.program = program
        self.variant = variant
        self.out = streams.CappedText(output_cap)
        self.call_id = 0
        self.asks = 0
        self.student_names = frozenset(program.submitted)
        self.failed_imports: dict[str, Missing] = {}
        self.whereabouts = whereabouts.Whereabouts(self.student_names, self.tell_busy)
        self.cpu_seconds = cpu_seconds
        self.calling = False
        self.is_shared = False
        """Whether it serves more than one check: then only results count, and no output is sent."""

    # The driver sees these as functions of the module "sandbox".

    def module(self, name: str) -> ModuleType:
        """Return the module *name*. The first time it is imported, and the judge is informed.

        Raises Missing with the reason and the line if there is no such file or it does not load. No
        operation goes on without a module that it needs: from then on the judge expects the same of
        all operations that need it.
        """
        if name in self.failed_imports:
            raise self.failed_imports[name]
        loaded = sys.modules.get(name)
        if loaded is not None:
            return loaded
        found = self.program.find(name, self.variant)
        call = self.call_id
        self.channel.tell(messages.Importing(call, name))
        if found is None:
            raise Missing(f"{name}.py was not handed in", module=name)
        try:
            loaded = importlib.import_module(name)
        except streams.OutputFlood:
            raise
        except BaseException as error:
            sys.modules.pop(name, None)
            missing = Missing(
                f"{found[1]} does not load: {type(error).__name__}: {text_of(error)}",
                where_of(error, self.student_names),
                name,
            )
            self.failed_imports[name] = missing
            raise missing from None
        self.channel.tell(messages.Imported(call, name))
        return loaded

    def require(self, name: str, path: str) -> Any:
        """Return the object at the dotted *path* in module *name*. Raises Missing if a part is not
        there.
        """
        here: Any = self.module(name)
        seen = []
        for part in path.split("."):
            seen.append(part)
            try:
                here = getattr(here, part)
            except AttributeError:
                raise Missing(f"{name}.py has no {'.'.join(seen)}") from None
        return here

    def ask(self, operation: str, *arguments: Any) -> Any:
        """Ask the judge; return its answer. Raises AskRefused if the check does not allow that."""
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

    # A person at a terminal (see streams.py).

    def at_terminal(
        self, lines: list[str], function: Callable[..., Any], *arguments: Any
    ) -> list[Any]:
        """Call *function* while *lines* are typed. Returns [end, events].

        *end* is ["returned", value], ["exit", status] or ["raised", type, text, where, what], the
        last as in the message Raise.
        """
        events: list[list[Any]] = []
        before = sys.stdin, sys.stdout
        sys.stdin, sys.stdout = streams.Keyboard(events, lines), streams.Screen(events, self.out)
        try:
            end = ["returned", function(*arguments)]
        except SystemExit as leaving:
            status: object = leaving.code
            if status is None:
                status = 0
            end = ["exit", status if type(status) is int else 1]
        except (Missing, streams.OutputFlood):
            raise
        except BaseException as error:
            end = ["raised", *exception_row(error, self.student_names)]
        finally:
            sys.stdin, sys.stdout = before
        return [end, streams.joined(events)]

    def run_program(self, name: str, lines: list[str]) -> list[Any]:
        """Run the submitted file *name* as a program of its own while *lines* are typed.

        That is possible once in a process. Returns what :meth:`at_terminal` does. Raises Missing if
        there is no such file, or it is no Python.
        """
        if name not in self.program.submitted:
            raise Missing(f"{name} was not handed in")
        code = self.program.compiled.get(("submitted", name))
        if code is None:
            try:
                code = compile(self.program.submitted[name], name, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                text = f"{name} does not run: {type(error).__name__}: {text_of(error)}"
                raise Missing(text, where_of(error, self.student_names)) from None
        module = sys.modules["__main__"] = ModuleType("__main__")
        module.__file__ = name
        sys.argv = [name]
        return self.at_terminal(lines, exec, code, module.__dict__)

    # The loop.

    def run(self) -> None:
        """Serve until the judge closes the connection."""
        self.prepare()
        importer = modules.install(self.program, self.variant)
        state: interpreter_state.InterpreterState | None = None
        driver: ModuleType | None = None
        while (received := self.channel.read()) is not None:
            message = messages.parse_to_child(received)
            if isinstance(message, messages.Fresh):
                driver = None
                self.begin_sharing()
                is_restored = state is None or state.restore()
                state = state or interpreter_state.InterpreterState(importer)
                set_streams(self.out)
                self.channel.tell(messages.Reset(message.number, is_restored))
            elif isinstance(message, messages.Call):
                driver = self.answer(message, driver)

    def prepare(self) -> None:
        """Make this process what it is for every program."""
        set_streams(self.out)
        random.seed(0)  # random numbers without a seed of the submission's are always the same
        if modules.PACKAGE not in sys.modules:
            expose()
        face = sys.modules[modules.PACKAGE + ".sandbox"]
        for name in ("module", "require", "ask", "variant", "at_terminal", "run_program"):
            setattr(face, name, getattr(self, name))
        vars(face)["submitted"] = self.program.submitted
        self.whereabouts.watch(self.cpu_seconds)
        vars(builtins).update(exit=leave, quit=leave)  # the site module would have made them

    def begin_sharing(self) -> None:
        """Forget what this server knows of an earlier check."""
        self.asks, self.is_shared = 0, True
        self.whereabouts.stop()
        self.failed_imports.clear()

    def answer(self, message: messages.Call, driver: ModuleType | None) -> ModuleType | None:
        """Make one call and send what comes of it; return the driver, imported by now."""
        self.call_id = message.call
        in_packed_form = self.channel.was_packed
        reply: messages.Message
        self.out.reset()
        self.calling = True
        try:
            if driver is None:
                driver = importlib.import_module(modules.PACKAGE + ".driver")
            operation = operation_of(driver, message.operation)
            reply = messages.Return(self.call_id, operation(*message.arguments))
        except BaseException as error:
            reply = self.reply_to(error)
        self.calling = False
        if self.out.flooded:
            reply = messages.Output(self.call_id)
        self.tell_printed()
        self.send(reply, in_packed_form and isinstance(reply, messages.Return))
        return driver

    def tell_printed(self) -> None:
        """Send the beginning of this call's output, if it matters and can be sent."""
        printed = self.out.beginning()
        if printed and not self.is_shared:
            try:
                self.channel.write(messages.Printed(self.call_id, printed))
            except (WireError, MemoryError):
                pass

    def tell_busy(self, line: str) -> None:
        """Send where this process is; not between calls, nor in the midst of another message."""
        if self.calling and not self.channel.engaged:
            self.channel.tell(messages.Busy(self.call_id, line, self.out.beginning()))

    def reply_to(self, error: BaseException) -> messages.Message:
        """Return the message that reports *error* to the judge."""
        try:
            if isinstance(error, Missing) and error.module:
                return messages.Absent(self.call_id, error.module, error.text, error.where)
            if isinstance(error, Missing):
                return messages.Missing(self.call_id, error.text, error.where)
            if isinstance(error, streams.OutputFlood):
                return messages.Output(self.call_id)
            where = where_of(error, self.student_names)
            if not where and lacks_a_name(error, self.student_names):
                return messages.Missing(self.call_id, text_of(error), "")
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
