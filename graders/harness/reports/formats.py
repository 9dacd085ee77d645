"""The formats of a report on one result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graders.harness.reports import folder
from graders.harness.reports.audience import View
from graders.harness.reports.html.page import page
from graders.harness.reports.look import Look
from graders.harness.reports.platforms import (
    github,
    gradescope,
    junit,
    markdown,
    markus,
)
from graders.harness.result import to_json

Sources = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of a report."""

    file: str
    """The usual file name."""
    write: Callable[[View, Look, Sources], bytes]


FORMATS: Mapping[str, Format] = {
    "html": Format(
        "report.html",
        lambda seen, look, files: page(seen, look.title, look.palette, files),
    ),
    "text": Format("report.txt", lambda seen, look, files: folder.text(seen, look)),
    "json": Format("result.json", lambda seen, look, files: to_json(seen.result)),
    "markdown": Format(
        "report.md", lambda seen, look, files: markdown.document(seen, look)
    ),
    "junit": Format("junit.xml", lambda seen, look, files: junit.document(seen, look)),
    "gradescope": Format(
        "results.json", lambda seen, look, files: gradescope.document(seen, look)
    ),
    "markus": Format("markus.jsonl", markus.records),
    "markus-upload": Format("markus.json", markus.upload),
    "classroom": Format(
        "classroom.txt", lambda seen, look, files: github.document(seen, look)
    ),
}
"""By the name given to ``--format``; ``grader report --help`` explains them."""
