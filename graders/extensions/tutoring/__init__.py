"""Where staff decide, mark, comment and answer students, and the pages that compare tutors.

- ``grader decide`` changes what staff decided, and marks the class again (`deciding`, `remarking`).
- ``grader desk`` serves a page for this machine.
- ``grader report --for sheet`` writes a table, and ``grader decide --sheet`` reads it back.
- ``grader explain`` shows all about one check of one submission, for a student who asks.
- ``grader report --for history`` shows how a class was marked, and what each tutor gave
  (`by_tutor`); ``--format agreement`` shows how far two tutors agree.

All three write `course.marks.decisions_file` (`decisions_writing`). The harness applies what is in
it at the next grading, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.reports.formats import ClassFormat


def _class_formats() -> Sequence[ClassFormat]:
    from graders.extensions.tutoring import agreement, how_marked, sheet_mode

    modules = (sheet_mode, agreement, how_marked)
    return [format for module in modules for format in module.CLASS_FORMATS]


EXTENSION = Extension(
    "tutoring",
    commands=lambda: [
        "graders.extensions.tutoring.decide_command:decide",
        "graders.extensions.tutoring.desk_command:desk",
        "graders.extensions.tutoring.explain_command:explain",
    ],
    modes=lambda: [("decide", "graders.extensions.tutoring.sheet_mode:take_sheet")],
    class_formats=_class_formats,
)
