"""A diagnosis in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graders.harness.diagnosis.diagnose import Diagnosis, Named
from graders.harness.diagnosis.evidence import Evidence

SHOWN = 4
"""Checks that are listed for a fault."""
HOW = {
    Evidence.REPLIES: "the same wrong replies",
    Evidence.PART: "the same wrong replies, and others",
    Evidence.FIRST: "the same first wrong answer",
    Evidence.BEGINNING: "the same first wrong answer, then others",
}


def fault_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield a line for each fault, then one for what is not explained."""
    for fault in diagnosis.faults:
        yield f"{fault.title} ({fault.certainty.value}; {evidence(fault)})"
    if diagnosis.unexplained:
        checks = listed(diagnosis.unexplained)
        yield f"not explained by a known fault: {checks}"


def evidence(fault: Named) -> str:
    """Return the checks that speak for *fault*, by kind of evidence, and those against it."""
    parts = []
    for kind, words in HOW.items():
        checks = [check for check, found in fault.checks.items() if found is kind]
        if checks:
            parts.append(f"{words} in {listed(checks)}")
    if fault.against:
        parts.append(f"but it would also fail {listed(fault.against)}")
    return "; ".join(parts)


def listed(checks: Iterable[str]) -> str:
    """Return the first of the ids, and the number of the others."""
    ids = sorted(checks)
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
