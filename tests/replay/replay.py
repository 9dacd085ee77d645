"""Grades submissions with only a recording, as a program that runs without the reference.

``python replay.py REQUEST``: a JSON file with the assignment's id, the folder of the world, the recording's file, the
submissions (a list of {file: text}), whether only public checks run, the choice of a sandbox, limits and the budget
of the search for small examples. Prints a list with
{check: [verdict, message]} for each submission.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Shrink, load_assignment
from graders.harness.assignment.process_limits import Limits
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission
from graders.harness.replay import recording
from graders.harness.reports.sentences import message_of
from graders.harness.sandbox import find_interpreter, select_backend


def main() -> None:
    """Grade the submissions of the request, and print their verdicts."""
    request = json.loads(Path(sys.argv[1]).read_bytes())
    assignment = load_assignment(request["assignment"], Path(request["root"]))
    manifest = msgspec.structs.replace(
        assignment.manifest,
        limits=msgspec.convert(request["limits"], Limits),
        shrink=Shrink(calls=request["shrink"]),
    )
    assignment = msgspec.structs.replace(assignment, manifest=manifest)
    if assignment.reference.exists():
        raise SystemExit("there is a reference here")
    kept = recording.from_bytes(Path(request["recording"]).read_bytes())
    backend = select_backend(
        find_interpreter(assignment.manifest.python), choice=request["sandbox"]
    )
    told = []
    with Grader(assignment, backend, kept=kept) as grader:
        for number, texts in enumerate(request["submissions"]):
            submission = Submission(
                str(number), {name: text.encode() for name, text in texts.items()}
            )
            result = grader.grade(submission, only_public=request["only_public"]).result
            told.append(
                {check.id: [check.verdict.value, message_of(check)] for check in result.checks}
            )
    print(json.dumps(told))


if __name__ == "__main__":
    main()
