"""Where tutors mark and comment: both editors write `course.decisions_file`.

- ``grader desk`` serves a page for this machine.
- ``grader report --for sheet`` writes a table, and ``grader decide --sheet`` reads it back.

The harness applies what is in that file, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.reports.formats import ClassFormat


def _class_formats() -> Sequence[ClassFormat]:
    from graders.extensions.tutoring.sheet_mode import CLASS_FORMATS

    return CLASS_FORMATS


EXTENSION = Extension(
    "tutoring",
    commands=lambda: ["graders.extensions.tutoring.desk_command:desk"],
    modes=lambda: [("decide", "graders.extensions.tutoring.sheet_mode:take_sheet")],
    class_formats=_class_formats,
)
