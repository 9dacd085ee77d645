"""GitHub Classroom: one runner's result, base64 of JSON (docs/platforms.md).

Students can read the log that contains it, so it is only made for them. The reporter adds up the
scores of all entries as binary fractions, so one entry has the whole score, and the others have
none: 6.000000000000002 of 6 is nobody's mark.
"""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from graders.extensions.platforms.formats.scored_lines import (
    ScoredLine,
    demand_marks,
    demand_students,
    lines,
    points,
    score,
)
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.formats import Format
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.verdicts import comment_lines
from graders.harness.result import Verdict, adjusted, printable

TOTAL = "Marks of all checks"
LONGEST = 2000
"""Characters of a message; all of them share one environment variable."""


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return the value of a runner's output ``result``, on one line. Raises NotGradable, and
    GraderError for staff.
    """
    demand_students(seen, "GitHub")
    result = seen.result
    demand_marks(result)
    tests = [_test(line) for line in lines(seen, report_style.painter)]
    marks, full = score(result)
    sentence = f"{marks_in_words(marks)} of {marks_in_words(full)}."
    if adjusted(result):
        rules = "; ".join(change.rule for change in result.adjustments)
        sentence += f" Adjustments of {marks_in_words(adjusted(result))}: {rules}."
    sentence = "\n".join([sentence, *comment_lines(result)])
    tests.append(_entry(TOTAL, "pass", points(marks), printable(sentence, LONGEST)))
    whole: dict[str, Any] = {
        "version": 1,
        "status": "pass" if all(test["status"] == "pass" for test in tests) else "fail",
        "max_score": points(full),
        "tests": tests,
    }
    return base64.b64encode(msgspec.json.encode(whole)) + b"\n"


def _test(line: ScoredLine) -> dict[str, Any]:
    passed = (
        line.verdict is Verdict.PASSED
        or (line.verdict is None and line.marks == line.max_marks)
        or line.by_hand
    )
    status = "pass" if passed else "error" if line.verdict is Verdict.GRADER_FAULT else "fail"
    text = line.text if len(line.text) <= LONGEST else line.text[:LONGEST] + " ..."
    if line.marks is not None and line.max_marks is not None:
        text = f"{marks_in_words(line.marks)} of {marks_in_words(line.max_marks)}. {text}"
    return _entry(line.name, status, 0, text)


def _entry(name: str, status: str, score: float | int, message: str) -> dict[str, Any]:
    return {
        "name": name,
        "status": status,
        "score": score,
        "message": message,
        "test_code": "",
        "filename": "",
        "line_no": 0,
        "duration": 0,
    }


FORMATS = (
    Format(
        "classroom",
        "a runner's result for GitHub Classroom",
        "classroom.txt",
        lambda seen, report_style, sources: document(seen, report_style),
    ),
)
