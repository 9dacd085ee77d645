"""The autograder for Gradescope: a zip with ``setup.sh``, ``run_autograder`` and the grader.

It is for staff only: it contains all checks, scenarios and the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Annotated

from graders.harness.assignment.language import languages
from graders.harness.assignment.manifest import Assignment
from graders.harness.commands.grammar import arg
from graders.harness.content import (
    DISTRIBUTION,
    HARNESS,
    PACKAGES,
    ROOT,
    is_installed,
    release,
)
from graders.harness.errors import GraderError
from graders.harness.extensions import GROUP
from graders.harness.handout.archive import write_zip
from graders.harness.sandbox.interface import Level

TEMPLATE = Path(__file__).parent / "gradescope_template"
PROGRAMS = ("setup.sh", "run_autograder")
"""Programs that Gradescope runs."""
LOCK = "requirements.lock"
"""The packages that grading needs, with their hashes."""
EXTENSIONS = "graders.extensions"
"""The package of this project's extensions, all of which are in the zip: some may judge."""


def build(
    assignment: Assignment,
    out: Path,
    *,
    sandbox: str = "auto",
    minimum: str = "C",
    audience: str = "student",
) -> Path:
    """Write the zip of *assignment* below *out*; return its path.

    sandbox, minimum: values of ``grader grade --sandbox`` and ``GRADER_MINIMUM_LEVEL`` on
    Gradescope; audience: "staff" shows hidden checks to staff, and then students see no total.
    Raises GraderError.
    """
    files = contents(
        assignment,
        sandbox=sandbox,
        minimum=Level.parse(minimum).label,
        audience=audience,
    )
    archive = out / f"{assignment.id}-gradescope.zip"
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_zip(archive, files, PROGRAMS)
    except OSError as error:
        raise GraderError(f"cannot write {archive}: {error.strerror}") from None
    return archive


def contents(
    assignment: Assignment, *, sandbox: str, minimum: str, audience: str
) -> dict[str, bytes]:
    """Return the files of the zip by name."""
    files = {assignment.name_in_checkout(path): path.read_bytes() for path in _parts(assignment)}
    files[LOCK] = _lock()
    files |= _metadata()
    words = {
        "@ASSIGNMENT@": assignment.id,
        "@PYTHON@": assignment.manifest.marking_python,
        "@JAVA@": assignment.manifest.java.release if assignment.manifest.java else "",
        "@PACKAGES@": "yes" if assignment.manifest.packages else "",
        "@SANDBOX@": sandbox,
        "@MINIMUM@": minimum,
        "@AUDIENCE@": audience,
    }
    for name in PROGRAMS:
        text = (TEMPLATE / name).read_text(encoding="utf-8")
        for sign, value in words.items():
            text = text.replace(sign, value)
        files[name] = text.encode()
    return files


def _lock() -> bytes:
    """Return the lock file, which a wheel keeps with its metadata."""
    if not is_installed():
        return (ROOT / LOCK).read_bytes()
    text = metadata.distribution(DISTRIBUTION).read_text(f"extra_metadata/{LOCK}")
    if text is None:
        raise GraderError(f"{LOCK} was not installed with {DISTRIBUTION}: install it again")
    return text.encode()


def _metadata() -> dict[str, bytes]:
    """Return the metadata by which the unpacked harness finds the extensions in the zip."""
    ours = [
        f"{entry.name} = {entry.value}\n"
        for entry in metadata.entry_points(group=GROUP)
        if entry.module.startswith(f"{EXTENSIONS}.")
    ]
    folder = f"{DISTRIBUTION}-{release()}.dist-info"
    about = f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {release()}\n"
    entries = f"[{GROUP}]\n{''.join(sorted(ours))}"
    return {f"{folder}/METADATA": about.encode(), f"{folder}/entry_points.txt": entries.encode()}


def _parts(assignment: Assignment) -> Iterator[Path]:
    """Yield the project's files that grade the assignment."""
    folders = (
        HARNESS, PACKAGES / "extensions", assignment.grader, *assignment.shared,
        assignment.reference, assignment.starter, assignment.scenarios,
    )  # fmt: skip
    yield from (
        PACKAGES / name for name in ("__init__.py", "__main__.py", "extensions/__init__.py")
    )
    whole = [language.template for language in languages() if language.template]
    templates = {*whole, *(template.parent / "minimal" for template in whole)}
    left_out = {*assignment.proofs, *templates, PACKAGES / "extensions" / "authoring" / "scaffold"}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if (
                path.is_file()
                and "__pycache__" not in path.parts
                and left_out.isdisjoint([path, *path.parents])
            ):
                yield path


def gradescope(
    assignment: Assignment,
    out: Path,
    *,
    sandbox: Annotated[
        str, arg("gradescope: as for `grader grade` (default: auto)", "CHOICE")
    ] = "auto",
    minimum: Annotated[
        str, arg("gradescope: the weakest sandbox allowed (default: C)", "LEVEL")
    ] = "C",
    for_: Annotated[
        str,
        arg(
            "gradescope: the readers; staff see hidden checks, but then students see no total",
            choices=["student", "staff"],
        ),
    ] = "student",
) -> str:
    """The autograder's zip for Gradescope. It is for staff only: it contains
    the hidden checks and the reference.
    """
    return str(build(assignment, out, sandbox=sandbox, minimum=minimum, audience=for_))
