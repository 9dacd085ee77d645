"""The cost of lateness: an adjustment of a finished result, by a table ``[late]``.

That table is the manifest's, or one that staff name beside it. Days come from the command line or
the roster, never from a submission or a file's time. A result does not depend on them: it is kept
without, and adjusted when it is reported.
"""

from __future__ import annotations

import codecs
import math
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Late, ManifestStruct, exact
from graders.harness.assignment.toml_errors import problem_in
from graders.harness.errors import GraderError
from graders.harness.result import Adjustment, Flag, FlagCode, Result, Status, one_line

RULE = "late"


class LatePolicyFile(ManifestStruct, frozen=True):
    """A late policy in its own file: the table ``[late]`` that staff set for one class."""

    late: Late


def read_policy(path: Path) -> Late:
    """Return the late policy in a file: TOML with a table ``[late]``, as in a manifest. Raises
    GraderError.
    """
    shown = one_line(str(path), 200)
    try:
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise GraderError(f"{shown}: cannot be read ({error.strerror})") from None
    try:
        policy = msgspec.toml.decode(data, type=LatePolicyFile).late
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        problem = one_line(problem_in(data, LatePolicyFile, error), 300)
        raise GraderError(
            f"{shown}{problem}; a late policy is a table [late] with per_day, days and reason"
        ) from None
    if policy.per_day < 0 or policy.days < 0 or not math.isfinite(policy.per_day):
        raise GraderError(f"{shown}: per_day and days must be numbers, 0 or more")
    return policy


def adjusted(result: Result, late: Late | None, days: Fraction | None) -> Result:
    """Return *result* with the deduction for *days* late; a day that has begun counts whole.

    Beyond the last day that the handout allows all marks are lost, and a flag asks for a review: an
    extension may have been agreed. A result that has been adjusted already, or is not gradable, is
    returned unchanged.
    """
    is_adjusted = any(change.rule == RULE for change in result.adjustments)
    if (
        late is None
        or not days
        or days < 0
        or is_adjusted
        or result.status is not Status.GRADED
    ):
        return result
    whole = math.ceil(days)
    lateness = f"{whole} {'day' if whole == 1 else 'days'} late"
    flags = result.flags
    if whole > late.days:
        amount = result.max_marks
        reason = f"{lateness}; nothing is taken after {late.days} ({late.reason})"
        flags = (*flags, Flag(FlagCode.TOO_LATE, {"days": whole}))
    else:
        amount = whole * exact(late.per_day)
        reason = f"{lateness}, {late.per_day} a day ({late.reason})"
    change = Adjustment(rule=RULE, amount=-amount, reason=reason)
    return msgspec.structs.replace(
        result, adjustments=(*result.adjustments, change), flags=flags
    )
