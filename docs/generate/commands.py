"""The commands of ``grader``, from the text of their help."""

from __future__ import annotations

import contextlib
import io
import os
import re
from unittest.mock import patch

from graders.harness import cli

COLUMNS = 100
HEADING = re.compile(r"^\W*commands\b.*\n", re.MULTILINE | re.IGNORECASE)
LISTED = re.compile(r"^[│ ]{1,4}([a-z][a-z-]+)(?=  |\s*│?$)", re.MULTILINE)
"""A command in the list of all; a description that goes on below is further to the right."""

INTRODUCTION = """\
# Commands

`grader` is `.venv/bin/grader` in a checkout. These are the texts of `grader COMMAND --help`. The
exit statuses are at the end of the first. [The front page](index.md#commands-by-task) sorts the
commands by task.
"""


def help_of(*command: str) -> str:
    """Return the help that a command prints, without the line on ``--help`` itself."""
    printed = io.StringIO()
    plain = {"COLUMNS": str(COLUMNS), "NO_COLOR": "1", "TERM": "dumb"}
    with (
        patch.dict(os.environ, plain),
        contextlib.redirect_stdout(printed),
        contextlib.suppress(SystemExit),
    ):
        cli.main([*command, "--help"])
    lines = [line.rstrip() for line in printed.getvalue().strip().splitlines()]
    return "\n".join(line for line in lines if "-h, --help" not in line)


def names() -> list[str]:
    """Return the names of all commands, in the order of the help."""
    listed = HEADING.split(help_of(), maxsplit=1)[-1]
    return LISTED.findall(listed.partition("\n\n")[0])


def page() -> str:
    """Return the page."""
    texts = [f"## grader\n\n```text\n{help_of()}\n```\n"]
    texts += [f"## grader {name}\n\n```text\n{help_of(name)}\n```\n" for name in names()]
    return "\n".join([INTRODUCTION, *texts])
