"""Lines of output that GitHub shows beside a student's code, in a job of its Actions."""

from __future__ import annotations

from collections.abc import Iterator

from graders.harness.handout.checkup import Checkup, only_what_ran, sections_of
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.sentences import message_of

MOST = 10
"""Annotations that GitHub shows of one step."""


def commands_for_github(seen: RedactedResult, checkup: Checkup) -> list[str]:
    """Return commands for what has a line in the student's files: findings that cost marks, and
    checks that stopped there.
    """
    return list(dict.fromkeys(_commands(seen, checkup)))[:MOST]


def _commands(seen: RedactedResult, checkup: Checkup) -> Iterator[str]:
    seen = only_what_ran(seen, checkup)
    for finding in seen.result.findings:
        if finding.rule in checkup.costly:
            yield _command(finding.file, finding.line, finding.rule, finding.message)
    for block in sections_of(seen, checkup).blocks:
        cause = block[0].reason
        if cause.file and cause.line:
            yield _command(cause.file, cause.line, block[0].id, message_of(block[0]))


def _command(file: str, line: int, title: str, message: str) -> str:
    given = {"file": file, "line": str(line), "title": title}
    parts = [f"{name}={_escaped(part, ':,')}" for name, part in given.items()]
    return f"::error {','.join(parts)}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    """Return *text* in one line, as GitHub asks for it."""
    for character in f"%\r\n{more}":
        text = text.replace(character, f"%{ord(character):02X}")
    return text
