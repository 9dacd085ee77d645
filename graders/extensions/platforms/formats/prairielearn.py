"""PrairieLearn: ``results.json`` of an external grader.

`score` is from 0 to 1, beside a `message`, and `tests` with `name`, `points`, `max_points` and
`output`. If one test lacks points, PrairieLearn shows none; a test of 0 of 0 points is shown as
neither right nor wrong. The file may have 1 MB: long texts are cut. By its page *External grading*
and its element `pl-external-grader-results`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from graders.extensions.platforms.formats.remarks import remarks, summary
from graders.extensions.platforms.formats.scored_lines import (
    ScoredLine,
    demand_marks,
    demand_students,
    lines,
    points,
    share,
)
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.formats import Format
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import printable

LARGEST = 1_000_000
"""Bytes of a document that PrairieLearn takes."""
LENGTHS = (20_000, 2_000, 200)
"""Characters of a text: the largest number with which the document is small enough."""


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return ``results.json``. Raises NotGradable, Unwritable above full marks, and GraderError for
    staff.
    """
    demand_students(seen, "PrairieLearn")
    demand_marks(seen.result)
    scored = lines(seen, report_style.painter)
    for longest in LENGTHS:
        data = msgspec.json.format(msgspec.json.encode(_document(seen, scored, longest)), indent=2)
        if len(data) < LARGEST:
            break
    return data + b"\n"


def _document(seen: RedactedResult, scored: list[ScoredLine], longest: int) -> dict[str, Any]:
    texts = [summary(seen.result)]
    texts += [f"{heading}:\n{text}" for heading, text in remarks(seen.result)]
    return {
        "gradable": True,
        "score": share(seen.result),
        "message": printable("\n\n".join(texts), longest),
        "tests": [_test(line, longest) for line in scored],
    }


def _test(line: ScoredLine, longest: int) -> dict[str, Any]:
    """Return a test. One of 0 of 0 points is shown as neither right nor wrong."""
    return {
        "name": line.name,
        "points": points(line.marks),
        "max_points": points(line.max_marks),
        "output": printable(line.text, longest),
    }


FORMATS = (
    Format(
        "prairielearn",
        "results.json of PrairieLearn's external grader",
        "results.json",
        lambda seen, report_style, sources: document(seen, report_style),
    ),
)
