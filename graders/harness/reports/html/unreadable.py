"""The student's page of a submission that could not be read."""

from __future__ import annotations

from graders.harness.reports.html.template import fill


def page(title: str, who: str, reason: str) -> bytes:
    """Return the page, UTF-8.

    title: the assignment's title; who: the authors or the submission; reason: why it could not be
    read, raw.
    """
    return fill("unreadable.html.jinja", title=title, who=who, reason=reason)
