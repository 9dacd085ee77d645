"""Grades a class of another world than the installed one, by the command line: a process for tests to disturb.

``python run_class.py SETTINGS JOURNAL ARGUMENT...``: SETTINGS is a JSON object that changes the command's `jobs.Settings`
(``root`` at least). The file JOURNAL gets a line for each finished delivery: its name, its state, and whether its result
was known. The arguments are those of ``grader``.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from graders.harness import cli
from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands import grammar
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import GradedSubmission


def main() -> int:
    """Run the command line; return its exit status."""
    settings, journal, *arguments = sys.argv[1:]
    chosen, usual = json.loads(settings), classrun.grade_class

    class Journal(classrun.ClassLive):
        """Also writes a line for each finished delivery at once."""

        def __call__(self, done: GradedSubmission) -> None:
            line = json.dumps([done.delivery.name, done.state.value, done.known]) + "\n"
            handle = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            os.write(handle, line.encode())
            os.close(handle)
            super().__call__(done)

    def grade_class(plan: classrun.Plan, *others: Any) -> classrun.CourseResults:
        return usual(
            replace(plan, settings=msgspec.structs.replace(plan.settings, **chosen)), *others
        )

    classrun.ClassLive = Journal  # type: ignore[misc]
    classrun.grade_class = grade_class
    grammar.ASSIGNMENT["load"] = functools.partial(load_assignment, root=Path(chosen["root"]))
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
