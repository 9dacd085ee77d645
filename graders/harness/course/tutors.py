"""The tutors' marks of a class: `tutors-marks.json` in its folder.

Grading ignores tutors' marks, so they have a file of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from graders.harness.content import write_readable
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import TutorMark, TutorMarks
from graders.harness.intake.names import display

FILE = "tutors-marks.json"


class _MarksFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    marks: tuple[TutorMark, ...]


def read(folder: Path) -> TutorMarks:
    """Return the marks in *folder*; none if there is no file. Raises GraderError."""
    path = folder / FILE
    try:
        return TutorMarks(parse_json(path.read_bytes(), _MarksFile).marks)
    except FileNotFoundError:
        return TutorMarks()
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: cannot be read ({error}); restore an earlier copy of the "
            "file, or move it away and apply the tutors' sheets again (`grader sheet --take`)"
        ) from None


def write(folder: Path, marks: TutorMarks) -> None:
    """Write *marks* into *folder*. Raises GraderError."""
    write_readable(folder / FILE, _MarksFile(1, tuple(marks)))
