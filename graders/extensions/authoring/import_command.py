"""``grader import``: makes checks of tests for pytest, unittest, JUnit, check50 or otter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import NamedAssignment, arg
from graders.harness.errors import BAD_INPUT, GraderError


class ImportRefused(GraderError):
    """The tests cannot be imported into this assignment; the message says why."""

    status = BAD_INPUT


def import_(
    assignment: NamedAssignment,
    path: Annotated[Path, arg("a file or a folder of tests")],
    *,
    task: Annotated[str | None, arg("the task of the checks (default: the first)", "ID")] = None,
    write: Annotated[bool, arg("write graders/ASSIGNMENT/test_*.py; existing files stay")] = False,
) -> None:
    """Make checks of your tests for pytest, unittest, JUnit, check50 or otter.

    Makes checks of tests that import the student's modules, run programs or call classes in Java,
    and lists the tests that cannot be checks, with the reason.

    The assignment's manifest needs the table [calls]: `grader new ID --minimal` makes one. A check
    calls the submission across the pipe; expected values stay with the judge. Each check is tried
    on the reference, and one that it fails is listed, too. Weights and visibilities of
    gradescope-utils are kept. Without --write, the checks are only shown.

    examples:
      grader import caesar tests/                    show the checks of all test*.py below tests/
      grader import caesar problems/caesar           those of its __init__.py, for check50
      grader import caesar tests/test_caesar.py --write
    """
    from graders.extensions.authoring.imported import reader_in
    from graders.extensions.authoring.proving import proved
    from graders.harness.reports.console import how_many

    if write:
        refuse_installed(assignment)
    if not assignment.manifest.calls:
        raise ImportRefused(
            f"{assignment.id} has a driver: imported checks need the table [calls] in its manifest"
        )
    tasks = [task.id for task in assignment.manifest.tasks]
    task = task or tasks[0]
    if task not in tasks:
        raise ImportRefused(f"the manifest has no task {task!r}: it has {', '.join(tasks)}")
    reader = reader_in(assignment.manifest.written_in)
    number = refused = 0
    for tests in reader.files_of_tests(path):
        forms = reader.imported(tests, assignment)
        file = proved(assignment, forms, task) if assignment.reference.is_dir() else forms[0]
        number += len(file.checks)
        refused += len(file.refused)
        name = tests.resolve().parent.name if tests.stem == "__init__" else tests.stem
        stem = name.removeprefix("test_").removesuffix("_test")
        stem = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", stem.removesuffix("Test")).lower()
        for hidden in (False, True):
            text = file.module(lambda check: task, hidden=hidden)
            target = assignment.grader / f"test_{stem}{'_hidden' if hidden else ''}.py"
            if not text:
                continue
            if not write:
                print(f"# {target.name}\n\n{text}")
            elif target.exists():
                raise ImportRefused(
                    f"{target} already exists, and stays unchanged: remove it if you do not need "
                    f"its checks, or rename your {tests}, which names the new file"
                )
            else:
                target.write_text(text, encoding="utf-8")
                print(f"wrote {target}")
        for name, reason in file.refused:
            print(f"not converted: {tests.name}: {name}: {reason}")
    print(f"{how_many(number, 'check')}; {how_many(refused, 'test')} could not be converted.")
    if write and number:
        print(
            f"The marks of task {task} must fit (or set shares = true). Then grade the reference: "
            f"grader grade {assignment.id} reference/{assignment.id}"
        )
