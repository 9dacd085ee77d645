"""Gradescope: ``results.json`` of an autograder (result_formats 1).

For students, hidden checks are lines without points, and their marks one line for each task. For staff, hidden checks
are lines that Gradescope itself keeps from students; as long as there are any, it shows students no total.
"""

from __future__ import annotations

from typing import Any

import msgspec

from graders.harness.reports.audience import Audience, View
from graders.harness.reports.look import Look
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.platforms.lines import Line, demand_marks, lines, points
from graders.harness.result import Result, Verdict, printable, total

LONGEST = 90_000
"""Characters of a field; Gradescope cuts at 100 000."""


def document(seen: View, look: Look) -> bytes:
    """Return ``results.json``. Raises NotGradable."""
    result = seen.result
    demand_marks(result)
    order = {task.id: place for place, task in enumerate(result.tasks, 1)}
    found = lines(seen, look.palette)
    tests = [_test(line, seen, f"{order[line.task.id]}.{place}") for place, line in enumerate(found, 1)]
    said = [part for part in (_findings(result), _adjustments(result), _manual(result)) if part]
    tests += [{**part, "visibility": "visible"} for part in said]
    if seen.audience is Audience.STAFF:
        told = _summary(result), *(f"flag: {flag}" for flag in result.flags), *(f"note: {n}" for n in result.notes)
        tests.append(_told("For staff", "\n".join(told)) | {"visibility": "hidden"})
    whole: dict[str, Any] = {
        "score": points(total(result)),
        "output": "" if seen.audience is Audience.STAFF else _text(_summary(result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _test(line: Line, seen: View, number: str) -> dict[str, Any]:
    staff_only = seen.audience is Audience.STAFF and line.hidden
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
        test.setdefault("status", "passed" if line.marks == line.max_marks else "failed")
    return test


def _summary(result: Result) -> str:
    told = [
        f"{task.name or task.id}: {marks_in_words(task.marks)} of {marks_in_words(task.max_marks)}"
        for task in result.tasks
    ]
    return "\n".join(told)


def _findings(result: Result) -> dict[str, Any]:
    told = [f"{f.file}:{f.line}: {f.severity}: {f.message} ({f.source})" for f in result.findings]
    return _told("About the code", "\n".join(told)) if told else {}


def _adjustments(result: Result) -> dict[str, Any]:
    told = [f"{marks_in_words(change.amount)}: {change.rule}: {change.reason}" for change in result.adjustments]
    return _told("Adjustments (part of the score)", "\n".join(told)) if told else {}


def _manual(result: Result) -> dict[str, Any]:
    told = [
        f"{part.name}: {'not marked yet' if part.marks is None else marks_in_words(part.marks)}"
        f" (of {marks_in_words(part.max_marks)})"
        for part in result.manual
    ]
    return _told("Marked by a tutor (not part of the score)", "\n".join(told)) if told else {}


def _told(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "output": _text(text)}


def _text(text: str) -> str:
    return printable(text, LONGEST)
