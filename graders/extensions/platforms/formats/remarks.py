"""Texts beside the scored lines: the marks of each task, and remarks on the whole submission."""

from __future__ import annotations

from collections.abc import Iterator

from graders.harness.reports.console import marks_in_words
from graders.harness.reports.verdicts import comment_lines, severity
from graders.harness.result import Result, whole


def summary(result: Result) -> str:
    """Return a line with the marks of each task, and one with the language that marked."""
    lines = []
    for task in result.tasks:
        marks = f"{marks_in_words(task.marks)} of {marks_in_words(task.max_marks)}"
        lines.append(f"{task.shown}: {marks}")
    if result.language:
        lines.append(f"All checks ran with {result.language}.")
    return "\n".join(lines)


def remarks(result: Result) -> list[tuple[str, str]]:
    """Return headings and texts on the whole submission, those without a text left out."""
    sections = (
        ("About the code", _findings(result)),
        ("Adjustments (part of the score)", _adjustments(result)),
        ("Marked by a tutor (not part of the score)", _manual(result)),
        ("Comments", comment_lines(result)),
    )
    texts = [(heading, "\n".join(lines)) for heading, lines in sections]
    return [(heading, text) for heading, text in texts if text]


def _findings(result: Result) -> Iterator[str]:
    for finding in result.findings:
        place = f"{finding.file}:{finding.line}"
        yield f"{place}: {severity(finding)}: {finding.message} ({finding.source})"


def _adjustments(result: Result) -> Iterator[str]:
    for change in result.adjustments:
        amount = f"{marks_in_words(change.amount)}: " if change.amount else ""
        yield f"{amount}{change.rule}: {change.reason}"


def _manual(result: Result) -> Iterator[str]:
    for part in () if whole(result) else result.manual:  # else each has its own line
        marks = "not marked yet" if part.marks is None else marks_in_words(part.marks)
        comment = f": {part.comment}" if part.comment else ""
        yield f"{part.name}: {marks} (of {marks_in_words(part.max_marks)}){comment}"
