"""``grader replay``: reruns the example that a check failed on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Annotated

from graders.harness.commands.grammar import ResultPath, Sandbox, arg
from graders.harness.errors import DONE, NOT_PASSED


def _failed(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the ids of the failed checks in the result, for completion in a shell."""
    from graders.harness.course.marks.lookup import result_of
    from graders.harness.reports.result_files import read_result
    from graders.harness.result import not_passed

    result = read_result(result_of(parsed_args.result))
    return [check.id for check in not_passed(result.checks)]


def replay(
    result: ResultPath,
    check: Annotated[
        str,
        arg("a failed check: its id, or a beginning or part that fits no other", completer=_failed),
    ],
    path: Annotated[Path | None, arg("a submission (default: the result's)")] = None,
    *,
    all_: Annotated[bool, arg("show every call, in full")] = False,
    sandbox: Sandbox = "auto",
) -> int:
    """Rerun a failed check on its failing example.

    Prints the check's calls and their replies, and those of the reference where the check compares
    with them.

    RESULT is a result.json or its folder (`grader grade --out`, `grader check --out`); in the
    folder of a class, an author's login or id does, too: marks/ada, marks/1001. Without PATH the
    submission behind the result is run, if its folder names it. Marks do not change. A student's
    result has no data on hidden checks, so only staff can replay these; in a student's bundle, use
    `check.py --replay`.

    examples:
      grader replay marks/ada game.turns                ada's program
      grader replay marks/ada game.turns fixed/a1.py    the same example on another submission
      grader replay marks/ada game.turns --all          every call, in full

    exit status: 0 the check passes now, 1 it does not, 2 nothing to replay, 3 not gradable
    """
    from rich.console import Console

    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.course.marks.lookup import result_of
    from graders.harness.grading import replaying
    from graders.harness.grading.grader import Grader
    from graders.harness.grading.program import open_backend
    from graders.harness.intake import read_submission
    from graders.harness.reports import replayed
    from graders.harness.reports.report_style import report_style_of
    from graders.harness.reports.result_files import read_result
    from graders.harness.reports.result_folder import submission_of
    from graders.harness.result import Verdict
    from graders.harness.sandbox.interface import Level, minimum_level

    file = result_of(result)
    read = read_result(file)
    report_style, failed = report_style_of(read), replaying.failed_check(read, check)
    assignment = load_assignment(read.assignment)
    submission = read_submission(path or submission_of(file), assignment)
    with Grader(
        assignment,
        open_backend(assignment, choice=sandbox, minimum=Level.parse(minimum_level())),
    ) as grader:
        rerun = replaying.replay(grader, submission, failed.id, failed.example)
    replayed.render(rerun, console=Console(), painter=report_style.painter, everything=all_)
    return DONE if rerun.outcome.verdict is Verdict.PASSED else NOT_PASSED
