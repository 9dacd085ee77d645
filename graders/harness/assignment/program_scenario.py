"""Scenarios of programs that get arguments, read and write files, and end with a status.

The manifest names the program (``[transcript] program = "count.py"``). The header may have the keys
``arguments``, written as for a shell, and ``status``. The body is a transcript; sections after it
hold text unchanged::

    --- before words.txt
    one two
    --- after counts.txt
    2
    --- stderr
    words.txt has one line

``before`` is a file that the program finds, ``after`` one that it leaves. Without a section or a
key nothing is compared. A backslash at the beginning of a line escapes ``---`` or a backslash; one
at the end of a section's last line stands for no line break.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graders.harness.assignment.check import fail, text
from graders.harness.assignment.notation import Event, TranscriptError, from_lines
from graders.harness.assignment.scenario import Scenario
from graders.harness.assignment.transcript import (
    Run,
    run_of,
    same_run,
    status_of,
    typed_in,
)

SECTION = re.compile(r"\n--- ")
"""The beginning of a section."""
HEADING = re.compile(r"(?:before|after) \S.*|stderr")
ESCAPE = re.compile(r"^\\(?=---|\\)", re.MULTILINE)
ESCAPED = re.compile(r"^(?:---|\\)", re.MULTILINE)
"""The beginnings of lines that a backslash escapes."""
STDERR = "stderr"
BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """The contract of one run of a program."""

    events: tuple[Event, ...]
    arguments: tuple[str, ...]
    status: int | None
    sections: Mapping[str, str] = field(default_factory=dict)
    """Heading of a section -> its text."""

    def files(self, kind: str) -> dict[str, str]:
        """Return the files of the sections BEFORE or AFTER, by name."""
        return {
            heading.removeprefix(f"{kind} "): content
            for heading, content in self.sections.items()
            if heading.startswith(f"{kind} ")
        }

    @property
    def call(self) -> tuple[list[str], list[str], dict[str, str]]:
        """The typed lines, arguments and files of the call."""
        return typed_in(self.events), list(self.arguments), self.files(BEFORE)


def program_run(scenario: Scenario) -> ProgramRun:
    """Parse the body of *scenario*. Raises ScenarioError."""
    terminal, *rest = SECTION.split("\n".join(["", *scenario.body]))
    try:
        events = from_lines(terminal.split("\n")[1:])
        arguments = shlex.split(scenario.texts.get("arguments", ""))
    except TranscriptError as error:
        index, problem = error.args
        scenario.wrong(scenario.first_line + index, problem)
    except ValueError as error:
        scenario.wrong(1, f"arguments: {error}")
    sections: dict[str, str] = {}
    for section in rest:
        heading, line_break, content = section.partition("\n")
        if not HEADING.fullmatch(heading) or heading in sections:
            problem = "a section is before FILE, after FILE or stderr, and there once"
            scenario.wrong(scenario.first_line + scenario.body.index(f"--- {heading}"), problem)
        sections[heading] = _content(content + line_break)
    status = scenario.texts.get("status", "")
    if status.strip("0123456789"):
        scenario.wrong(1, f"status must be a whole number, not {status!r}")
    return ProgramRun(events, tuple(arguments), int(status) if status else None, sections)


def _content(text: str) -> str:
    """Return the content of a section's lines."""
    plain = ESCAPE.sub("", text)
    return plain.removesuffix("\\\n") if plain.endswith("\\\n") else plain


def written(heading: str, content: str) -> list[str]:
    """Return the lines of a section."""
    text = content.removesuffix("\n") + "\\" * (not content.endswith("\n"))
    lines = ESCAPED.sub(r"\\\g<0>", text).split("\n")
    return [f"--- {heading}", *(lines if content else [])]


def replay_program(student: Any, scenario: Scenario) -> None:
    """Run the program of *scenario* as it says; end the check at the first difference."""
    want = program_run(scenario)
    same_program_run(run_of(student.run_program(scenario.program, *want.call)), want)


def same_program_run(got: Run, want: ProgramRun) -> None:
    """End the check at the first difference between *got* and its contract."""
    same_run(got, want.events)
    due, left = want.sections, _sections(want, got)
    for heading, content in due.items():
        if heading not in left:
            files = ", ".join(sorted(got.files)) or "none"
            fail(
                f"The program leaves no file {_file(heading)}.",
                [text("its files", files)],
            )
        if left[heading] != content:
            where = f"leaves another {_file(heading)}"
            where = "prints other text on standard error" if heading == STDERR else where
            exhibits = [text("expected", content), text("got", left[heading])]
            fail(f"The program {where} than it should.", exhibits)
    if want.status not in (None, status_of(got)):
        fail(f"The program ends with status {status_of(got)} instead of {want.status}.")


def _file(heading: str) -> str:
    return heading.partition(" ")[2]


def _sections(want: ProgramRun, got: Run) -> dict[str, str]:
    """Return the sections for *got*: those before it, and all that it leaves."""
    given = {f"{BEFORE} {name}": content for name, content in want.files(BEFORE).items()}
    files = sorted(got.files.items())
    left = {
        f"{AFTER} {name}": part if isinstance(part, str) else repr(part) for name, part in files
    }
    return {**given, STDERR: got.stderr, **left}


def sections_of(want: ProgramRun, got: Run) -> list[str]:
    """Return the lines of all sections for *got*, the reference's run, to record them."""
    same = want.files(BEFORE).items() & got.files.items()
    unchanged = [f"{AFTER} {name}" for name, _ in same]
    lines: list[str] = []
    for heading, content in _sections(want, got).items():
        is_news = bool(content) and heading not in unchanged
        if is_news or heading in want.sections:
            lines += written(heading, content)
    return lines
