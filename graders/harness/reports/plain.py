"""A check as plain text: its verdict, message and exhibits, with boards in letters and lines."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

from rich.console import Console, Group

from graders.harness.reports import exhibits
from graders.harness.reports.console import TerminalCapabilities
from graders.harness.reports.painting import Painter
from graders.harness.reports.sentences import cause_text
from graders.harness.reports.verdicts import UNNAMED, parts_in_words, words
from graders.harness.result import CheckResult, Verdict, Visibility, printable

WIDTH = 96
"""Width of pictures and transcripts in plain text."""
LONGEST = 20_000
"""Characters of a check's text."""


def explained(check: CheckResult, painter: Painter | None, checks: Iterable[CheckResult]) -> str:
    """Return verdict, message and exhibits of *check*, one of *checks*, as plain text, with boards
    in letters and lines.
    """
    text = io.StringIO()
    console = Console(
        file=text,
        width=WIDTH,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
    )
    terminal = replace(TerminalCapabilities.of(console), encoding="utf-8")
    released = check.visibility is Visibility.RELEASED
    body = [terminal.text(words(check) + (f" ({UNNAMED})" if released else ""))]
    if check.verdict is not Verdict.PASSED and (parts := parts_in_words(check, checks)):
        body.append(terminal.text(parts))
    if check.cause is not None:
        body.append(terminal.text(cause_text(check.cause)))
    console.print(
        Group(*body, *exhibits.show(check.exhibits, terminal, painter, WIDTH)),
        highlight=False,
    )
    shown = "\n".join(line.rstrip() for line in text.getvalue().rstrip().split("\n"))
    return printable(shown, LONGEST)  # again, since its lines have changed
