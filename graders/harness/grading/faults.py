"""Says where an assignment's own code is wrong: file, line, what, and which name may have been
meant.

For its author, who is to mend it: one line, and no traceback of pytest's or ours.
"""

from __future__ import annotations

import builtins
import inspect
import pickle
import pkgutil
import re
import subprocess
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import FrameType

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import did_you_mean
from graders.harness.content import HARNESS
from graders.harness.errors import GraderError
from graders.harness.inside.modules import PACKAGE, Program

_NAME_OF_MODULE = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_KEYWORD = re.compile(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'")
DRIVER_SECONDS = 30.0

_LOAD_DRIVER = f"""
import importlib, pickle, sys, traceback
sys.path.insert(0, sys.argv[1] + "/inside")
import boot
del sys.path[0]
boot.make_packages(sys.argv[1])
from harness.inside import modules, server
program = modules.Program.from_message(pickle.load(sys.stdin.buffer))
server.expose()
face = sys.modules["{PACKAGE}.sandbox"]
for name in ("module", "require", "ask", "variant", "at_terminal", "run_program", "submitted"):
    setattr(face, name, None)
modules.install(program, "")
try:
    importlib.import_module("{PACKAGE}.driver")
except BaseException as error:
    frames = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__) if f.filename in program.driver]
    if isinstance(error, SyntaxError) and error.filename in program.driver:
        frames.append((error.filename, error.lineno))
    if frames:
        print("%s, line %s: %s" % (frames[-1] + (traceback.format_exception_only(type(error), error)[-1].strip(),)))
"""
"""Prints where and why the driver does not load; nothing if it does, or if that is not its own
fault.
"""


def told(error: BaseException, assignment: Assignment) -> str:
    """Return, as one line for the author of *assignment*, what *error* says is wrong in its grader."""
    if isinstance(error, GraderError):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_shown(Path(error.filename), assignment)}, line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = [
        (frame, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if _is_ours(frame, assignment)
    ]
    what = traceback.format_exception_only(error)[-1].strip()
    if not frames:
        return what
    frame, line = frames[-1]
    what = re.sub(r" \(/[^)]*\)$", "", what)  # where on this machine a module lies
    return f"{_shown(Path(frame.f_code.co_filename), assignment)}, line {line}: {what}{_meant(error, frame)}"


def _is_ours(frame: FrameType, assignment: Assignment) -> bool:
    path = Path(frame.f_code.co_filename)
    return any(path.is_relative_to(folder) for folder in (assignment.grader, *assignment.shared))


def _shown(path: Path, assignment: Assignment) -> str:
    root = assignment.grader.parents[1]
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def _meant(error: BaseException, frame: FrameType) -> str:
    """Return a question about the name that *error* is about, where one that is known there is like
    it.
    """
    known: Iterable[str] = ()
    name = getattr(error, "name", None) or ""
    if isinstance(error, ModuleNotFoundError):
        parent, _, name = name.rpartition(".")
        known = [
            one.name
            for one in pkgutil.iter_modules(getattr(sys.modules.get(parent), "__path__", []))
        ]
    elif isinstance(error, ImportError) and (found := _NAME_OF_MODULE.search(str(error))):
        name, known = found[1], dir(sys.modules.get(found[2]))
    elif isinstance(error, NameError):
        known = {*frame.f_locals, *frame.f_globals, *dir(builtins)}
    elif isinstance(error, AttributeError):
        known = dir(error.obj)
    elif isinstance(error, TypeError) and (found := _KEYWORD.search(str(error))):
        function = frame.f_globals.get(found[1])
        name, known = (
            found[2],
            inspect.signature(function).parameters if inspect.isfunction(function) else (),
        )
    return did_you_mean(name, known) if name else ""


def driver_fault(assignment: Assignment, program: Program, interpreter: str) -> str:
    """Return where and why the driver of *assignment* does not load beside *program*; empty if it
    does.

    It is loaded in a plain process: *program* has to be the reference.
    """
    if assignment.manifest.java is not None:
        return ""
    command = [interpreter, "-I", "-B", "-c", _LOAD_DRIVER, str(HARNESS)]
    data = pickle.dumps(program.to_message(), protocol=4)
    try:
        run = subprocess.run(
            command, input=data, capture_output=True, timeout=DRIVER_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    said = run.stdout.decode("utf-8", "replace").strip().splitlines()[-1:]
    files = {
        Path(name).name: f"graders/{assignment.id}/{name}" for name in assignment.manifest.driver
    }
    return "".join(
        files.get(line.partition(",")[0], "") + line[len(line.partition(",")[0]) :] for line in said
    )
