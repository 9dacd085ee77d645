"""A diagnosis in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graders.harness.diagnosis import Diagnosis

SHOWN = 4
"""Checks that are listed for a fault."""
PLACES = "Look here first (lines that wrong calls reach, as the program reports them)"
"""The heading of places where faults may be."""


def fault_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield a line for each fault, then one for what is not explained."""
    for fault in diagnosis.faults:
        certainty = "" if fault.is_like else f"{fault.certainty.value}; "
        yield f"{fault.title} ({certainty}{fault.evidence})"
    if diagnosis.unexplained:
        checks = listed(diagnosis.unexplained)
        yield f"not explained by a known fault: {checks}"


def listed(checks: Iterable[str]) -> str:
    """Return the first of the ids, and the number of the others."""
    ids = sorted(checks)
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
