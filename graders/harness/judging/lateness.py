"""What being late costs: an adjustment of a finished result, by the manifest's ``[late]``.

Days come from the command line or the roster, never from a submission or a file's time. A result does not depend on
them: it is kept without, and adjusted when it is reported.
"""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec

from graders.harness.assignment.manifest import Late, exact
from graders.harness.result import Adjustment, Result, Status

RULE = "late"


def adjusted(result: Result, late: Late | None, days: Fraction | None) -> Result:
    """Return *result* with what so many days cost; a day that has begun counts whole.

    Beyond the last day that the handout allows all marks go, and a person is asked to look: it may have been agreed. A
    result that has been adjusted already, or is not gradable, is returned as it is.
    """
    known = any(change.rule == RULE for change in result.adjustments)
    if late is None or not days or days < 0 or known or result.status is not Status.GRADED:
        return result
    whole = math.ceil(days)
    told = f"{whole} {'day' if whole == 1 else 'days'} late"
    flags = result.flags
    if whole > late.days:
        amount = result.max_marks
        reason = f"{told}; nothing is taken after {late.days} ({late.reason})"
        flags = (*flags, f"{told}, after the last day that counts: is that agreed with the student?")
    else:
        amount = whole * exact(late.per_day)
        reason = f"{told}, {late.per_day} a day ({late.reason})"
    change = Adjustment(rule=RULE, amount=-amount, reason=reason)
    return msgspec.structs.replace(result, adjustments=(*result.adjustments, change), flags=flags)
