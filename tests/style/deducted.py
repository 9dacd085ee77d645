"""A result that has nothing but a survey, and its cost by one deduction."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from graders.harness.assignment.manifest import Deduction, Survey
from graders.harness.grading.marking import mark
from graders.harness.result import Adjustment, Result
from graders.harness.style.survey import Surveyed
from tests.world import TOY


def marked(surveyed: Surveyed, *deductions: Deduction, rules: Iterable[str] = ()) -> Result:
    """Return the result of a survey, without checks. rules: those of the manifest's survey."""
    survey = Survey(rules=dict.fromkeys(rules, ""))
    manifest = msgspec.structs.replace(
        TOY.assignment.manifest, survey=survey, deductions=deductions
    )
    return mark(msgspec.structs.replace(TOY.assignment, manifest=manifest), "ada", (), (), surveyed)


def deducted(deduction: Deduction, surveyed: Surveyed, rules: Iterable[str]) -> Adjustment | None:
    """Return the adjustment, None if it costs nothing."""
    return next(iter(marked(surveyed, deduction, rules=rules).adjustments), None)
