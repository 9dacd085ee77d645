"""A failed check as a program: ``check.py --repro ID`` writes it beside the student's files.

It makes all calls that the check's process got, in order, or runs the programs that it ran, with
their command lines, files and input. So a student can run it with a debugger, and change it.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from graders.harness.assignment.manifest import GENERIC_OPERATIONS, Assignment, Manifest
from graders.harness.errors import GraderError
from graders.harness.grading.calls import (
    RUN_PROGRAM,
    has_own_language,
    program_head,
    program_of,
)
from graders.harness.grading.calls_by_name import by_name
from graders.harness.grading.replaying import LoggedCall, Replayed
from graders.harness.handout.to_hand_in import TRY
from graders.harness.reports.sentences import cause_text

ABOUT = '''"""{check}

{title}

{message}

check.py --repro wrote this program. It does what the check does, with your own files beside it.
"""
'''
NO_CALLS = "{} makes no calls that you could: --replay shows them"
CALLS = """
import pathlib
import random
import sys

sys.path += {stubs}

import {modules}

for module in [{modules}]:
    globals().update(vars(module))


def show(call, value):
    print(">>>", call)
    try:
        result = value()
    except EOFError:
        print("\\n(the check types no more)")
        return
    if result is not None:
        print(repr(result))

"""
RUNS = '''
import subprocess
import sys
import tempfile
from pathlib import Path


def run(name, typed, arguments=(), files=()):
    """Run a program while lines are typed, with these arguments, in a folder with these files."""
    print("$ python", name, *arguments, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for file, content in dict(files).items():
            (Path(folder) / file).write_text(content, "utf-8")
        command = [sys.executable, str(Path(__file__).with_name(name)), *arguments]
        lines = "".join(line + "\\n" for line in typed)
        subprocess.run(command, cwd=folder, input=lines, text=True, check=False)


'''


class Programs(Protocol):
    """Writes such programs in another language than Python."""

    def program(
        self, manifest: Manifest, name: str, about: str, head: str, calls: Sequence[str]
    ) -> str:
        """Return a program called *name* that makes *calls*, statements each.

        about: lines of a comment at its top; head: ``HEAD`` of the grader's module ``calls``.
        """

    def statements(self, manifest: Manifest, calls: Sequence[LoggedCall]) -> list[str]:
        """Return the statements of *calls* by the table [calls]."""

    def command(self, manifest: Manifest, name: str) -> str:
        """Return the command that runs the program called *name* in the student's folder."""


def file_name(assignment: Assignment, check: str) -> str:
    """Return the name of the program of a check."""
    return TRY + re.sub(r"\W", "_", check) + assignment.manifest.written_in.suffix


def is_written(assignment: Assignment) -> bool:
    """Return whether there are such programs: not in another language than Python for calls that
    the grader does not write.
    """
    is_python = assignment.manifest.written_in.programs() is None
    return is_python or bool(assignment.manifest.calls) or has_own_language(assignment)


def command(assignment: Assignment, file: str) -> str:
    """Return the command that runs the program *file*, in its folder."""
    writer: Programs | None = assignment.manifest.written_in.programs()
    return writer.command(assignment.manifest, Path(file).stem) if writer else f"python {file}"


def program(
    assignment: Assignment, replayed: Replayed, started: str, files: Mapping[str, bytes]
) -> str:
    """Return the program of a check that ran again. Raises GraderError if there is none.

    started: the file that is started, if the assignment is a program; files: those to hand in.
    """
    cause, calls = replayed.outcome.cause, [*replayed.earlier, *replayed.calls]
    title, message = _wrapped(replayed.title), _wrapped(cause_text(cause) if cause else "")
    writer: Programs | None = assignment.manifest.written_in.programs()
    if writer:
        made = [program_of(assignment, call.operation, call.arguments) for call in calls]
        if assignment.manifest.calls and not has_own_language(assignment):
            made = writer.statements(assignment.manifest, calls)
        if not any(made):
            raise GraderError(NO_CALLS.format(replayed.check))
        about = f"{replayed.check}\n\n{title}\n\n{message}"
        name = Path(file_name(assignment, replayed.check)).stem
        head = program_head(assignment)
        return writer.program(assignment.manifest, name, about, head, [*filter(None, made)])
    about = ABOUT.format(check=replayed.check, title=_quoted(title), message=_quoted(message))
    programs = {RUN_PROGRAM, *assignment.manifest.programs}
    names: dict[int, str] = {}
    parts = [part for call in calls for part in _call(assignment, call, names)]
    is_mute = all(part.startswith("#") for part in parts)
    if is_mute and calls and all(call.operation in programs for call in calls):
        runs = "".join(f"{_run(call, started)}\n" for call in calls)
        return about + RUNS + runs
    if is_mute:
        raise GraderError(NO_CALLS.format(replayed.check))
    modules = ", ".join(file.removesuffix(".py") for file in files if "/" not in file)
    homes = sorted({str(package.parent) for package in assignment.stubs})
    top = CALLS.format(modules=modules, stubs=homes)
    return "\n".join([about + top + program_head(assignment), *parts, ""])


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, 90))


def _quoted(text: str) -> str:
    """Return *text* for a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")


def _run(call: LoggedCall, started: str) -> str:
    """Return the statement that runs a program as *call* did."""
    given: list[Any] = list(call.arguments)
    if call.operation != RUN_PROGRAM:
        typed = [call for call in given if isinstance(call, list | tuple)]
        given = [started, list(typed[0]) if typed else []]
    return f"run({', '.join(map(repr, given))})"


def _call(assignment: Assignment, call: LoggedCall, names: dict[int, str]) -> Iterator[str]:
    """Yield the statements of *call*; values of expressions are shown as in a shell of Python.

    names: of objects in the box, by number.
    """
    serving = by_name(assignment.manifest)
    if serving and call.operation not in GENERIC_OPERATIONS:
        text = serving.statement(call.operation, call.arguments, call.answer, names)
    else:
        text = textwrap.dedent(program_of(assignment, call.operation, call.arguments)).strip()
    try:
        body = ast.parse(text).body
    except SyntaxError:
        body = []
    if not body:
        yield f"# {call.operation}: no single call"
        return
    for statement in body:
        code = ast.get_source_segment(text, statement) or ""
        if isinstance(statement, ast.Expr):
            code = f"show({code!r}, lambda: {code})"
        yield code
