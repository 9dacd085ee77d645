"""`class.json`: the one state of a graded class, from which all its outputs are made.

It has everything but the results, which are in the folders of the pages. It is the last file that a
change of the class writes (see `changing`). The gradebook, pages and tables are never read back.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import msgspec

from graders.harness.content import write_file
from graders.harness.course.pages.changing import STATE
from graders.harness.course.pages.gradebook import BOOK, GradebookRow
from graders.harness.course.pages.identical import SameFile
from graders.harness.course.pages.result_changes import ResultChange
from graders.harness.diagnosis import FaultGroup
from graders.harness.errors import GraderError
from graders.harness.intake.names import display

AGAIN = "grade the class again, which is quick, because verdicts are kept"


class NamedFile(msgspec.Struct, frozen=True):
    """A file that an option of the command line named."""

    path: str
    digest: str


class ClassState(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the file. Names and cells are raw."""

    schema_version: Literal[2] = 2
    assignment: str = ""
    command: str = ""
    """The command line that graded the class; "" if unknown."""
    submissions: int = 0
    graded: int = 0
    """How many of them the grading has behind it; all, once it is finished."""
    finished: bool = True
    """Whether there are results. False until the first grading has ended."""
    grader: str = ""
    """Digest of all that verdicts depend on but submissions."""
    made_with: dict[str, str] = {}
    """Source -> its digest (see `up_to_date`). One that is not listed is not compared."""
    named: dict[str, NamedFile] = {}
    """Option of the command line -> its file; compared if it still exists."""

    rows: tuple[GradebookRow, ...] = ()
    """The gradebook, without results: the page of a row has its result."""
    columns: tuple[str, ...] | None = None
    """The roster's headings as written; None without a roster."""
    maxima: dict[str, str] = {}
    """See `Roster.maxima`."""
    digests: dict[str, str] = {}
    """Submission -> digest of its files, so that a decision about others is noticed."""
    handed_in: dict[str, str] = {}
    """Submission with a decision on its files -> digest of what was handed in."""
    names: dict[str, tuple[str, ...]] = {}
    """Submission -> its keys. A later run gives a delivery with an equal key the same name, because
    pages, tutors' marks and decisions belong to it (see `intake.drafts.named`).
    """
    unreadable: dict[str, str] = {}
    """Submission -> the reason why it cannot be read, for its authors."""
    choices: dict[str, dict[str, tuple[str, ...]]] = {}
    """Such a submission -> expected file -> the paths that may be it, if a choice is enough."""
    groups: tuple[FaultGroup, ...] = ()
    """Submissions with the same fault."""
    changes: tuple[ResultChange, ...] = ()
    """Changes of results since the run before."""
    same_files: tuple[SameFile, ...] = ()


def read(folder: Path) -> ClassState:
    """Return the state of the class in *folder*. Raises GraderError if it is no class, or if it has
    no state of this release.
    """
    path = folder / STATE
    label = display(str(path), 200)
    try:
        data = path.read_bytes()
    except OSError as error:
        if isinstance(error, FileNotFoundError) and (folder / BOOK).exists():
            raise GraderError(f"{label}: missing, as in an earlier release: {AGAIN}") from None
        raise GraderError(
            f"{label}: {error.strerror}; a class is a folder that `grader grade` wrote"
        ) from None
    try:
        return msgspec.convert(json.loads(data), ClassState, dec_hook=_decoded)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise GraderError(
            f"{label}: another release wrote it, or it is damaged ({error}): {AGAIN}"
        ) from None


def _decoded(kind: type, text: Any) -> Any:
    return kind(text)  # a fraction


def last(folder: Path) -> ClassState | None:
    """Return the state of the class that was graded into *folder*; None if there is none that this
    release can read, or if its first grading has not ended.
    """
    try:
        state = read(folder)
    except GraderError:
        return None
    return state if state.finished else None


def write(folder: Path, state: ClassState) -> None:
    """Write the state into *folder*, a class's or a draft. Raises GraderError."""
    rows = tuple(msgspec.structs.replace(row, result=None) for row in state.rows)
    plain = msgspec.to_builtins(msgspec.structs.replace(state, rows=rows), enc_hook=str)
    write_file(folder / STATE, as_json(plain, indent=1))


def as_json(plain: object, indent: int | None = None) -> bytes:
    """Return *plain* as JSON in ASCII, escaped, because names may hold commands to a terminal or a
    CI system.
    """
    text = json.dumps(plain, indent=indent).replace("#", "\\u0023")
    return text.replace("::", "\\u003a\\u003a").encode("ascii") + b"\n"


def begin(folder: Path, state: ClassState) -> None:
    """Note that the first grading of the class in *folder* is at *state*. Raises GraderError."""
    write(folder, msgspec.structs.replace(state, finished=False))


class _OfAnyRelease(msgspec.Struct):
    assignment: str
    made_with: dict[str, str]


def exists(folder: Path) -> bool:
    """Return whether a class was graded into *folder*, by whatever release, or began to be."""
    try:
        msgspec.json.decode((folder / STATE).read_bytes(), type=_OfAnyRelease)
    except (OSError, ValueError, msgspec.DecodeError):
        return False
    return True
