"""Writes the four folders of a new assignment: a small working grader for its author to change.

The files come from the template of the language, or from ``minimal`` beside it. These are laid out
like an assignment, so that they can be read, linted and graded. In their names and texts,
:data:`ID` is replaced by the assignment's id, :data:`TITLE` by its title, and :data:`MODULE` and
:data:`CLASS` by the name of the submitted file, which also names its function or class.
"""

from __future__ import annotations

import builtins
import keyword
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.harness.assignment.language import (
    Language,
    language_at,
    language_named,
    languages,
)
from graders.harness.assignment.manifest import (
    GENERIC_OPERATIONS,
    ROOT,
    SESSION_NAMES,
    assignment_ids,
    load_assignment,
)
from graders.harness.assignment.naming import did_you_mean
from graders.harness.assignment.places import naming
from graders.harness.assignment.python import PYTHON
from graders.harness.errors import GraderError
from graders.harness.handout import starter

TEMPLATES = Path(__file__).parent / "template"
ID, TITLE = "new_assignment", "@TITLE@"
MODULE, CLASS = "new_module", "NewModule"
FOLDERS = ("reference", "starter", "graders", "scenarios")

_PACKAGE = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_TAKEN = frozenset(
    (
        "driver",
        "main",
        "number",
        "strategies",
        "student",
        "reference",
        "check",
        "expect",
        "sandbox",
        *GENERIC_OPERATIONS,
        *SESSION_NAMES,
    )
)
"""Names with another meaning in the template."""


class NewError(GraderError):
    """The assignment cannot be made; the message says why. Nothing was written."""


def create(
    assignment_id: str,
    title: str,
    *,
    file: str = "",
    language: str = "",
    minimal: bool = False,
    root: Path = ROOT,
) -> list[Path]:
    """Write the folders of a new assignment below *root*; return all files, relative to it.

    file: the file that students hand in (default: the id, as a file of the language), which also
    names its function or class; language: its name (default: that of the file, or Python); minimal:
    write the smallest working grader. Raises NewError for an id that is no package name
    or is taken, a title that is not one line, an unknown language, and a file that cannot be
    imported.
    """
    _refuse(assignment_id, title, root)
    chosen = _language(language, file)
    name = _name_in(file or chosen.new_stem(assignment_id) + chosen.suffix, chosen)
    template = template_of(chosen, minimal=minimal)
    words = {ID: assignment_id, CLASS: name, MODULE: _as_module(name)}
    with _drafted(assignment_id, root) as target:
        _fill(target, template, words, title)
        assignment = load_assignment(assignment_id, target)
        common = starter.common_files(assignment.manifest)
        starter.build(assignment.reference, assignment.starter, common)
        return _files_below(target)


def create_from(
    solution: Path, assignment_id: str, title: str, *, file: str = "", root: Path = ROOT
) -> tuple[list[Path], list[tuple[str, str]]]:
    """Write the folders of a new assignment whose *solution*, a Python file, exists.

    file: the file that students hand in (default: the solution's name). Returns all files, relative
    to *root*, and what is left to the author: names with reasons. Raises NewError as `create` does,
    and SolutionError if no check can be made.
    """
    from graders.extensions.authoring.scaffold.from_solution import FromSolution

    _refuse(assignment_id, title, root)
    name = _name_in(file or solution.name, PYTHON)
    try:
        text = solution.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise NewError(f"cannot read {solution}: {error}") from None
    with _drafted(assignment_id, root) as target:
        made = FromSolution(assignment_id, title, text, f"{name}.py", target)
        with naming(target):
            made.write()
        return _files_below(target), made.left


@contextmanager
def _drafted(assignment_id: str, root: Path) -> Iterator[Path]:
    """Lend a folder whose content is moved to *root* at the end. Raises NewError."""
    try:
        with TemporaryDirectory(prefix=".new-", dir=root) as folder:
            yield Path(folder)
            _move(Path(folder), root, assignment_id)
    except OSError as error:
        raise NewError(f"cannot write below {root}: {error.strerror}") from None


def _files_below(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def template_of(language: Language, *, minimal: bool = False) -> Path:
    """Return the folder with the files of a new assignment in *language*.

    Raises NewError if that has no smallest grader, which is beside the folder.
    """
    template = language.template or TEMPLATES / "python"
    if not minimal:
        return template
    smallest = template.parent / "minimal"
    if not smallest.is_dir():
        raise NewError(f"{language.name} has no smallest grader: leave out --minimal")
    return smallest


def _refuse(assignment_id: str, title: str, root: Path) -> None:
    if not _PACKAGE.fullmatch(assignment_id) or keyword.iskeyword(assignment_id):
        raise NewError(
            f"{assignment_id!r} cannot be an id, because it names a Python package: "
            "use small letters, digits and _, beginning with a letter, and no Python keyword"
        )
    if not title.strip() or not title.isprintable():
        raise NewError(
            "a title must be one line of text, such as --title 'Caesar (CS 1, Winter 2030)'"
        )
    targets = [f"{folder}/{assignment_id}" for folder in FOLDERS] + [f"graders/{assignment_id}.py"]
    for name in targets:
        if (root / name).exists():
            raise NewError(f"{name} already exists: choose another id")
    if assignment_id in assignment_ids():
        raise NewError(f"there is an assignment {assignment_id}: choose another id")


def _language(name: str, file: str) -> Language:
    """Return the language *name*, or that of the *file*. Raises NewError."""
    found = language_named(name) if name else language_at(file) or PYTHON
    if found is None:
        known = [language.name for language in languages()]
        advice = did_you_mean(name, known) or f"; known: {', '.join(known)}"
        raise NewError(f"no installed extension offers the language {name!r}{advice}")
    return found


def _name_in(file: str, language: Language) -> str:
    """Return the name of the module or class in the submitted *file*. Raises NewError."""
    name = file.removesuffix(language.suffix)
    if name == file or not language.stem.fullmatch(name) or keyword.iskeyword(name):
        raise NewError(
            f"{file!r} cannot be the file: its name must be like {language.example}, beginning with"
            " a letter"
        )
    taken = name in sys.stdlib_module_names or name in _TAKEN or hasattr(builtins, name)
    if language is PYTHON and taken:
        raise NewError(
            f"{file!r} cannot be the file: {name} has another meaning in Python or in graders; "
            "choose another --file"
        )
    return name


def _as_module(name: str) -> str:
    """Return *name* as the name of a module: ``caesar_cipher`` for ``CaesarCipher``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _fill(folder: Path, template: Path, words: Mapping[str, str], title: str) -> None:
    """Write the template's files below *folder*, with *words* replaced."""

    def replaced(text: str) -> str:
        for word, name in words.items():
            text = text.replace(word, name)
        return text

    for path in sorted(template.rglob("*")):
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        top, *rest = path.relative_to(template).parts
        text = replaced(path.read_text(encoding="utf-8"))
        escaped = title
        if path.suffix == ".toml":
            escaped = title.replace("\\", r"\\").replace('"', r"\"")
        target = Path(folder, top, words[ID], *map(replaced, rest))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace(TITLE, escaped), encoding="utf-8", newline="\n")


def _move(source: Path, root: Path, assignment_id: str) -> None:
    """Move the folders below *source* to *root*, all or none."""
    moved: list[Path] = []
    try:
        for folder in FOLDERS:
            if not (source / folder / assignment_id).exists():
                continue
            target = root / folder / assignment_id
            target.parent.mkdir(exist_ok=True)
            (source / folder / assignment_id).rename(target)
            moved.append(target)
    except OSError:
        for target in moved:
            shutil.rmtree(target)
        raise
