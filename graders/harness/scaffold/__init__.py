"""Writes the four folders of a new assignment: a small grader that works, for its author to change.

They come from ``template/python`` or ``template/java``, whose files are what an assignment's are, so that they can be
read, linted and graded. In each of them :data:`ID` gives way to the assignment's id and :data:`TITLE` to its title.
"""

from __future__ import annotations

import keyword
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.errors import GraderError
from graders.harness.handout import starter

TEMPLATE = Path(__file__).parent / "template"
ID, TITLE = "new_assignment", "@TITLE@"
FOLDERS = ("reference", "starter", "graders", "scenarios")

_PACKAGE = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


class NewError(GraderError):
    """There can be no such assignment; the message says why. Nothing was written."""


def create(assignment_id: str, title: str, *, java: bool = False, root: Path = ROOT) -> list[Path]:
    """Write the folders of a new assignment below *root*; return all files, relative to it.

    Raises NewError for an id that is no name of a Python package or is taken, and for a title that is not one line.
    """
    _refuse(assignment_id, title, root)
    try:
        with TemporaryDirectory(prefix=".new-", dir=root) as folder:
            made = Path(folder)
            _fill(made, TEMPLATE / ("java" if java else "python"), assignment_id, title)
            assignment = load_assignment(assignment_id, made)
            starter.build(assignment.reference, assignment.starter, starter.common_files(assignment.manifest))
            files = sorted(path.relative_to(made) for path in made.rglob("*") if path.is_file())
            _move(made, root, assignment_id)
    except OSError as error:
        raise NewError(f"cannot write below {root}: {error.strerror}") from None
    return files


def _refuse(assignment_id: str, title: str, root: Path) -> None:
    if not _PACKAGE.fullmatch(assignment_id) or keyword.iskeyword(assignment_id):
        raise NewError(
            f"{assignment_id!r} cannot be an id, because it names a Python package: take small letters, digits and _, "
            "a letter first, and no word of Python's own"
        )
    if not title.strip() or not title.isprintable():
        raise NewError("a title is one line of text, such as --title 'Clock (CS 1, Winter 2030)'")
    taken = [f"{folder}/{assignment_id}" for folder in FOLDERS] + [f"graders/{assignment_id}.py"]
    for name in taken:
        if (root / name).exists():
            raise NewError(f"{name} is there already: choose another id")


def _fill(made: Path, template: Path, assignment_id: str, title: str) -> None:
    """Write the template's files to their places below *made*."""
    for path in sorted(path for path in template.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        top, *rest = path.relative_to(template).parts
        text = path.read_text(encoding="utf-8").replace(ID, assignment_id)
        shown = title.replace("\\", r"\\").replace('"', r"\"") if path.suffix == ".toml" else title
        place = Path(made, top, assignment_id, *rest)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text.replace(TITLE, shown), encoding="utf-8", newline="\n")


def _move(made: Path, root: Path, assignment_id: str) -> None:
    """Move the folders below *made* to their places, all or none."""
    moved: list[Path] = []
    try:
        for folder in FOLDERS:
            place = root / folder / assignment_id
            place.parent.mkdir(exist_ok=True)
            (made / folder / assignment_id).rename(place)
            moved.append(place)
    except OSError:
        for place in moved:
            shutil.rmtree(place)
        raise
