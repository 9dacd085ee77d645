"""Submitty: ``validation_results.json`` of a custom validator.

`{"status": "success", "data": {"score": ..., "message": [...]}}`, the score from 0 to 1. Each
message has a `message` and a `status`: `information`, `failure`, `warning` or `success`. Submitty
makes its own ``results.json`` of this file and of the points in the course's ``config.json``. By
its page *Validation*, and `dispatch.cpp` of Submitty/Submitty.
"""

from __future__ import annotations

import msgspec

from graders.extensions.platforms.formats.remarks import remarks, summary
from graders.extensions.platforms.formats.scored_lines import (
    ScoredLine,
    demand_marks,
    demand_students,
    lines,
    share,
)
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.formats import Format
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Verdict, printable

LONGEST = 20_000
"""Characters of a message."""


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return ``validation_results.json``. Raises NotGradable, Unwritable above full marks, and
    GraderError for staff.
    """
    demand_students(seen, "Submitty")
    demand_marks(seen.result)
    messages = [_message(summary(seen.result), "information")]
    messages += [_of_line(line) for line in lines(seen, report_style.painter)]
    messages += [
        _message(f"{heading}:\n{text}", "information") for heading, text in remarks(seen.result)
    ]
    data = {"score": share(seen.result), "message": messages}
    whole = {"status": "success", "data": data}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _of_line(line: ScoredLine) -> dict[str, str]:
    if line.verdict is not None:
        status = "success" if line.verdict is Verdict.PASSED else "failure"
    else:
        status = "information"
    marks = ""
    if line.marks is not None and line.max_marks is not None:
        marks = f" ({marks_in_words(line.marks)} of {marks_in_words(line.max_marks)})"
    return _message(f"{line.name}{marks}\n{line.text}", status)


def _message(text: str, status: str) -> dict[str, str]:
    return {"message": printable(text, LONGEST), "status": status}


FORMATS = (
    Format(
        "submitty",
        "validation_results.json of a custom validator of Submitty",
        "validation_results.json",
        lambda seen, report_style, sources: document(seen, report_style),
    ),
)
