"""The formats of a report on one result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graders.harness.reports import result_folder
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.html.page import page
from graders.harness.reports.platforms import (
    github,
    gradescope,
    junit,
    markdown,
    markus,
)
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import to_json

Sources = Mapping[str, bytes]
Writer = Callable[[RedactedResult, ReportStyle, Sources], bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of a report."""

    file: str
    """The usual file name."""
    write: Writer


FORMATS: Mapping[str, Format] = {
    "html": Format(
        "report.html",
        lambda seen, report_style, files: page(
            seen,
            report_style.title,
            report_style.painter,
            files,
            people=report_style.people,
        ),
    ),
    "text": Format(
        "report.txt",
        lambda seen, report_style, files: result_folder.text(seen, report_style),
    ),
    "json": Format("result.json", lambda seen, report_style, files: to_json(seen.result)),
    "markdown": Format(
        "report.md",
        lambda seen, report_style, files: markdown.document(seen, report_style),
    ),
    "junit": Format(
        "junit.xml",
        lambda seen, report_style, files: junit.document(seen, report_style),
    ),
    "gradescope": Format(
        "results.json",
        lambda seen, report_style, files: gradescope.document(seen, report_style),
    ),
    "markus": Format("markus.jsonl", markus.records),
    "markus-upload": Format("markus.json", markus.upload),
    "classroom": Format(
        "classroom.txt",
        lambda seen, report_style, files: github.document(seen, report_style),
    ),
}
"""By the name given to ``--format``; ``grader report --help`` explains them."""
