"""Writes the files of `course.markings`, for both editors."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
import tomli_w

from graders.harness import content
from graders.harness.course import tutors
from graders.harness.course.markings import FOLDER, Marking, Rubric, marking_path, rubric_path

LOCK = ".lock"


def locked(folder: Path) -> AbstractContextManager[None]:
    """Hold the lock of tutors' files, see `content.locked`."""
    return content.locked(folder / FOLDER / LOCK)


def write_marking(folder: Path, marking: Marking) -> None:
    """Write the file of a submission. Raises GraderError. The caller holds the lock."""
    ordered = msgspec.structs.replace(
        marking,
        comment=tuple(sorted(marking.comment, key=lambda one: (one.file, one.line))),
    )
    _write(marking_path(folder, marking.submission), ordered)


def write_rubric(folder: Path, rubric: Rubric) -> None:
    """Write the rubric. Raises GraderError. The caller holds the lock."""
    _write(rubric_path(folder), rubric)


def _write(path: Path, document: Marking | Rubric) -> None:
    fields = msgspec.to_builtins(document)
    content.write_file(path, tomli_w.dumps(fields, multiline_strings=True).encode())


def adopt(folder: Path) -> None:
    """Move the marks of an earlier release into the files of `markings`. Raises GraderError.

    The caller holds the lock.
    """
    for marking in tutors.earlier(folder):
        if not marking_path(folder, marking.submission).exists():
            write_marking(folder, marking)
    (folder / tutors.EARLIER).unlink(missing_ok=True)
