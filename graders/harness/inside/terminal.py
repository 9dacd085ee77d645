"""A simulated terminal: lines are typed, and the driver gets the program's output."""

from __future__ import annotations

import _io
import _thread
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, ModuleType
from typing import Any

from . import modules, streams, waits
from .failures import Missing, exception_row, text_of, what_it_is, where_of

PAST_STREAMS = re.compile(
    rb"\b(?:os|posix|nt|io|_io|open|fileno|fileinput|ctypes|importlib|__import__|exec|eval)\b"
)
"""A word without which no program finds a descriptor."""

BY_NAME = re.compile(rb"/dev/|/proc/self/")
"""Words of programs that open a standard stream by its name."""


class Terminal:
    """Runs functions and programs of one submission at a simulated terminal."""

    def __init__(
        self, program: modules.Program, out: streams.CappedText, has_descriptors: bool = False
    ) -> None:
        """*out* counts the printed characters. has_descriptors: descriptors 0 and 1 are files of
        this process alone, for programs that read and write there.
        """
        self.program = program
        self.out = out
        self.has_descriptors = has_descriptors
        self.student_names = frozenset(program.submitted)
        self.may_pass_streams = any(map(PAST_STREAMS.search, program.submitted.values()))
        may_open = self.may_pass_streams or any(map(BY_NAME.search, program.submitted.values()))
        if has_descriptors and may_open:
            streams.keep_descriptors()

    def at_terminal(
        self, lines: list[str], function: Callable[..., Any], *arguments: Any
    ) -> list[Any]:
        """Call *function* while *lines* are typed. Returns [end, events].

        *end* is ["returned", value], ["exit", status] or ["raised", type, text, where, what], the
        last as in the message Raise.
        """
        system: Any = sys
        before = system.stdin, system.stdout, system.__stdin__, system.__stdout__
        console = streams.Console(lines, self.has_descriptors, self.out)
        system.stdin = system.__stdin__ = streams.Keyboard(console)
        system.stdout = system.__stdout__ = streams.Screen(console, self.may_pass_streams)
        try:
            end = ["returned", function(*arguments)]
        except SystemExit as leaving:
            status: object = leaving.code
            if status is None:
                status = 0
            elif type(status) is not int and isinstance(sys.stderr, streams.Screen):
                # as an interpreter does that ends
                sys.stderr.write(f"{text_of(leaving)}\n")
            end = ["exit", status if type(status) is int else 1]
        except (Missing, streams.OutputFlood):
            raise
        except BaseException as error:
            end = ["raised", *exception_row(error, self.student_names)]
        finally:
            system.stdin, system.stdout, system.__stdin__, system.__stdout__ = before
        return [end, console.end()]

    def run_program(
        self,
        name: str,
        lines: list[str],
        arguments: Sequence[str] | None = None,
        files: Mapping[str, str | bytes] | None = None,
    ) -> list[Any]:
        """Run the file *name* of *files*, or else of the submission, as the main program while
        *lines* are typed.

        This is possible once in a process. Returns the same as :meth:`at_terminal`. With
        *arguments*, those of its command line, or *files*, which it finds in its working directory
        as text or bytes, a third part has the text on standard error, "stderr", and all "files"
        afterwards. Raises Missing if there is no such file, or it does not compile.
        """
        code = self._code_of(name, files or {})
        module = sys.modules["__main__"] = ModuleType("__main__")
        module.__file__ = name
        sys.argv = [name, *(arguments or ())]
        if arguments is None and files is None:
            return self.at_terminal(lines, self._execute, code, module)
        before = sys.stderr
        errors = streams.Console((), False, self.out)
        errors.number = streams.STANDARD_ERROR
        sys.stderr = streams.Screen(errors)
        try:
            with working_directory(self._with_scratch(files)) as files_now:
                end, events = self.at_terminal(lines, self._execute, code, module)
                after = files_now()
        finally:
            sys.stderr = before
        text = "".join(event[1] for event in errors.end())
        return [end, events, {"stderr": text, "files": after}]

    def _execute(self, code: CodeType, module: ModuleType) -> None:
        with modules.beside_script(self.program.submitted):
            try:
                exec(code, module.__dict__)
            finally:
                # as at the end of an interpreter: it waits for threads; streams may be the
                # program's own; io.IOBase, which is an abstract class, takes long to ask
                _wait_for_threads()
                for stream in (sys.stdout, *vars(module).values()):
                    if isinstance(stream, _io._IOBase) and not stream.closed:
                        stream.flush()

    def _code_of(self, name: str, files: Mapping[str, str | bytes]) -> CodeType:
        """Return the code of the file *name* of *files* or the submission. Raises Missing."""
        if name in files:
            return compile(files[name], name, "exec", dont_inherit=True)
        if name not in self.program.submitted:
            raise Missing("", kind="file_missing", file=name)
        source = self.program.submitted[name]
        it_is = what_it_is(source)  # first: a notebook may be an expression of Python, too
        if it_is:
            raise Missing(it_is, "", "", "file_unusable", name)
        code = self.program.compiled.get(("submitted", name))
        if code is not None:
            return code
        try:
            return self.program.code_of("submitted", name, source)
        except (SyntaxError, ValueError) as error:
            text = f"{type(error).__name__}: {text_of(error)}"
            where = where_of(error, self.student_names)
            raise Missing(text, where, "", "file_broken", name) from None

    def _with_scratch(
        self, files: Mapping[str, str | bytes] | None
    ) -> Mapping[str, str | bytes] | None:
        """Return *files*, or None without scratch space. Raises Missing if there must be some."""
        has_scratch = modules.SCRATCH in self.program.driver
        if files and not has_scratch:
            raise Missing("scratch = true below [files] of the manifest")
        return (files or {}) if has_scratch else None


