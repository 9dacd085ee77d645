"""Assembles the program that the sandbox runs, and opens a backend for it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from graders.harness import extensions
from graders.harness.assignment.manifest import Assignment, Manifest
from graders.harness.assignment.python import PYTHON
from graders.harness.content import installing
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.grading.calls_by_name import by_name
from graders.harness.inside.modules import SCRATCH, Program
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import Backend, Level
from graders.harness.sandbox.interpreters import (
    Interpreter,
    build_of,
    newest_interpreter,
    release_of,
)
from graders.harness.sandbox.packages import packages_of


class GraderBroken(GraderError):
    """The grader itself is wrong: the message names the checks or the rule. Nothing is graded."""

    status = NOT_GRADABLE


def read_folder(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the content of *names* in *folder*. Raises GraderBroken if a file is missing."""
    try:
        return {name: (folder / name).read_bytes() for name in names}
    except OSError as error:
        name = Path(str(error.filename)).name
        raise GraderBroken(f"{folder.name}: cannot read {name}: {error.strerror}") from None


def program_of(assignment: Assignment, submitted: dict[str, bytes]) -> Program:
    """Return all that the sandbox needs to run *submitted*: no check, no expected value."""
    manifest = assignment.manifest
    course = read_folder(assignment.course, manifest.files.in_box)
    for stub in assignment.stubs:
        paths = sorted(stub.rglob("*.py"))
        if not paths:
            raise GraderBroken(f"{assignment.id}: the stand-in {stub.name} has no file {stub}/*.py")
        course |= {path.relative_to(stub.parent).as_posix(): path.read_bytes() for path in paths}
    driver = flat(assignment.grader, manifest.driver)
    if manifest.survey.extension:
        driver |= _rules(assignment.id, manifest.survey.extension)
    serving = by_name(manifest)
    if serving and manifest.written_in is PYTHON:
        driver |= serving.driver(manifest)
    if manifest.files.scratch:
        driver[SCRATCH] = b""
    variants = {
        name: {
            file: read_folder(assignment.grader, [source])[source]
            for file, source in variant.files.items()
        }
        for name, variant in manifest.variants.items()
    }
    return Program(submitted, course, driver, variants)


def _rules(assignment_id: str, name: str) -> dict[str, bytes]:
    """Return the modules of rules that the extension *name* adds. Raises GraderBroken."""
    extension = extensions.installed().get(name)
    if extension is None:
        raise GraderBroken(
            f"{assignment_id}: rules of its survey are those of the extension {name}, which is not "
            f"installed: {installing(name)}"
        )
    return {path.name: path.read_bytes() for path in extension.rules()}


def with_driver(program: Program, files: Mapping[str, bytes]) -> Program:
    """Return *program* with *files* beside its driver, which is there as ``original.py``."""
    driver = {
        **program.driver,
        "original.py": program.driver["driver.py"],
        **files,
    }
    return Program(program.submitted, program.course, driver, program.variant_files)


OPTIMISED = (
    "this Python leaves out the asserts and docstrings of checks: start it without -O, and without "
    "the variable PYTHONOPTIMIZE"
)


def refuse_optimised_python() -> None:
    """Raise GraderBroken if this interpreter leaves out asserts or docstrings."""
    if sys.flags.optimize:
        raise GraderBroken(OPTIMISED)


def open_backend(
    assignment: Assignment, *, choice: str, minimum: Level = Level.C, python: str = ""
) -> Backend:
    """Return the strongest backend for *assignment* that this machine offers.

    choice and minimum: see ``select_backend``; python: the submissions' interpreter, if not the one
    that the manifest demands. Raises SandboxRefused or GraderBroken.
    """
    refuse_optimised_python()
    return runtime_of(assignment.manifest).open_backend(
        assignment, choice=choice, minimum=minimum, python=python
    )


class Runtime(Protocol):
    """Runs programs of a language."""

    def demand(self, manifest: Manifest) -> str:
        """Return the release that a manifest demands, such as ">=3.10"."""

    def found(self, manifest: Manifest) -> str:
        """Return the path of what runs programs on this machine. Raises SandboxRefused."""

    def open_backend(
        self, assignment: Assignment, *, choice: str, minimum: Level, python: str
    ) -> Backend:
        """See the function of that name."""

    def newest(self, manifest: Manifest) -> Interpreter | None:
        """See `newest_python`."""

    def language_of(self, manifest: Manifest, backend: Backend) -> str:
        """See the function of that name."""


class PythonRuntime:
    """See `Runtime`."""

    def demand(self, manifest: Manifest) -> str:
        """Return the releases of Python."""
        return manifest.marking_python

    def found(self, manifest: Manifest) -> str:
        """Return the path of the interpreter."""
        return find_interpreter(manifest.marking_python)

    def open_backend(
        self, assignment: Assignment, *, choice: str, minimum: Level, python: str
    ) -> Backend:
        """Return a backend that runs *python*, or the interpreter of the manifest."""
        manifest = assignment.manifest
        interpreter = python or find_interpreter(manifest.marking_python)
        build_of(interpreter)  # refused here once, not again for each way to isolate
        return select_backend(
            interpreter,
            choice=choice,
            minimum=minimum,
            scratch=manifest.files.scratch,
            packages=packages_of(assignment, interpreter),
        )

    def newest(self, manifest: Manifest) -> Interpreter | None:
        """Return the newest suitable interpreter, if it is newer."""
        return newest_interpreter(manifest.python, manifest.judge)

    def language_of(self, manifest: Manifest, backend: Backend) -> str:
        """Return the release of the interpreter."""
        return f"Python {release_of(backend.interpreter)}"


def runtime_of(manifest: Manifest) -> Runtime:
    """Return what runs the programs of an assignment."""
    runtime: Runtime = manifest.written_in.runtime() or PythonRuntime()
    return runtime


def newest_python(assignment: Assignment) -> Interpreter | None:
    """Return the newest suitable Python, for programs that may need it; None if the one that
    :func:`open_backend` chooses is as new. Raises SandboxRefused.
    """
    return runtime_of(assignment.manifest).newest(assignment.manifest)


def language_of(manifest: Manifest, backend: Backend) -> str:
    """Return the language and release that programs run with on *backend*."""
    return runtime_of(manifest).language_of(manifest, backend)


def flat(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the content of *names* in *folder*, without their folders. Raises GraderBroken."""
    return {Path(name).name: data for name, data in read_folder(folder, names).items()}
