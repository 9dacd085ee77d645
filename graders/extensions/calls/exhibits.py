"""Exhibits of the operations that all assignments with ``[calls]`` have."""

from __future__ import annotations

import shlex
import textwrap
from typing import Any

from graders.harness.assignment.transcript import all_typed
from graders.harness.assignment.value_kinds import shown
from graders.harness.grading.calls import LONGEST, RUN_PROGRAM
from graders.harness.grading.calls_by_name import Shown
from graders.harness.result import Exhibit, Text, printable


def _script(text: object = "", data: object = None) -> tuple[Exhibit, ...]:
    """Return the text of a script, below an assignment for each of its variables."""
    variables = data if isinstance(data, dict) else {}
    lines = [f"{name} = {shown(part)}"[:LONGEST] for name, part in variables.items()]
    body = textwrap.dedent(str(text)).strip("\n")
    return (Text(label="call", text=printable("\n".join([*lines, body]))),)


def _program(
    name: object, lines: Any = (), arguments: Any = (), files: Any = None
) -> tuple[Exhibit, ...]:
    """Return exhibits of a program's command line, the lines typed, and the files it finds."""
    command = shlex.join(map(str, ("python", name, *arguments)))
    found = [
        Text(label=f"file {printable(file, 100)}", text=printable(str(content), 1000))
        for file, content in dict(files or {}).items()
    ]
    typed = [all_typed(lines)] if lines else []
    return (Text(label="command", text=printable(command, LONGEST)), *typed, *found)


EXHIBITS: dict[str, Shown] = {
    "script": lambda _operation, arguments: _script(*arguments),
    "attempt": lambda _operation, arguments: _script(*arguments),
    RUN_PROGRAM: lambda _operation, arguments: _program(*arguments),
}
"""Operation -> its exhibits."""
