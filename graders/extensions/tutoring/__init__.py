"""Where tutors mark and comment: both editors write `course.decisions_file`.

- ``grader desk`` serves a page for this machine.
- ``grader sheet`` writes a table and reads it back.

The harness applies what is in that file, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence

from graders.harness.hooks import Command, Extension


def _commands() -> Sequence[Command]:
    from graders.extensions.tutoring import desk_command, sheet_command

    return [sheet_command, desk_command]


EXTENSION = Extension("tutoring", commands=_commands)
