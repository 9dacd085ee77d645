"""Every document that is made from one result, for tests of all formats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from graders.extensions.platforms.formats import markus
from graders.harness.reports.audience import (
    Audience,
    HiddenCheckPolicy,
    RedactedResult,
    redact,
)
from graders.harness.reports.formats import NotGradable, Unwritable, formats
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Result
from tests.reports.paper import PAINTER

STAFF_NEVER = ("prairielearn", "submitty")
"""Formats for students only."""


def report_style(disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE) -> ReportStyle:
    """Return a report style."""
    return ReportStyle("Blocky", PAINTER, disclosure)


def writer_of(
    name: str, result: Result
) -> Callable[[RedactedResult, ReportStyle, Mapping[str, bytes]], bytes]:
    """Return the function that writes *result* in the format *name*, with ids of test groups if it needs them."""
    if name != "markus-upload":
        return formats()[name].write
    parts = [f"tutor-{number}" for number, _ in enumerate(result.manual, 1)]
    tasks = [*(task.id for task in result.tasks), *parts]
    return partial(
        markus.upload, test_groups={task: number for number, task in enumerate(tasks, 1)}
    )


def document(
    name: str,
    result: Result,
    audience: Audience = Audience.STUDENT,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    sources: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return one document."""
    shown = report_style(disclosure)
    return writer_of(name, result)(redact(result, audience, disclosure), shown, sources or {})


def documents(
    result: Result,
    audience: Audience,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    leave_out: Collection[str] = (),
) -> Iterator[tuple[str, bytes]]:
    """Yield all documents of *result*, except those that refuse one without marks."""
    for name in formats():
        if name in leave_out or (audience is Audience.STAFF and name in STAFF_NEVER):
            continue
        try:
            yield name, document(name, result, audience, disclosure)
        except (NotGradable, Unwritable):
            continue
