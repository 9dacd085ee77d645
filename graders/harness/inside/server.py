"""Serves one connection: loads the driver, calls its operations, reports plain data.

Messages from the judge: ``["call", id, operation, [arguments]]``, whose result comes in the form in
which the call came (:mod:`packed`); ``["answer", id, value]`` or ``["refused", id, reason]`` to an
ask; ``["fresh", n]`` before the calls of another check, answered by ``["fresh", n, done]``
(:mod:`afresh`). Messages to the judge, every one about call *id*:

=============================================== ==========================================================
``["importing", id, module]``                   a file of the submission is about to run at import
``["imported", id, module]``                    it did
``["ask", id, n, operation, [arguments]]``      a question; the call goes on when the answer is there
``["printed", id, text]``                       the beginning of what was printed in this call, before its result
``["busy", id, where, text]``                   in a long call, now and then: where it is, and what it has printed
``["return", id, value]``                       the operation's result
``["raise", id, type, text, where, what]``      student code raised; *where* says in which lines (see
                                                ``where_of``); *what* is "error", "memory" or "recursion"
``["missing", id, module, kind, file, text,     a file or a name is not there, or a file does not load. *kind*:
where]``                                        "file_missing", "file_broken", "file_unusable" or "name_missing";
                                                *file*: which one, or "" if *text* says it all; *text*: the missing
                                                name, or Python's error; *module*: no call that needs it is to be
                                                tried again, or "" if it may
``["output", id]``                              more text was printed in this call than the cap allows
=============================================== ==========================================================

The driver (module ``_grader.driver``) is a module of public functions, its operations. It reaches
this module by ``from . import sandbox``, a stand-in by ``from _grader import sandbox``:
``sandbox.module(name)``, ``sandbox.require(name, "Class.method")``, ``sandbox.ask(operation,
*arguments)``, ``sandbox.variant``; for what talks through a terminal also
``sandbox.at_terminal(lines, function, *arguments)``, ``sandbox.run_program(file_name, lines)`` and
``sandbox.submitted`` (file name -> source); for functions in place of a submission's own
``sandbox.stand_in(own, name, parameters, does)``, ``sandbox.OWN`` and ``sandbox.own_of(function)``
(see ``standins.py``).

Nothing here guards a secret: student code may call all of it.
"""

import builtins
import importlib
import os
import random
import sys
import types

from . import afresh, modules, packed, standins, streams, whereabouts, wire


class Missing(Exception):
    """A file or a name that the check needs is not there, or its module does not load."""

    def __init__(self, text, where="", module="", kind="name_missing", file=""):
        """*kind*, *file* and *text* as in a ``missing`` message; a driver gives *text* alone.

        *module* is the one that is not there as a whole.
        """
        Exception.__init__(self, text)
        self.kind = kind
        self.file = file
        self.text = text
        self.where = where
        self.module = module


class AskRefused(Exception):
    """The judge does not answer this question in this check."""


class Channel(object):
    """Frames over a pair of file descriptors (one socket, or two pipes)."""

    def __init__(self, reader, writer, limit):
        self.reader = reader
        self.writer = writer
        self.limit = limit
        self.arrived = b""
        self.place = 0  # up to which it has been taken
        self.held = []
        # then whoever interrupts must not send: what it interrupts would lose or repeat a frame
        self.engaged = False
        self.was_packed = False  # the last message that was read

    def _exactly(self, count):
        while len(self.arrived) - self.place < count:
            self._flush()
            part = os.read(self.reader, max(count, 1 << 16))
            if not part:
                return None
            self.arrived, self.place = self.arrived[self.place :] + part, 0
        start, self.place = self.place, self.place + count
        return self.arrived[start : self.place]

    def read(self):
        """Return the next message, or None at the end of the stream."""
        self.engaged = True
        try:
            header = self._exactly(wire.HEADER.size)
            payload = None if header is None else self._exactly(wire.HEADER.unpack(header)[0])
        finally:
            self.engaged = False
        if payload is None:
            return None
        self.was_packed = payload.startswith(packed.MARK)
        return packed.read_ours(payload)

    def tell(self, message):
        """Send *message* at once. Raises WireError when it does not fit into a frame."""
        self._send(message, True, False)

    def write(self, message, in_packed_form=False):
        """Send *message*, at the latest when all that has arrived is answered. Raises WireError as
        above.

        *in_packed_form*: if it can be packed.
        """
        self._send(message, False, in_packed_form)

    def _send(self, message, at_once, in_packed_form):
        self.engaged = True
        try:
            frame = packed.pack(message, self.limit) if in_packed_form else None
            self.held.append(frame or wire.encode_frame(message, self.limit))
            if at_once or self.place == len(self.arrived) or sum(map(len, self.held)) > 1 << 16:
                self._flush()
        finally:
            self.engaged = False

    def _flush(self):
        frames, self.held = memoryview(b"".join(self.held)), []
        while frames:
            frames = frames[os.write(self.writer, frames) :]


