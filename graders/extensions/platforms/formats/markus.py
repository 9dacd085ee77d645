"""MarkUs: a tester's records, and the document for upload.

A tester prints one JSON object a line. A test's `status` is `pass`, `partial`, `fail`, `error` or
`error_all`. Other lines hold one key: `annotations`, `tags`, `overall_comment`, `extra_marks`.

Marks in the upload (the route `add_test_run`) are whole numbers. They are counted in one unit for
all, a part of a mark, so that a group's share of earned to total marks is kept. MarkUs' contract
(`test_results_contract`) also requires the id of each test group, and whole extra marks. Names are
unique within a group, `display_output` is a word, and a NUL is the only character that MarkUs
itself replaces. Who sees the output is set in MarkUs' test group, whatever the document says.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

import msgspec

from graders.extensions.platforms.formats.plain import LONGEST
from graders.extensions.platforms.formats.scored_lines import (
    ScoredLine,
    demand_marks,
    lines,
    points,
)
from graders.harness.errors import GraderError
from graders.harness.reports.audience import Audience, RedactedResult
from graders.harness.reports.formats import Format, Option, Options, Unwritable, Writer
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import flag_text
from graders.harness.reports.verdicts import severity
from graders.harness.result import (
    Result,
    Status,
    TaskResult,
    Verdict,
    printable,
)

SHOWN_TO = {Audience.STAFF: "instructors", Audience.STUDENT: "instructors_and_students"}
"""MarkUs' words for those who see a test's output. It requires one, and goes by its test group."""
FAILS = (Verdict.FAILED, Verdict.MISSING, Verdict.NOT_RUN)
"""Verdicts of a failed test; any other but passed is an error."""


def records(seen: RedactedResult, report_style: ReportStyle, sources: Mapping[str, bytes]) -> bytes:
    """Return one JSON object a line: tests, annotations, extra marks, overall comment. Raises
    NotGradable.
    """
    result = seen.result
    demand_marks(result)
    documents: list[Any] = [
        _test(line, points(line.marks), points(line.max_marks))
        for line in lines(seen, report_style.painter)
    ]
    annotations = _annotations(result, sources)
    if annotations:
        documents.append({"annotations": annotations})
    if result.adjustments:
        documents.append({"extra_marks": _extra_marks(result)})
    overall = _overall(seen)
    if overall:
        documents.append({"overall_comment": overall})
    return b"".join(msgspec.json.encode(record) + b"\n" for record in documents)


def upload(
    seen: RedactedResult,
    report_style: ReportStyle,
    sources: Mapping[str, bytes],
    test_groups: Mapping[str, int] = {},
) -> bytes:
    """Return the document for the route ``add_test_run``: a group for each task, or a failure
    if the result is not gradable.

    test_groups: task's id -> MarkUs' id of its test group. Raises GraderError if a task has none,
    and Unwritable if an adjustment is no whole number.
    """
    result = seen.result
    if result.status is not Status.GRADED:
        whole: dict[str, Any] = {
            "status": "failed",
            "error": "The grader failed; run it again.",
            "test_groups": [],
        }
        return _document(whole)
    _refuse_fractions(result)
    scored = lines(seen, report_style.painter)
    unit = math.lcm(
        *(marks.denominator for line in scored for marks in (line.marks, line.max_marks) if marks)
    )
    groups = []
    for task, of_task in groupby(scored, lambda line: line.task):
        tests = [
            _test(line, _whole(line.marks, unit), _whole(line.max_marks, unit)) for line in of_task
        ]
        name = printable(task.shown, 200)
        group: dict[str, Any] = {
            "time": 0,
            "timeout": None,
            "tests": tests,
            "stderr": "",
            "malformed": "",
            "extra_info": {
                "name": name,
                "criterion": name,
                "test_group_id": _test_group(task, test_groups),
                "display_output": SHOWN_TO[seen.audience],
            },
            "annotations": [],
            "feedback": [],
            "tags": [],
            "overall_comment": "",
            "extra_marks": [],
        }
        groups.append(group)
    if groups:
        groups[0]["annotations"] = _annotations(result, sources)
        groups[0]["extra_marks"] = [
            {**extra, "mark": int(extra["mark"])} for extra in _extra_marks(result)
        ]
        groups[0]["overall_comment"] = _overall(seen)
    return _document({"status": "success", "error": None, "test_groups": groups})


def _document(whole: Any) -> bytes:
    wrapped = {"test_results": whole}
    return msgspec.json.format(msgspec.json.encode(wrapped), indent=2) + b"\n"


def _test_group(task: TaskResult, test_groups: Mapping[str, int]) -> int:
    """Return MarkUs' id of a task's test group. Raises GraderError without one."""
    if task.id not in test_groups:
        raise GraderError(
            f"MarkUs needs the id of the test group for {printable(task.id, 80)}: give "
            f"--test-group {printable(task.id, 80)}=ID. Its page Automated Testing downloads the "
            "test settings, in which each group has its test_group_id"
        )
    return test_groups[task.id]


def _refuse_fractions(result: Result) -> None:
    """Raise Unwritable if an adjustment is no whole number, which the contract requires."""
    for change in result.adjustments:
        if change.amount.denominator != 1:
            raise Unwritable(
                f"{printable(result.submission, 80)}: MarkUs' upload takes whole extra marks only, "
                f"and {printable(change.rule, 80)} is {points(change.amount)}; enter this one with "
                "--format markus-csv, whose bonus column takes fractions"
            )


def _test(line: ScoredLine, earned: float | int, out_of: float | int) -> dict[str, Any]:
    # A check that did not run is a failed test: MarkUs ignores skipped ones and their marks.
    passed = line.verdict is Verdict.PASSED or (
        line.verdict is None and line.marks == line.max_marks
    )
    status = (
        "pass" if passed else "fail" if line.verdict in FAILS or line.verdict is None else "error"
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


def _overall(seen: RedactedResult) -> str:
    """Return the comment on the whole submission: tutors' words and, for staff, the flags."""
    texts = [comment.text for comment in seen.result.comments if not comment.file]
    if seen.audience is Audience.STAFF:
        texts += map(flag_text, seen.result.flags)
    return printable("\n".join(texts), LONGEST)


