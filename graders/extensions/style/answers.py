"""A reply of the lint server: its form and its findings.

A reply has for each file either a report, the messages of python-ta, or a refusal, the reason why
there is no report. A file without either counts as refused, because a skipped file is not clean.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from graders.harness.result import Finding, printable
from graders.harness.style.survey import UNREADABLE, Surveyed, Unread, in_order

PYTHON_TA = "python-ta/"
"""Prefix of the rules of python-ta's messages; a symbol follows, such as "line-too-long"."""

FATAL = "F"
"""First letter of the numbers of messages that report a failure of the linter itself."""
UNPARSED = "E0001"
"""Number of the message that is a file's whole report if python-ta could not parse it."""
OF_A_NEIGHBOUR = "Cannot import"
"""Beginning of that message's text in a file that imports the one that was not parsed."""

NEIGHBOUR_SYMBOLS = frozenset(("import-error", "no-name-in-module"))
"""Symbols of messages that may be due to missing neighbouring files, or packages."""

REFUSALS = {
    "comment": (
        "suppressed",
        "review",
        "a comment here gives python-ta instructions, so this file was not checked; remove it",
    ),
    UNREADABLE: (
        "unreadable",
        "note",
        "python-ta cannot read this line, so it has not checked this file",
    ),
    "failed": (
        "not-checked",
        "review",
        "python-ta stopped with an internal error on this file, and has not checked it",
    ),
    "large": ("not-checked", "review", "too much code for python-ta to check"),
    "hard": (
        "not-checked",
        "review",
        "python-ta ran out of time or memory on this file",
    ),
    "late": (
        "not-checked",
        "review",
        "python-ta has not checked this file: the submission's time was used up",
    ),
    "tripped": (
        "not-checked",
        "review",
        "python-ta has not checked this file: code of the submission was about to run",
    ),
}
"""Kind of refusal -> rule, severity and message of the finding."""

OF_ITS_COURSES = " in CSC108/CSC148"
"""Words of a message that name the courses of python-ta's authors."""

NEAR = 20
"""Messages before one that may be the same one about another place in the line."""

Message = tuple[str, str, int, str]
"""Number, symbol, line and text."""


class LintAnswer(msgspec.Struct):
    """Reports and refusals, by file name. A refusal is a kind and a line."""

    reports: dict[str, list[Message]]
    refused: dict[str, tuple[str, int]]

    def has_given_up(self, file: str) -> bool:
        """Return whether python-ta failed on *file*, possibly because of a neighbouring file."""
        if file in self.reports:
            return any(_refusal_in(message) for message in self.reports[file])
        kind, _ = self.refused[file]
        return kind not in ("comment", UNREADABLE)

    def replace(self, file: str, other: LintAnswer) -> None:
        """Replace the result for *file* by that of *other*, in which it was checked alone."""
        self.reports.pop(file, None)
        self.refused.pop(file, None)
        if file in other.reports:
            messages = other.reports[file]
            self.reports[file] = [
                message for message in messages if message[1] not in NEIGHBOUR_SYMBOLS
            ]
        else:
            self.refused[file] = other.refused[file]

    def surveyed(self, source: str, hidden: Collection[str] = ()) -> Surveyed:
        """Return the findings, and the files that were not looked at.

        source: of the rules; hidden: the symbols of messages that are no findings.
        """
        findings: list[Finding] = []
        unread = []
        refused = dict(self.refused)
        for file, messages in self.reports.items():
            visible = [message for message in messages if message[1] not in hidden]
            for number, symbol, line, text in visible:
                if kind := _refusal_in((number, symbol, line, text)):
                    refused.setdefault(file, (kind, line))
                if kind or number == UNPARSED:
                    continue
                rule = PYTHON_TA + printable(symbol, 60)
                text = text.replace(OF_ITS_COURSES, "")
                message = printable(" ".join(text.split()), 300)
                finding = Finding(rule, "note", file, line, message, f"{source} ({number})")
                if finding not in findings[-NEAR:]:  # the same, further on in the line
                    findings.append(finding)
        for file, (kind, line) in refused.items():
            kind = kind if kind in REFUSALS else "failed"
            rule, severity, message = REFUSALS[kind]
            findings.append(Finding(PYTHON_TA + rule, severity, file, line, message, source))
            known = line if line > 1 or kind in ("comment", UNREADABLE) else 0
            unread.append(Unread("python-ta", kind, file, known))
        return Surveyed(in_order(findings), unread=tuple(unread))


def _refusal_in(message: Message) -> str:
    """Return the kind of refusal that *message* of a report tells, or ""."""
    number, _, _, text = message
    if number == UNPARSED and not text.startswith(OF_A_NEIGHBOUR):
        return UNREADABLE
    return "failed" if number.startswith(FATAL) else ""


def refusal(files: Iterable[str], kind: str) -> LintAnswer:
    """Return an answer that refuses all *files*."""
    return LintAnswer({}, dict.fromkeys(files, (kind, 1)))


def parse_answer(reply: Any, files: list[str]) -> LintAnswer:
    """Parse a reply of the lint server about exactly *files*.

    A malformed reply refuses all of them as failed.
    """
    try:
        answer = msgspec.convert(reply, type=LintAnswer)
    except msgspec.ValidationError:
        return refusal(files, "failed")
    reports = {file: answer.reports[file] for file in files if file in answer.reports}
    missing = [file for file in files if file not in reports]
    return LintAnswer(reports, {file: answer.refused.get(file, ("failed", 1)) for file in missing})
