"""Assembles the program that the sandbox runs, and opens a backend for it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from graders.harness.assignment.manifest import ALL_PUBLIC, Assignment, Manifest
from graders.harness.assignment.value_kinds import kinds
from graders.harness.content import HARNESS
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.inside.modules import SCRATCH, Program
from graders.harness.sandbox import find_interpreter, java, select_backend
from graders.harness.sandbox.interface import Backend, Level
from graders.harness.sandbox.interpreters import (
    Interpreter,
    build_of,
    newest_interpreter,
    release_of,
)
from graders.harness.sandbox.java.jdk import find_jdk, wanted_release
from graders.harness.sandbox.packages import packages_of

RULES = HARNESS / "inside" / "rules"
"""Modules beside the driver of an assignment whose survey compares with the starter."""
GENERIC_DRIVER = HARNESS / "inside" / "generic_driver.py"


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
    driver = _flat(assignment.grader, manifest.driver)
    if manifest.survey.compares and manifest.java is None:
        driver |= {path.name: path.read_bytes() for path in sorted(RULES.glob("[!_]*.py"))}
    if manifest.calls:
        driver["driver.py"] = GENERIC_DRIVER.read_bytes()
        converters = [kind.driver for kind in kinds()] if manifest.packages else []
        driver |= {path.name: path.read_bytes() for path in converters}
        driver["called.py"] = _called(manifest.calls, [path.stem for path in converters])
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


def with_driver(program: Program, files: Mapping[str, bytes]) -> Program:
    """Return *program* with *files* beside its driver, which is there as ``original.py``."""
    driver = {
        **program.driver,
        "original.py": program.driver["driver.py"],
        **files,
    }
    return Program(program.submitted, program.course, driver, program.variant_files)


def _called(calls: Mapping[str, tuple[str, ...] | str], converters: list[str]) -> bytes:
    """Return the table ``[calls]``, and the modules of kinds of values, as one of the driver."""
    homes = {name: module for module, names in calls.items() for name in names}
    everything = homes.pop(ALL_PUBLIC, "")
    return f"HOMES = {homes!r}\nOPEN = {everything!r}\nKINDS = {converters!r}\n".encode()


def refuse_optimised_python() -> None:
    """Raise GraderBroken if this interpreter leaves out asserts or docstrings."""
    if sys.flags.optimize:
        raise GraderBroken(
            "this Python leaves out the asserts and docstrings of checks: start it without -O, and "
            "without the variable PYTHONOPTIMIZE"
        )


def open_backend(
    assignment: Assignment, *, choice: str, minimum: Level = Level.C, python: str = ""
) -> Backend:
    """Return the strongest backend for *assignment* that this machine offers.

    choice and minimum: see ``select_backend``; python: the submissions' interpreter, if not the one
    that the manifest demands. Raises SandboxRefused or GraderBroken.
    """
    refuse_optimised_python()
    manifest = assignment.manifest
    interpreter = python or find_interpreter(manifest.python)
    build_of(interpreter)  # refused here once, not again for each way to isolate
    if manifest.java is None:
        return select_backend(
            interpreter,
            choice=choice,
            minimum=minimum,
            scratch=manifest.files.scratch,
            packages=packages_of(assignment, interpreter),
        )
    if python:
        raise GraderError(
            f"{assignment.id} is in Java: set JAVA_HOME to choose a JDK, not --python"
        )
    jdk = find_jdk(manifest.java.release)
    course_files = [name for name in manifest.files.course if name.endswith(".java")]
    sources = java.JavaSources(
        driver=_flat(assignment.grader, manifest.driver),
        course=_flat(assignment.course, course_files),
        starter=_flat(assignment.starter, manifest.files.submitted),
    )
    jars = java.build_jars(jdk, sources)
    guest = java.guest_of(jdk, jars, manifest.java, manifest.limits)
    java.archive_classes(guest, jars, sources.starter)
    backend = select_backend(
        interpreter, choice=choice, minimum=minimum, guest=guest, prove=java.prove
    )

    def reference() -> dict[str, bytes]:
        solution = _flat(assignment.reference, manifest.files.submitted)
        return java.reference_classes(jdk, sources.course, solution)

    return java.JavaBackend(backend, jdk, manifest.files.submitted, reference, manifest.limits)


def newest_python(assignment: Assignment) -> Interpreter | None:
    """Return the newest suitable Python, for programs that may need it; None if the one that
    :func:`open_backend` chooses is as new. Raises SandboxRefused.
    """
    manifest = assignment.manifest
    return None if manifest.java else newest_interpreter(manifest.python)


def language_of(manifest: Manifest, backend: Backend) -> str:
    """Return the language and release that programs run with on *backend*."""
    if manifest.java:
        return f"Java {wanted_release(manifest.java.release)[0]}"
    return f"Python {release_of(backend.interpreter)}"


def _flat(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    return {Path(name).name: data for name, data in read_folder(folder, names).items()}
