"""The check's own words about a failure, without anything that the program wrote.

A program can copy a hidden input into its exception's text, type, file or exit status. So a
message that is shown without the input has none of these, and quotes nothing but what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graders.harness.assignment.check import EXCEPTIONS
from graders.harness.result import CAUSES, Cause, CauseKind, Exhibit, Text, Transcripts

UNNAMED = "an exception"
_QUOTED = re.compile(r"""(?<!\w)(['"])(?P<text>(?:(?!\1)[^\\]|\\.){2,}?)\1(?!\w)|\d{5,}""")
"""Quotes of an answer in a message, and numbers that have room for a hidden input."""


def expected_in(exhibits: Iterable[Exhibit]) -> str:
    """Return the text of what a check expected."""
    lines: list[str] = []
    for exhibit in exhibits:
        if isinstance(exhibit, Transcripts):
            lines += exhibit.expected
        elif isinstance(exhibit, Text) and exhibit.label.lower().startswith("expected"):
            lines.append(exhibit.text)
    return "\n".join(lines)


def own_words(cause: Cause | None, expected: str = "") -> Cause | None:
    """Return *cause* with the words of the check and the judge alone; None if none are left.

    expected: what a message may quote.
    """
    if cause is None:
        return None
    if cause.kind is CauseKind.EXCEPTION:
        name = cause.name if cause.name in EXCEPTIONS else UNNAMED
        return Cause(CauseKind.EXCEPTION, name=name, context=_unquoted(cause.context, expected))
    row = CAUSES.get(cause.kind)
    if row is None or not row.by_judge:
        return None
    return Cause(
        cause.kind,
        detail=_unquoted(cause.detail, expected) if row.is_worded else "",
        limit=cause.limit,
        context=_unquoted(cause.context, expected),
        depends_on_earlier_calls=cause.depends_on_earlier_calls,
    )


def _unquoted(words: str, expected: str) -> str:
    """Return *words* without quotes of what was not expected."""

    def kept(found: re.Match[str]) -> str:
        text = found["text"] or found[0]
        mark = found[1] or ""
        return found[0] if text in expected else f"{mark}...{mark}"

    return _QUOTED.sub(kept, words)
