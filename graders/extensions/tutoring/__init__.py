"""Where tutors mark and comment: both editors write `course.decisions_file`.

- ``grader desk`` serves a page for this machine.
- ``grader sheet`` writes a table and reads it back.

The harness applies what is in that file, whoever wrote it.
"""

from __future__ import annotations

from graders.harness.hooks import Extension

COMMANDS = (
    "graders.extensions.tutoring.sheet_command:sheet",
    "graders.extensions.tutoring.desk_command:desk",
)

EXTENSION = Extension("tutoring", commands=lambda: COMMANDS)