def text_of(error):
    """Return the text of an exception, whatever its ``__str__`` does, cut to 2,000 characters.

    That of a syntax error without its place, which :func:`where_of` tells.
    """
    try:
        text = str.__add__(str(error.msg if type(error) is SyntaxError else error), "")
    except streams.OutputFlood:
        raise
    except BaseException:
        return "(its text cannot be shown: __str__ fails)"
    return text if len(text) <= 2000 else text[:2000] + " ..."


MOST_FRAMES = 6
"""Frames that are told of one exception, the outermost and the innermost ones."""


def where_of(error, names):
    """Return the frames of *error* that lie in the files *names*, the outermost first, each on a
    line.

    Each is "file, line n" or "file, line n, columns a-b", the columns counted from 0, in bytes; ""
    if there is none.
    """
    if isinstance(error, SyntaxError) and error.filename in names:
        place = "%s, line %s" % (error.filename, error.lineno)
        offset = error.offset
        return (
            place
            if type(offset) is not int or offset < 1
            else "%s, columns %d-%d" % (place, offset - 1, offset)
        )
    found = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename in names:
            place = "%s, line %d%s" % (
                code.co_filename,
                step.tb_lineno,
                columns_of(code, step.tb_lasti),
            )
            if found[-1:] != [place]:
                found.append(place)
            if len(found) > MOST_FRAMES:
                del found[MOST_FRAMES // 2]
        step = step.tb_next
    return "\n".join(found)


def columns_of(code, instruction):
    """Return ", columns a-b" of an instruction that lies within one line; "" where Python does not
    know that.
    """
    if not hasattr(code, "co_positions"):
        return ""
    for place, (line, last_line, begin, end) in enumerate(code.co_positions()):
        if 2 * place == instruction:
            known = None not in (line, begin, end) and line == last_line
            return ", columns %d-%d" % (begin, end) if known else ""
    return ""


def kind_of(error):
    """Say whether the exception is a matter of memory, of recursion, or an ordinary one."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RecursionError):
        return "recursion"
    return "error"


def lacks_a_name(error, names):
    """Say whether the driver looked for a method that a class of one of the files *names* does not
    have.

    Before Python 3.10 an AttributeError does not say so; then it stays an ordinary exception.
    """
    if not isinstance(error, AttributeError):
        return False
    owner = type(getattr(error, "obj", None))
    return "%s.py" % getattr(owner, "__module__", "") in names


def expose():
    """Make the package ``_grader`` with its module ``sandbox``, and free the names that our own
    modules took.
    """
    for name in [name for name in sys.modules if name.split(".")[0] == __name__.split(".")[0]]:
        del sys.modules[name]
    package = types.ModuleType(modules.PACKAGE)
    package.__path__ = []
    sys.modules[modules.PACKAGE] = package
    face = types.ModuleType(modules.PACKAGE + ".sandbox")
    face.Missing = Missing
    face.AskRefused = AskRefused
    face.stand_in, face.OWN, face.own_of = standins.stand_in, standins.OWN, standins.own_of
    package.sandbox = sys.modules[modules.PACKAGE + ".sandbox"] = face


LEARNT = []
"""Driver and course's files of programs that were seen before any box was made, and what they come
to as modules.
"""


def import_ours(program):
    """Import, once for all processes that will be forked, whatever of *program* is ours and needs
    nothing submitted.

    No code of the submission runs: an import that asks for a file of it (or of a variant) fails,
    and all it loaded is forgotten; it will happen in the process that needs it.
    """
    expose()
    for driver, course, imported in LEARNT:
        if (driver, course) == (program.driver, program.course):
            sys.modules.update(imported)
            return
    importer = modules.install(program.without_submission(), "")
    names = [modules.PACKAGE + "." + name for name in program.driver] + list(program.course)
    for name in names:
        before = set(sys.modules)
        try:
            importlib.import_module(name[: -len(".py")].replace("/", ".").replace(".__init__", ""))
            sound = not importer.lacking
        except Exception:
            sound = False
        if not sound:
            for loaded in set(sys.modules) - before:
                if getattr(sys.modules[loaded], "__loader__", None) is importer:
                    del sys.modules[loaded]
            importer.lacking.clear()
    sys.meta_path.remove(importer)


def learn(program, starter):
    """Do what :func:`import_ours` does once for all boxes to come; nothing of it can be imported in
    this process.

    A module of the driver's may want to read *starter*, files by name, once as well: with its
    function ``read_ahead``.
    """
    before = dict(sys.modules)
    import_ours(program)
    imported = {
        name: module for name, module in sys.modules.items() if is_of_a_program(name, module)
    }
    for name, module in imported.items():
        del sys.modules[name]
        try:
            if hasattr(module, "read_ahead"):
                module.read_ahead(starter)
        except Exception:  # it will be raised again where it is read
            pass
    sys.modules.update(before)
    LEARNT.append((program.driver, program.course, imported))


def is_of_a_program(name, module):
    """Say whether a module has come with a program: from a file of it, or as what is exposed to the
    driver.
    """
    return (
        name.split(".")[0] == modules.PACKAGE
        or type(getattr(module, "__loader__", None)) is modules.MemoryImporter
    )


def leave(code=None):
    """Do what the interpreter's own ``exit`` and ``quit`` do."""
    raise SystemExit(code)


class Server(object):
    """One child's life: one program in one variant, calls until the judge hangs up."""

    def __init__(self, channel, program, variant, output_cap, cpu_seconds=0):
        self.channel = channel
        self.program = program
        self.variant = variant
        self.out = streams.CappedText(output_cap)
        self.call_id = 0
        self.asks = 0
        self.student_names = frozenset(program.submitted)
        self.failed_imports = {}
        self.whereabouts = whereabouts.Whereabouts(self.student_names, self.tell_busy)
        self.cpu_seconds = cpu_seconds
        self.calling = False
        self.is_asked_afresh = False  # then all that counts is the result: nothing is told besides

    # What the driver sees as the module "sandbox".

    def module(self, name):
        """Return the module *name*, importing it (and telling the judge so) the first time.

        Raises Missing with the reason and the line if there is no such file or it does not load. No
        operation goes on without a module that it has asked for: from then on the judge takes all
        that ask for it as told.
        """
        if name in self.failed_imports:
            raise self.failed_imports[name]
        loaded = sys.modules.get(name)
        if loaded is not None:
            return loaded
        found = self.program.find(name, self.variant)
        call = self.call_id
        self.channel.tell(["importing", call, name])
        if found is None:
            raise Missing("", "", name, "file_missing", "%s.py" % name)
        try:
            loaded = importlib.import_module(name)
        except streams.OutputFlood:
            raise
        except BaseException as error:
            sys.modules.pop(name, None)
            missing = Missing(
                "%s: %s" % (type(error).__name__, text_of(error)),
                where_of(error, self.student_names),
                name,
                "file_broken",
                found[1],
            )
            self.failed_imports[name] = missing
            raise missing from None
        self.channel.tell(["imported", call, name])
        return loaded

    def require(self, name, path):
        """Return the object at dotted *path* in module *name*; raise Missing naming what is not
        there.
        """
        here = self.module(name)
        seen = []
        for part in path.split("."):
            seen.append(part)
            try:
                here = getattr(here, part)
            except AttributeError:
                raise Missing(".".join(seen), file="%s.py" % name) from None
        return here

    def ask(self, operation, *arguments):
        """Ask the judge; return its answer. Raises AskRefused unless the running check opened this
        question.
        """
        self.asks += 1
        number = self.asks
        self.channel.tell(["ask", self.call_id, number, operation, list(arguments)])
        message = self.channel.read()
        if message is None:
            os._exit(0)
        if message[1] != number or message[0] not in ("answer", "refused"):
            raise AskRefused("the answer does not belong to the question")
        if message[0] == "refused":
            raise AskRefused(message[2])
        return message[2]

    # A person at a terminal (see streams.py).

    def at_terminal(self, lines, function, *arguments):
        """Call *function* while *lines* are typed. Returns [end, events].

        *end* is ["returned", value], ["exit", status] or ["raised", type, text, where, what], the
        last as in a ``raise`` message.
        """
        events = []
        before = sys.stdin, sys.stdout
        sys.stdin, sys.stdout = streams.Keyboard(events, lines), streams.Screen(events, self.out)
        try:
            end = ["returned", function(*arguments)]
        except SystemExit as leaving:
            status = leaving.code
            end = ["exit", 0 if status is None else status if type(status) is int else 1]
        except (Missing, streams.OutputFlood):
            raise
        except BaseException as error:
            end = ["raised"] + self.told(error)
        finally:
            sys.stdin, sys.stdout = before
        return [end, streams.told(events)]

    def run_program(self, name, lines):
        """Run the submitted file *name* as a program of its own while *lines* are typed; only once
        in a process.

        Returns what :meth:`at_terminal` does. Raises Missing if there is no such file, or no Python
        in it.
        """
        if name not in self.program.submitted:
            raise Missing("", kind="file_missing", file=name)
        code = self.program.compiled.get(("submitted", name))
        if code is None:
            try:
                code = compile(self.program.submitted[name], name, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                text = "%s: %s" % (type(error).__name__, text_of(error))
                where = where_of(error, self.student_names)
                raise Missing(text, where, "", "file_broken", name) from None
        module = sys.modules["__main__"] = types.ModuleType("__main__")
        module.__file__ = name
        sys.argv = [name]
        return self.at_terminal(lines, exec, code, module.__dict__)

    def told(self, error):
        """Return [type, text, where, what] of an exception of the submission's."""
        where = where_of(error, self.student_names)
        return [type(error).__name__[:100], text_of(error), where, kind_of(error)]

    # The loop.

    def set_streams(self):
        """Point the interpreter's streams to where they lead in a check."""
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = self.out
        sys.stdin = sys.__stdin__ = streams.NoInput()
        sys.argv = ["main.py"]

    def run(self):
        """Serve until the judge closes the connection."""
        self.set_streams()
        random.seed(0)  # what a submission draws without being told a seed is the same every time
        importer = modules.install(self.program, self.variant)
        if modules.PACKAGE not in sys.modules:
            expose()
        face = sys.modules[modules.PACKAGE + ".sandbox"]
        for name in ("module", "require", "ask", "variant", "at_terminal", "run_program"):
            setattr(face, name, getattr(self, name))
        face.submitted = self.program.submitted
        self.whereabouts.watch(self.cpu_seconds)
        builtins.exit = builtins.quit = leave  # an interpreter without its site module lacks them
        start = driver = None
        while True:
            message = self.channel.read()
            if message is None:
                return
            if message[0] == "fresh":
                driver, self.asks, self.is_asked_afresh = None, 0, True
                self.whereabouts.stop()
                self.failed_imports.clear()
                sound = True
                if start is None:
                    start = afresh.Start(importer)
                else:
                    sound = start.again()
                self.set_streams()
                self.channel.tell(["fresh", message[1], sound])
                continue
            _call, self.call_id, operation, arguments = message
            in_packed_form = self.channel.was_packed
            self.out.reset()
            self.calling = True
            try:
                if driver is None:
                    driver = importlib.import_module(modules.PACKAGE + ".driver")
                reply = ["return", self.call_id, self.operation(driver, operation)(*arguments)]
            except BaseException as error:
                reply = self.reply_to(error)
            self.calling = False
            if self.out.flooded:
                reply = ["output", self.call_id]
            self.tell_printed()
            self.send(reply, in_packed_form and reply[0] == "return")

    def tell_printed(self):
        """Tell what was printed in this call, if that matters and can be told."""
        printed = self.out.beginning()
        if printed and not self.is_asked_afresh:
            try:
                self.channel.write(["printed", self.call_id, printed])
            except (wire.WireError, MemoryError):
                pass

    def tell_busy(self, place):
        """Tell where this process is; not between calls, and not in the midst of another message."""
        if self.calling and not self.channel.engaged:
            self.channel.tell(["busy", self.call_id, place, self.out.beginning()])

    @staticmethod
    def operation(driver, name):
        """Return the driver's public function *name*."""
        function = getattr(driver, name, None)
        if name.startswith("_") or getattr(function, "__module__", None) != driver.__name__:
            raise Missing("the driver has no operation %s" % name)
        return function

    def reply_to(self, error):
        """Return the message that tells the judge of *error*."""
        try:
            if isinstance(error, Missing):
                what = [error.module, error.kind, error.file, error.text, error.where]
                return ["missing", self.call_id] + what
            if isinstance(error, streams.OutputFlood):
                return ["output", self.call_id]
            where = where_of(error, self.student_names)
            if not where and lacks_a_name(error, self.student_names):
                return ["missing", self.call_id, "", "name_missing", "", text_of(error), ""]
            return ["raise", self.call_id] + self.told(error)
        except streams.OutputFlood:
            return ["output", self.call_id]

    def send(self, reply, in_packed_form=False):
        """Send *reply*, or say why it cannot be sent."""
        try:
            self.channel.write(reply, in_packed_form)
        except wire.WireError as error:
            self.channel.write(["raise", self.call_id, "ValueError", str(error), "", "error"])
        except MemoryError:
            self.channel.write(["raise", self.call_id, "MemoryError", "", "", "memory"])
