"""Records scenarios: runs the reference on their input lines and compares the transcripts.

Authors write or change the header and the input lines; :func:`record` returns the body that the
reference produces. What is typed stays as it is. The body is written only on request, after a
review of the difference.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.assignment.manifest import Assignment, Transcript
from graders.harness.assignment.naming import match_names
from graders.harness.assignment.program_scenario import (
    program_run,
    same_program_run,
    sections_of,
)
from graders.harness.assignment.scenario import (
    Scenario,
    ScenarioError,
    parsed_scenario,
    read_scenario,
    transcript,
)
from graders.harness.assignment.transcript import (
    AHEAD,
    ENDED,
    STARVED,
    TYPED,
    Event,
    Run,
    run_of,
    same_run,
    status_of,
    to_lines,
    typed_in,
)
from graders.harness.errors import GraderError
from graders.harness.grading.program import open_backend, program_of, read_folder
from graders.harness.reports.sentences import cause_text
from graders.harness.result import printable
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
    box = open_backend(assignment, choice="plain").open(program_of(assignment, reference), limits)
    session = Session(box, limits, assignment.manifest.programs)
    recorded = []
    try:
        for name in selected:
            scenario = read_scenario(paths[name], form.settings, form.program)
            session.begin()
            try:
                run = run_of(session.call(*_call(scenario, form)))
            except Misbehaved as error:
                raise RecordError(f"{name}: the reference {cause_text(error.cause)}") from None
            before = paths[name].read_text(encoding="utf-8")
            recorded.append(Recorded(paths[name], before, _written(before, scenario, form, run)))
    finally:
        session.close()
    return recorded


def _call(scenario: Scenario, form: Transcript) -> tuple[str, tuple[object, ...]]:
    """Return the operation that runs *scenario*, and its arguments."""
    if form.program:
        return "run_program", (form.program, *program_run(scenario).call)
    settings = [scenario.settings[key] for key in form.settings]
    return form.operation, (*settings, typed_in(transcript(scenario)))


def _written(before: str, scenario: Scenario, form: Transcript, run: Run) -> str:
    """Return the file with *run* as its body; each remark stays before its input line.

    Raises RecordError if its typed text would change, or if the reference would not pass it.
    """
    sections: list[str] = []
    lines = list(scenario.body)
    if scenario.program:
        want = program_run(scenario)
        events = _as_typed(scenario.name, want.events, run)
        sections = sections_of(want, run)
        if want.status not in (None, status_of(run)):
            raise RecordError(f"{scenario.name}: the reference ends with status {status_of(run)}")
        lines = list(takewhile(lambda line: not line.startswith("--- "), lines))
    else:
        events = _as_typed(scenario.name, transcript(scenario), run)
    remarks: dict[int, list[str]] = {}
    count = 0
    for line in lines:
        if line.startswith("#"):
            remarks.setdefault(count, []).append(line)
        count += "«" in line
    body, count = remarks.pop(0, []), 0
    for line in to_lines(events):
        body.append(line)
        if "«" in line:
            count += 1
            body += remarks.pop(count, [])
    for rest in remarks.values():
        body += rest
    head = before.splitlines()[: scenario.first_line - 1]
    if scenario.program:  # a line of the program that looks like a section
        body = [f"\\{line}" if line.startswith("--- ") else line for line in body]
    after = "\n".join([*head, *body, *sections]) + "\n"
    _prove(parsed_scenario(scenario.name, after, form.settings, form.program), run)
    return after


def _prove(written: Scenario, run: Run) -> None:
    """Raise RecordError unless *run* passes the scenario that was made of it."""
    try:
        if written.program:
            same_program_run(run, program_run(written))
        else:
            same_run(run, transcript(written))
    except (CheckFailed, ScenarioError):
        raise RecordError(
            f"{written.name}: the reference prints a character that a scenario cannot hold, such "
            "as a carriage return or a form feed: write a check with run_of and same_run instead"
        ) from None


def _as_typed(name: str, scenario: Sequence[Event], run: Run) -> tuple[Event, ...]:
    """Return the events of *run* with everything that is typed in *scenario*, and nothing else.

    Lines that are read at once stand where they are read, lines that are not read at the end.
    Raises RecordError if *run* has other input, or ends with an exception.
    """
    typed, read = typed_in(scenario), typed_in(run.events)
    has_end = (ENDED,) in scenario
    if not has_end and any(event[0] in (AHEAD, STARVED) for event in run.events):
        raise RecordError(
            f"{name}: the reference reads on after the last typed line: type what it reads, or "
            "end the input by a line «^D»"
        )
    if run.end[0] == "raised":
        raise RecordError(f"{name}: the reference ends with {run.end[1]}: {run.end[2]}")
    if read != typed[: len(read)]:
        raise RecordError(f"{name}: the reference reads lines that are not typed here")
    rest: list[Event] = [(TYPED, line) for line in typed[len(read) :]]
    if rest and not has_end:
        raise RecordError(
            f"{name}: the reference ends before it reads «{printable(rest[0][1], 80)}»: leave out "
            "what it does not read, or end the input by a line «^D»"
        )
    rest += [(ENDED,)] * has_end
    events: list[Event] = []
    for event in run.events:
        if event[0] in (AHEAD, STARVED):
            events += rest
            rest = []
        else:
            events.append(event)
    return (*events, *rest)