def _annotations(result: Result, sources: Mapping[str, bytes]) -> list[dict[str, Any]]:
    remarks = [
        (
            finding.file,
            finding.line,
            finding.line,
            f"{severity(finding)}: {finding.message} ({finding.source})",
        )
        for finding in result.findings
    ]
    remarks += [
        (comment.file, comment.line, comment.end, comment.text) for comment in result.comments
    ]
    return [
        _annotation(file, first, last, text, sources)
        for file, first, last, text in remarks
        if first >= 1
    ]


def _annotation(
    file: str, first: int, last: int, text: str, sources: Mapping[str, bytes]
) -> dict[str, Any]:
    rows = sources.get(file, b"").splitlines()
    width = len(rows[last - 1].decode("utf-8", "replace")) if 1 <= last <= len(rows) else 1
    return {
        "filename": printable(file, 200),
        "content": printable(text, LONGEST),
        "line_start": first,
        "line_end": last,
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


def _writer(options: Options) -> Writer:
    """Return `upload` with the test groups of ``--test-group``. Raises GraderError."""
    groups = {}
    for option in options.get("test_group") or ():
        task, _, id = option.partition("=")
        if not (task and id.isascii() and id.isdecimal()):
            raise GraderError(f"--test-group needs TASK=ID, such as block=12, not {option!r}")
        groups[task] = int(id)
    return partial(upload, test_groups=groups)


FORMATS = (
    Format("markus", "records of a MarkUs tester", "markus.jsonl", records),
    Format(
        "markus-upload",
        "the document for MarkUs' API",
        "markus.json",
        upload,
        (Option("--test-group", "TASK=ID", "MarkUs' id of the task's test group", repeated=True),),
        _writer,
    ),
)
