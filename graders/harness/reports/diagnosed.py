"""A diagnosis in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graders.harness.diagnosis.diagnose import Diagnosis, Named
from graders.harness.diagnosis.evidence import Evidence
from graders.harness.diagnosis.suspects import Suspect

SHOWN = 4
"""Checks that are listed for a fault."""
SUSPECTS = "Look here first (lines that wrong calls reach, as the program reports them)"
"""The heading of suspects."""
HOW = {
    Evidence.REPLIES: "the same wrong replies",
    Evidence.PART: "the same wrong replies, and others",
    Evidence.FIRST: "the same first wrong answer",
    Evidence.BEGINNING: "the same first wrong answer, then others",
}


def fault_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield a line for each fault, then one for what is not explained."""
    for fault in diagnosis.faults:
        certainty = "" if fault.is_like else f"{fault.certainty.value}; "
        yield f"{fault.title} ({certainty}{evidence(fault)})"
    if diagnosis.unexplained:
        checks = listed(diagnosis.unexplained)
        yield f"not explained by a known fault: {checks}"


def evidence(fault: Named) -> str:
    """Return the functions that *fault* is in, the checks that speak for it, by kind of evidence,
    and those against it.
    """
    functions = ", ".join(fault.functions[:SHOWN])
    parts = [f"in {functions}"] if functions else []
    for kind, words in HOW.items():
        checks = [check for check, found in fault.checks.items() if found is kind]
        if checks:
            parts.append(f"{words} in {listed(checks)}")
    if fault.against:
        parts.append(f"but it would also fail {listed(fault.against)}")
    return "; ".join(parts)


def suspect_line(suspect: Suspect) -> str:
    """Return the sentence of a place where a fault may be."""
    where = suspect.function or "outside of functions"
    lines = f":{suspect.numbers}" if suspect.lines else ""
    return f"{suspect.file}{lines} ({where}) {suspect.text}"


def listed(checks: Iterable[str]) -> str:
    """Return the first of the ids, and the number of the others."""
    ids = sorted(checks)
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
