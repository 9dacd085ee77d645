"""The same files, graded twice by the same checks: another outcome is flagged.

A program that depends on chance or on the machine shows so, and so does one that has learned
something from an earlier grading.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from graders.harness.course.pages.page_names import page_is_of
from graders.harness.result import Flag, FlagCode, Result, Status


def compared(result: Result, before: Mapping[str, Result]) -> Result:
    """Return *result* with a flag, if that of the same files was another by the pages of *before*.

    The flag stays as long as the files and the checks do.
    """
    earlier = next(
        (one for page, one in before.items() if page_is_of(page, result.submission)), None
    )
    if earlier is None or {earlier.status, result.status} != {Status.GRADED}:
        return result
    verdicts = {check.id: check.verdict for check in earlier.checks}
    ids = [check.id for check in result.checks if verdicts.get(check.id) is not check.verdict]
    flags = [flag for flag in earlier.flags if flag.code is FlagCode.OTHER_OUTCOME]
    if ids:
        flags = [Flag(FlagCode.OTHER_OUTCOME, {"checks": ids})]
    return msgspec.structs.replace(result, flags=(*result.flags, *flags))
