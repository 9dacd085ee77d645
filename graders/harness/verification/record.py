"""Records scenarios: runs the reference on their input lines and compares the transcripts.

Authors write or change the header and the input lines; :func:`record` returns the body that the
reference produces. It is written only on request, after a review of the difference.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Assignment, Transcript
from graders.harness.assignment.naming import match_names
from graders.harness.assignment.program_scenario import (
    program_run,
    sections_of,
)
from graders.harness.assignment.scenario import Scenario, read_scenario, transcript
from graders.harness.assignment.transcript import (
    Run,
    run_of,
    status_of,
    to_lines,
    typed_in,
)
from graders.harness.errors import GraderError
from graders.harness.grading.program import open_backend, program_of, read_folder
from graders.harness.reports.sentences import cause_text
from graders.harness.session.session import Session


class RecordError(GraderError):
    """A scenario cannot be recorded; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A scenario file, before and after recording."""

    path: Path
    before: str
    after: str

    def difference(self) -> str:
        """Return the changes as a unified diff; "" if there are none."""
        lines = difflib.unified_diff(
            self.before.splitlines(),
            self.after.splitlines(),
            self.path.name,
            "recorded",
            lineterm="",
        )
        return "\n".join(lines)


def record(assignment: Assignment, names: Iterable[str] = ()) -> list[Recorded]:
    """Run the reference on the assignment's scenarios, or on those in *names*.

    Raises RecordError or ScenarioError.
    """
    form = assignment.manifest.transcript
    if form is None:
        subject = f"the scenarios of {assignment.id}"
        raise RecordError(f"{subject} are not terminal transcripts: write them by hand")
    paths = {path.stem: path for path in sorted(assignment.scenarios.glob("*.txt"))}
    see = f"there are: {', '.join(paths) or 'none'}"
    matching = match_names(list(names), paths.keys(), what="scenario", see=see)
    selected = [name for name in paths if name in matching or not matching]
    reference = read_folder(assignment.reference, assignment.files.solved)
    limits = assignment.manifest.limits
    box = open_backend(assignment, choice="plain").open(
        program_of(assignment, reference), limits
    )
    session = Session(box, limits, assignment.manifest.programs)
    recorded = []
    try:
        for name in selected:
            scenario = read_scenario(paths[name], form.settings, form.program)
            session.begin()
            try:
                run = run_of(session.call(*_call(scenario, form)))
            except Misbehaved as error:
                raise RecordError(
                    f"{name}: the reference {cause_text(error.cause)}"
                ) from None
            before = paths[name].read_text(encoding="utf-8")
            recorded.append(
                Recorded(paths[name], before, _written(before, scenario, run))
            )
    finally:
        session.close()
    return recorded


def _call(scenario: Scenario, form: Transcript) -> tuple[str, tuple[object, ...]]:
    """Return the operation that runs *scenario*, and its arguments."""
    if form.program:
        return "run_program", (form.program, *program_run(scenario).call)
    settings = [scenario.settings[key] for key in form.settings]
    return form.operation, (*settings, typed_in(transcript(scenario)))


def _written(before: str, scenario: Scenario, run: Run) -> str:
    """Return the file with *run* as its body; each remark stays before its input line."""
    sections: list[str] = []
    if scenario.program:
        want = program_run(scenario)
        sections = sections_of(want, run)
        if want.status not in (None, status_of(run)):
            raise RecordError(
                f"{scenario.name}: the reference ends with status {status_of(run)}"
            )
        shown = takewhile(lambda line: not line.startswith("--- "), scenario.body)
        scenario = replace(scenario, body=tuple(shown))
    if run.end[0] == "raised":
        raise RecordError(
            f"{scenario.name}: the reference ends with {run.end[1]}: {run.end[2]}"
        )
    remarks: dict[int, list[str]] = {}
    typed = 0
    for line in scenario.body:
        if line.startswith("#"):
            remarks.setdefault(typed, []).append(line)
        typed += "«" in line
    body, typed = remarks.pop(0, []), 0
    for line in to_lines(run.events):
        body.append(line)
        if "«" in line:
            typed += 1
            body += remarks.pop(typed, [])
    for rest in remarks.values():
        body += rest
    head = before.splitlines()[: scenario.first_line - 1]
    if scenario.program:  # a line of the program that looks like a section
        body = [f"\\{line}" if line.startswith("--- ") else line for line in body]
    return "\n".join([*head, *body, *sections]) + "\n"
