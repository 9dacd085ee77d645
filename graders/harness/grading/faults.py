"""Describes an error in an assignment's own code: file, line, error, and the name probably meant.

It is for the author, who has to fix it: one line, and no traceback.
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
from graders.harness.assignment.python import PYTHON
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
    places = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename, error.lineno))
    places = [place for place in places if place[0] in program.driver]
    if places:
        reason = traceback.format_exception_only(type(error), error)[-1].strip()
        print("%s, line %s: %s" % (*places[-1], reason))
"""
"""Print where and why the driver does not load; nothing if it does, or if the error is not in it.
"""


def told(error: BaseException, assignment: Assignment) -> str:
    """Return a line for the author of *assignment* that says where and why *error* was raised."""
    if isinstance(error, GraderError):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{_shown(Path(error.filename), assignment)}, line {error.lineno}"
        return f"{place}: {type(error).__name__}: {error.msg}"
    reason = traceback.format_exception_only(error)[-1].strip()
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        path = Path(frame.f_code.co_filename)
        if _is_of_course(path, assignment):
            # a module's path on this machine
            reason = re.sub(r" \(/[^)]*\)$", "", reason)
            reason = reason.partition(". Did you mean")[0]  # from Python 3.14 on
            return f"{_shown(path, assignment)}, line {line}: {reason}{_meant(error, frame)}"
    return reason


def _is_of_course(path: Path, assignment: Assignment) -> bool:
    return any(map(path.is_relative_to, (assignment.grader, *assignment.shared)))


def _shown(path: Path, assignment: Assignment) -> str:
    root = assignment.grader.parents[1]
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def _meant(error: BaseException, frame: FrameType) -> str:
    """Return a question about a similar name that exists in *frame*, "" if there is none."""
    names: Iterable[str] = ()
    name = getattr(error, "name", None) or ""
    if isinstance(error, ModuleNotFoundError):
        parent, _, name = name.rpartition(".")
        folders = getattr(sys.modules.get(parent), "__path__", [])
        names = [module.name for module in pkgutil.iter_modules(folders)]
    elif isinstance(error, ImportError) and (match := _NAME_OF_MODULE.search(str(error))):
        name, names = match[1], dir(sys.modules.get(match[2]))
    elif isinstance(error, NameError):
        names = {*frame.f_locals, *frame.f_globals, *dir(builtins)}
    elif isinstance(error, AttributeError):
        names = dir(error.obj)
    elif isinstance(error, TypeError) and (match := _KEYWORD.search(str(error))):
        name, function = match[2], frame.f_globals.get(match[1])
        if inspect.isfunction(function):
            names = inspect.signature(function).parameters
    return did_you_mean(name, names) if name else ""


def driver_fault(assignment: Assignment, program: Program, interpreter: str) -> str:
    """Return where and why the driver of *assignment* does not load, "" if it loads.

    It is loaded in a plain process, so *program* has to be the reference. Failing checks name the
    error alone: frames of the driver never leave the sandbox.
    """
    if assignment.manifest.written_in is not PYTHON:
        return ""
    command = [interpreter, "-I", "-B", "-c", _LOAD_DRIVER, str(HARNESS)]
    data = pickle.dumps(program.to_message(), protocol=4)
    try:
        run = subprocess.run(
            command,
            input=data,
            capture_output=True,
            timeout=DRIVER_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = run.stdout.decode("utf-8", "replace").strip().splitlines()
    if not lines:
        return ""
    file, _, fault = lines[-1].partition(",")
    paths = {Path(name).name: name for name in assignment.manifest.driver}
    return f"graders/{assignment.id}/{paths.get(file, file)},{fault}"
