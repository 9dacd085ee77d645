"""Gradescope: ``results.json`` of an autograder (docs/platforms.md).

For students, hidden checks are lines without points; their marks are one line for each task. For
staff, hidden checks are lines that Gradescope keeps from students; while there are any, it shows
students no total.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from graders.extensions.platforms.formats.scored_lines import (
    ScoredLine,
    demand_marks,
    lines,
    points,
    score,
)
from graders.harness.reports.audience import Audience, RedactedResult, students_texts
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.formats import Format
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import flag_text, note_text
from graders.harness.reports.verdicts import comment_lines, severity
from graders.harness.result import Result, Verdict, printable, whole

LONGEST = 90_000
"""Characters of a field; Gradescope cuts at 100 000."""


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return ``results.json``. Raises NotGradable."""
    result = seen.result
    demand_marks(result)
    scored = lines(seen, report_style.painter)
    tests = [
        _test(line, seen, number)
        for line, number in zip(scored, _numbers(scored, seen), strict=True)
    ]
    students = students_texts(result)
    sections = (
        _findings(students),
        _adjustments(students),
        _manual(students),
        _section("Comments", comment_lines(students)),
    )
    for section in sections:
        if section["output"]:
            tests.append({**section, "visibility": "visible"})
    if seen.audience is Audience.STAFF:
        remarks = [_summary(result)]
        remarks += [f"flag: {flag_text(flag)}" for flag in result.flags]
        remarks += [f"note: {note_text(note)}" for note in result.notes]
        tests.append({**_section("For staff", remarks), "visibility": "hidden"})
    whole: dict[str, Any] = {
        "score": points(score(result)[0]),
        "output": "" if seen.audience is Audience.STAFF else _text(_summary(result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _numbers(scored: Sequence[ScoredLine], seen: RedactedResult) -> list[str]:
    """Return a number, task and position, for each line. Staff-only lines are numbered last, so
    that students see no gap.
    """
    ordered = sorted(scored, key=lambda line: _for_staff(line, seen))
    tasks = list(dict.fromkeys(line.task.id for line in ordered))
    numbers = {
        line.name: f"{tasks.index(line.task.id) + 1}.{position}"
        for position, line in enumerate(ordered, 1)
    }
    return [numbers[line.name] for line in scored]


def _for_staff(line: ScoredLine, seen: RedactedResult) -> bool:
    return seen.audience is Audience.STAFF and line.hidden


def _test(line: ScoredLine, seen: RedactedResult, number: str) -> dict[str, Any]:
    staff_only = _for_staff(line, seen)
    test: dict[str, Any] = {
        "name": line.name,
        "number": number,
        "output": _text(line.text),
        "visibility": "hidden" if staff_only else "visible",
    }
    if line.verdict is not None:
        test["status"] = "passed" if line.verdict is Verdict.PASSED else "failed"
    if line.marks is not None:
        test |= {"score": points(line.marks), "max_score": points(line.max_marks)}
        if not line.by_hand:
            test.setdefault("status", "passed" if line.marks == line.max_marks else "failed")
    return test


def _summary(result: Result) -> str:
    lines = []
    for task in result.tasks:
        marks = f"{marks_in_words(task.marks)} of {marks_in_words(task.max_marks)}"
        lines.append(f"{task.shown}: {marks}")
    if result.language:
        lines.append(f"All checks ran with {result.language}.")
    return "\n".join(lines)


def _findings(result: Result) -> dict[str, Any]:
    lines = [f"{f.file}:{f.line}: {severity(f)}: {f.message} ({f.source})" for f in result.findings]
    return _section("About the code", lines)


def _adjustments(result: Result) -> dict[str, Any]:
    lines = [
        f"{marks_in_words(change.amount)}: {change.rule}: {change.reason}"
        if change.amount
        else f"{change.rule}: {change.reason}"
        for change in result.adjustments
    ]
    return _section("Adjustments (part of the score)", lines)


def _manual(result: Result) -> dict[str, Any]:
    lines = []
    for part in () if whole(result) else result.manual:  # else each has its own line
        marks = "not marked yet" if part.marks is None else marks_in_words(part.marks)
        comment = f": {part.comment}" if part.comment else ""
        lines.append(f"{part.name}: {marks} (of {marks_in_words(part.max_marks)}){comment}")
    return _section("Marked by a tutor (not part of the score)", lines)


def _section(name: str, lines: Iterable[str]) -> dict[str, Any]:
    return {"name": name, "output": _text("\n".join(lines))}


def _text(text: str) -> str:
    return printable(text, LONGEST)


FORMATS = (
    Format(
        "gradescope",
        "results.json of a Gradescope autograder",
        "results.json",
        lambda seen, report_style, sources: document(seen, report_style),
    ),
)