def _wait_for_threads() -> None:
    """Wait for the threads that the program has started, but not joined."""
    threading: Any = sys.modules.get("threading")  # or the program's own module of that name
    is_library = hasattr(threading, "_shutdown")
    if not (is_library and threading.current_thread() is threading.main_thread()):
        return
    # the executors of Python 3.8 have daemons
    if not (_thread._count() or getattr(threading, "_threading_atexits", None)):
        return

    def others_run() -> bool:
        main = threading.main_thread()
        return any(one is not main and not one.daemon for one in threading.enumerate())

    streams.Console.is_used_up = True
    with waits.waiting(others_run):
        # what an interpreter calls: it also ends the threads of executors, and does so once
        threading._shutdown()


@contextmanager
def working_directory(
    files: Mapping[str, str | bytes] | None,
) -> Iterator[Callable[[], dict[str, str | bytes]]]:
    """Work in a new directory with *files*; the value returns all files that are there now.

    None makes no directory.
    """
    if files is None:
        yield dict
        return
    import shutil  # not at the top, because it takes as long to import as all the rest

    home = os.getcwd()
    folder = os.path.join(home, "files")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    os.chdir(folder)
    try:
        for name, content in files.items():
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as stream:
                stream.write(content if isinstance(content, bytes) else content.encode())
        yield lambda: files_below(folder)
    finally:
        os.chdir(home)
        shutil.rmtree(folder, ignore_errors=True)


def files_below(folder: str) -> dict[str, str | bytes]:
    """Return all regular files below *folder* by name; bytes if they are not UTF-8."""
    found: dict[str, str | bytes] = {}
    for parent, _folders, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(parent, name)
            if not stat.S_ISREG(os.lstat(path).st_mode):
                continue
            with open(path, "rb") as stream:
                content = stream.read()
            key = os.path.relpath(path, folder).replace(os.sep, "/")
            try:
                found[key] = content.decode()
            except UnicodeDecodeError:
                found[key] = content
    return found
