"""The commands of ``grader``, from the text of their help, without what it repeats."""

from __future__ import annotations

import contextlib
import io
import os
import re
import textwrap
from collections import Counter
from unittest.mock import patch

from graders.harness import cli

COLUMNS = 100
NAME = 18
"""Width of the column of names."""
SHARED = 2
"""A row of arguments that so many commands have is shown once."""
HEADING = re.compile(r"^\W*commands\b.*\n", re.MULTILINE | re.IGNORECASE)
LISTED = re.compile(r"^[│ ]{1,4}([a-z][a-z-]+)(?=  |\s*│?$)", re.MULTILINE)
"""A command in the list of all; a description that goes on below is further to the right."""
ROWS = re.compile(r"^(?:positional arguments|options):\n((?: .*\n?)*)\n*", re.MULTILINE)
ROW = re.compile(r"^  (\S.*\n(?: {3,}.*\n?)*)", re.MULTILINE)
EXAMPLES = re.compile(r"^examples:\n(?: .*\n)*\n", re.MULTILINE)
"""Each command has its own."""
OPTIONAL = re.compile(r" \[-[^][]*(?:\[[^]]*\])?[^][]*\]")

INTRODUCTION = """\
# Commands

`grader` is `.venv/bin/grader` in a checkout. `grader COMMAND --help` prints these texts, and
`grader --help` the [exit statuses](#grader). Rows that several commands have are [shown
once](#arguments-of-several-commands); a command lists them after *also*.
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


def rows_of(text: str) -> list[str]:
    """Return the rows of a help's arguments and options: name, tab, meaning."""
    rows = [row for part in ROWS.findall(text) for row in ROW.findall(f"{part}\n")]
    pairs = [re.split(r"\s*\n\s*|\s{2,}", row.strip(), maxsplit=1) for row in rows]
    return ["\t".join(" ".join(part.split()) for part in pair) for pair in pairs]


def terse(text: str, shared: set[str]) -> str:
    """Return a command's help: its usage without optional parts, and rows of its own."""
    usage, _, below = text.partition("\n\n")
    usage = OPTIONAL.sub("", " ".join(usage.removeprefix("usage: ").split()))
    rows = rows_of(text)
    own = [row for row in rows if row not in shared]
    options = [row.partition("\t")[0] for row in rows if row in shared and row.startswith("-")]
    if options:
        own.append(f"also: {', '.join(options)}")
    below = ROWS.sub("", f"{below}\n").strip()
    below = below.partition("\n\n")[2] or below  # the list of all commands has the first line
    return "\n".join([usage, "", *aligned(own), *([""] if own else []), below])


def aligned(rows: list[str]) -> list[str]:
    """Return *rows* as the lines of a table without a frame."""
    lines = []
    for row in rows:
        name, _, meaning = row.partition("\t")
        if len(name) > NAME and meaning:
            lines.append(f"  {name}")
            name = ""
        text = f"  {name:{NAME}} {meaning}"
        lines += textwrap.wrap(text, COLUMNS, subsequent_indent=" " * (NAME + 3))
    return lines


def page() -> str:
    """Return the page."""
    helps = {name: help_of(name) for name in names()}
    count = Counter(row for text in helps.values() for row in rows_of(text))
    shared = {row for row, times in count.items() if times >= SHARED}
    common = "\n".join(aligned(sorted(shared, key=str.lower)))
    texts = [
        f"## grader\n\n```text\n{EXAMPLES.sub('', help_of())}\n```\n",
        f"## Arguments of several commands\n\n```text\n{common}\n```\n",
    ]
    texts += [
        f"## grader {name}\n\n```text\n{terse(text, shared)}\n```\n" for name, text in helps.items()
    ]
    return "\n".join([INTRODUCTION, *texts])
