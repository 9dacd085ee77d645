"""Reports name the Python that marked, which a mark may depend on."""

from __future__ import annotations

import html
from collections.abc import Callable

import msgspec
import pytest

from graders.extensions.platforms.formats import gradescope
from graders.harness.reports import markdown
from graders.harness.reports.audience import Audience, RedactedResult, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Flag, FlagCode
from tests.reports.paper import rendered
from tests.world import TOY

STYLE = ReportStyle.of(TOY.assignment)
FORMATS: dict[str, Callable[[RedactedResult], str]] = {
    "terminal": lambda seen: rendered(seen.result, audience=seen.audience),
    "html": lambda seen: page(seen, STYLE.title, STYLE.painter).decode(),
    "markdown": lambda seen: html.unescape(markdown.document(seen, STYLE).decode()),
    "gradescope": lambda seen: gradescope.document(seen, STYLE).decode(),
}


@pytest.fixture
def marked(recordings: object) -> Callable[[str, Audience], RedactedResult]:
    """A function that returns a result that ran with a language."""
    result = TOY.grade().result

    def seen(language: str, audience: Audience) -> RedactedResult:
        return redact(msgspec.structs.replace(result, language=language), audience)

    return seen


@pytest.mark.slow
@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("format", FORMATS)
def test_report_names_the_python_that_marked(
    marked: Callable[[str, Audience], RedactedResult], format: str, audience: Audience
) -> None:
    """Students see it, too; a result of an earlier release names none."""
    assert "with Python 3.13" in FORMATS[format](marked("Python 3.13", audience))
    assert "ith Python" not in FORMATS[format](marked("", audience))


def test_flag_names_both_pythons() -> None:
    """Staff see why the newest one was used."""
    cause = {
        "kind": "file_broken",
        "file": "goal.py",
        "line": 10,
        "detail": "SyntaxError: invalid syntax",
    }
    values = {"usual": "Python 3.11", "newest": "Python 3.13", "cause": cause}
    text = rendered(
        msgspec.structs.replace(TOY.grade().result, flags=(Flag(FlagCode.NEWER_PYTHON, values),)),
        width=200,
    )
    assert (
        "graded with Python 3.13, because Python 3.11 lacks what it needs: goal.py does not load: SyntaxError"
        in text
    )
