"""Every document that is made of one result, for tests that hold for all of them."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator, Mapping

from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.formats import FORMATS
from graders.harness.reports.platforms.scored_lines import NotGradable
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Result
from tests.reports.paper import PALETTE

STAFF_NEVER = ("classroom",)
"""Formats that are for students only."""


def report_style(disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE) -> ReportStyle:
    """Return a report style."""
    return ReportStyle("Blocky", PALETTE, disclosure)


def document(
    name: str,
    result: Result,
    audience: Audience = Audience.STUDENT,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    sources: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return one document as it leaves the house, but for base64, which is taken off."""
    shown = report_style(disclosure)
    data = FORMATS[name].write(redact(result, audience, disclosure), shown, sources or {})
    return base64.b64decode(data) if name == "classroom" else data


def documents(
    result: Result,
    audience: Audience,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    leave_out: Collection[str] = (),
) -> Iterator[tuple[str, bytes]]:
    """Yield all documents of *result*; those that refuse one without marks are left out."""
    for name in FORMATS:
        if name in leave_out or (audience is Audience.STAFF and name in STAFF_NEVER):
            continue
        try:
            yield name, document(name, result, audience, disclosure)
        except NotGradable:
            continue
