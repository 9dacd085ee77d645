"""MarkUs: a tester's records, and the document for upload (result_formats 2).

Marks in the upload are whole numbers. They are counted in one unit for all, a part of a mark, so
that a group's share of earned to total marks is kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec

from graders.harness.reports.audience import Audience, RedactedResult
from graders.harness.reports.platforms.scored_lines import (
    ScoredLine,
    demand_marks,
    lines,
    points,
)
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import flag_text
from graders.harness.reports.verdicts import severity
from graders.harness.result import Finding, Result, Status, Verdict, printable

FAILS = (Verdict.FAILED, Verdict.MISSING, Verdict.NOT_RUN)
"""Verdicts of a failed test; any other but passed is an error."""


def records(
    seen: RedactedResult, report_style: ReportStyle, sources: Mapping[str, bytes]
) -> bytes:
    """Return one JSON object a line: tests, annotations, extra marks, overall comment. Raises
    NotGradable.
    """
    result = seen.result
    demand_marks(result)
    documents: list[Any] = [
        _test(line, points(line.marks), points(line.max_marks))
        for line in lines(seen, report_style.palette)
    ]
    if result.findings:
        documents.append({"annotations": _annotations(result, sources)})
    if result.adjustments:
        documents.append({"extra_marks": _extra_marks(result)})
    if seen.audience is Audience.STAFF and result.flags:
        documents.append(
            {"overall_comment": printable("\n".join(map(flag_text, result.flags)))}
        )
    return b"".join(msgspec.json.encode(record) + b"\n" for record in documents)


def upload(
    seen: RedactedResult, report_style: ReportStyle, sources: Mapping[str, bytes]
) -> bytes:
    """Return the document for the route ``add_test_results``: a group for each task, or an error if
    the result is not gradable.
    """
    result = seen.result
    if result.status is not Status.GRADED:
        whole: dict[str, Any] = {
            "status": "error",
            "error": "The grader failed; run it again.",
            "test_groups": [],
        }
        return _document(whole)
    scored = lines(seen, report_style.palette)
    unit = math.lcm(
        *(
            marks.denominator
            for line in scored
            for marks in (line.marks, line.max_marks)
            if marks
        )
    )
    groups = []
    for task, of_task in groupby(scored, lambda line: line.task):
        tests = [
            _test(line, _whole(line.marks, unit), _whole(line.max_marks, unit))
            for line in of_task
        ]
        name = printable(task.name or task.id, 200)
        group: dict[str, Any] = {
            "time": 0,
            "timeout": None,
            "tests": tests,
            "stderr": "",
            "malformed": "",
            "extra_info": {"name": name, "criterion": name},
            "annotations": [],
            "feedback": [],
            "tags": [],
            "overall_comment": "",
            "extra_marks": [],
        }
        groups.append(group)
    if groups:
        groups[0]["annotations"] = _annotations(result, sources)
        groups[0]["extra_marks"] = _extra_marks(result)
        if seen.audience is Audience.STAFF:
            groups[0]["overall_comment"] = printable(
                "\n".join(map(flag_text, result.flags))
            )
    return _document({"status": "success", "error": None, "test_groups": groups})


def _document(whole: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _test(line: ScoredLine, earned: float | int, out_of: float | int) -> dict[str, Any]:
    # A check that did not run is a failed test: MarkUs ignores skipped ones and their marks.
    passed = line.verdict is Verdict.PASSED or (
        line.verdict is None and line.marks == line.max_marks
    )
    status = (
        "pass"
        if passed
        else "fail"
        if line.verdict in FAILS or line.verdict is None
        else "error"
    )
    if line.marks is not None and 0 < line.marks < (line.max_marks or 0):
        status = "partial"
    return {
        "name": line.name,
        "output": line.text,
        "marks_earned": earned,
        "marks_total": out_of,
        "status": status,
        "time": 0,
    }


def _whole(marks: Fraction | None, unit: int) -> int:
    return int((marks or Fraction(0)) * unit)


def _annotations(result: Result, sources: Mapping[str, bytes]) -> list[dict[str, Any]]:
    return [
        _annotation(finding, sources)
        for finding in result.findings
        if finding.line >= 1
    ]


def _annotation(finding: Finding, sources: Mapping[str, bytes]) -> dict[str, Any]:
    rows = sources.get(finding.file, b"").splitlines()
    width = (
        len(rows[finding.line - 1].decode("utf-8", "replace"))
        if finding.line <= len(rows)
        else 1
    )
    return {
        "filename": printable(finding.file, 200),
        "content": printable(
            f"{severity(finding)}: {finding.message} ({finding.source})"
        ),
        "line_start": finding.line,
        "line_end": finding.line,
        "column_start": 1,
        "column_end": max(width, 1),
    }


def _extra_marks(result: Result) -> list[dict[str, Any]]:
    return [
        {
            "unit": "points",
            "mark": points(change.amount),
            "description": printable(f"{change.rule}: {change.reason}", 500),
        }
        for change in result.adjustments
    ]
