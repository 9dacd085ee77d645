"""The check's own words about a failure, without anything that the program wrote.

A program can copy a hidden input into its exception's text, type, file or exit status. So a
message that is shown without the input has none of these.
"""

from __future__ import annotations

import builtins

from graders.harness.result import Cause, CauseKind

OF_THE_JUDGE = frozenset(
    {
        CauseKind.WRONG_ANSWER,
        CauseKind.CPU_LIMIT,
        CauseKind.WALL_LIMIT,
        CauseKind.JUDGE_LIMIT,
        CauseKind.TOTAL_CPU_LIMIT,
        CauseKind.TOTAL_WALL_LIMIT,
        CauseKind.MEMORY_LIMIT,
        CauseKind.OUTPUT_LIMIT,
        CauseKind.REPLY_LIMIT,
        CauseKind.CLOSED_CONNECTION,
        CauseKind.CHANNEL_ABUSE,
        CauseKind.MESSAGE_FLOOD,
        CauseKind.UNEXPECTED_SHAPE,
        CauseKind.SANDBOX_FAILED,
        CauseKind.CHECK_BROKEN,
        CauseKind.NOT_FINISHED,
    }
)
"""Kinds whose limit and context come from the check or the judge alone."""
WORDED = (CauseKind.WRONG_ANSWER, CauseKind.CPU_LIMIT)
"""Kinds whose detail is the check's."""
_EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
UNNAMED = "an exception"


def own_words(cause: Cause | None) -> Cause | None:
    """Return *cause* with the words of the check and the judge alone; None if none are left."""
    if cause is None:
        return None
    if cause.kind is CauseKind.EXCEPTION:
        name = cause.name if cause.name in _EXCEPTIONS else UNNAMED
        return Cause(CauseKind.EXCEPTION, name=name, context=cause.context)
    if cause.kind not in OF_THE_JUDGE:
        return None
    return Cause(
        cause.kind,
        detail=cause.detail if cause.kind in WORDED else "",
        limit=cause.limit,
        context=cause.context,
        depends_on_earlier_calls=cause.depends_on_earlier_calls,
    )
