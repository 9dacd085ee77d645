"""The check's own words about a failure, without anything that the program wrote.

A program can copy a hidden input into its exception's text, type, file or exit status. So a
message that is shown without the input has none of these.
"""

from __future__ import annotations

from graders.harness.assignment.check import EXCEPTIONS
from graders.harness.result import CAUSES, Cause, CauseKind

UNNAMED = "an exception"


def own_words(cause: Cause | None) -> Cause | None:
    """Return *cause* with the words of the check and the judge alone; None if none are left."""
    if cause is None:
        return None
    if cause.kind is CauseKind.EXCEPTION:
        name = cause.name if cause.name in EXCEPTIONS else UNNAMED
        return Cause(CauseKind.EXCEPTION, name=name, context=cause.context)
    row = CAUSES.get(cause.kind)
    if row is None or not row.by_judge:
        return None
    return Cause(
        cause.kind,
        detail=cause.detail if row.is_worded else "",
        limit=cause.limit,
        context=cause.context,
        depends_on_earlier_calls=cause.depends_on_earlier_calls,
    )
