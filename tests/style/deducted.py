"""The cost of a survey by one deduction."""

from __future__ import annotations

from collections.abc import Iterable

from graders.harness.assignment.manifest import Deduction
from graders.harness.grading import marking
from graders.harness.result import Adjustment
from graders.harness.style.survey import Surveyed


def deducted(deduction: Deduction, surveyed: Surveyed, rules: Iterable[str]) -> Adjustment | None:
    """Return the adjustment, None if it costs nothing. rules: those of the manifest's survey."""
    flags = list(marking._of_style(surveyed, len(surveyed.findings)))
    return marking._deducted(deduction, surveyed.findings, flags, rules)
