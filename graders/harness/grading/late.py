"""The cost of lateness: an adjustment of a finished result, by a table ``[late]``.

That table is the manifest's, or that of a class's weights. Days come from the command line or
the roster (a platform may have written it), never from a submission or a file's time. A result
does not depend on them: it is kept without, and adjusted when it is reported.
"""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec

from graders.harness.assignment.manifest import Late
from graders.harness.errors import GraderError
from graders.harness.grading.deadline import of_policy
from graders.harness.intake.grouping import parted
from graders.harness.result import (
    Adjustment,
    Flag,
    FlagCode,
    Result,
    Status,
    exact,
    total,
)

RULE = "late"
DECIDED = f"decision on {RULE}"
MINUTES = 24 * 60
"""Minutes of a day."""


def problem_of(policy: Late) -> str:
    """Return what is wrong with *policy*, or ""."""
    amounts = (policy.per_day, policy.per_hour)
    if amounts.count(None) != 1:
        return "give either per_day or per_hour"
    numbers = (*filter(None, amounts), policy.days, policy.grace_minutes)
    if not all(math.isfinite(number) and number >= 0 for number in numbers):
        return "per_day, per_hour, days and grace_minutes must be numbers, 0 or more"
    try:
        of_policy(policy)
    except GraderError as error:
        return str(error)
    return ""


def adjusted(
    result: Result,
    late: Late | None,
    days: Fraction | None,
    tokens: Fraction = Fraction(0),
) -> Result:
    """Return *result* with the deduction for *days* late; a day or hour that has begun counts
    whole.

    tokens: the days that a person may still be late for free, of which no more than needed are
    used. Beyond the last day that the handout allows all marks are lost, and a flag asks for a
    review: an extension may have been agreed. A result that has been adjusted already, or is not
    gradable, is returned unchanged.
    """
    is_adjusted = any(change.rule == RULE for change in result.adjustments)
    if (
        late is None
        or not days
        or days * MINUTES <= exact(late.grace_minutes)
        or is_adjusted
        or result.status is not Status.GRADED
    ):
        return result
    whole = math.ceil(days)
    flags = result.flags
    share = None
    if whole > late.days:
        amount, share = total(result), Fraction(1)
        reason = f"{_days(whole)} late; not accepted more than {_days(late.days)} late"
        flags = (*flags, Flag(FlagCode.TOO_LATE, {"days": whole}))
    else:
        paid = tokens_used(late, days, tokens)
        amount, reason = _deducted(result, late, days - paid)
        if late.percent_of == "earned":
            share = amount / total(result) if amount else Fraction(0)
        reason = f"{_lateness(late, days)}, {reason}"
        if paid:
            reason += f", {_days(paid)} by tokens"
    reason = f"{reason} ({late.reason})"
    change = Adjustment(rule=RULE, amount=-amount, reason=reason, share=share)
    return msgspec.structs.replace(result, adjustments=(*result.adjustments, change), flags=flags)


def tokens_used(late: Late, days: Fraction, tokens: Fraction) -> int:
    """Return how many of a person's *tokens* a submission uses that is *days* late."""
    whole = math.ceil(days)
    is_free = days * MINUTES <= exact(late.grace_minutes)
    return 0 if is_free or whole > late.days else min(whole, math.floor(tokens))


def refused(result: Result) -> Result:
    """Return *result* with no marks if it was too late, whatever decisions on its checks added.

    A decision on the late rule itself stands.
    """
    too_late = any(flag.code is FlagCode.TOO_LATE for flag in result.flags)
    mine, others = parted(result.adjustments, lambda change: change.rule == RULE)
    decided = any(change.rule == DECIDED for change in result.adjustments)
    if not too_late or not mine or decided:
        return result
    earned = total(msgspec.structs.replace(result, adjustments=tuple(others)))
    whole = msgspec.structs.replace(mine[0], amount=-earned)
    return msgspec.structs.replace(
        result,
        adjustments=tuple(whole if change is mine[0] else change for change in result.adjustments),
    )


def _deducted(result: Result, late: Late, days: Fraction) -> tuple[Fraction, str]:
    """Return the marks that *days* cost, and the policy in words."""
    by_hour = late.per_hour is not None
    per_unit = late.per_hour if late.per_hour is not None else late.per_day or 0
    count = max(math.ceil(days * 24 if by_hour else days), 0)
    unit = "an hour" if by_hour else "a day"
    if not late.percent_of:
        return count * exact(per_unit), f"{per_unit} {unit}"
    base = total(result) if late.percent_of == "earned" else result.max_marks
    of = "marks earned" if late.percent_of == "earned" else "maximum"
    amount = min(count * exact(per_unit) / 100, Fraction(1)) * base
    return amount, f"{per_unit}% of the {of} {unit}"


def _lateness(late: Late, days: Fraction) -> str:
    if late.per_hour is None:
        return f"{_days(math.ceil(days))} late"
    hours = math.ceil(days * 24)
    return f"{hours} {'hour' if hours == 1 else 'hours'} late"


def _days(number: int) -> str:
    return f"{number} {'day' if number == 1 else 'days'}"
