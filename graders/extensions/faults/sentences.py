"""The evidence for a fault, and a place where one may be, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from graders.extensions.faults.diagnose import Named
from graders.extensions.faults.evidence import Evidence
from graders.extensions.faults.suspects import Suspect
from graders.harness.reports.diagnosed import SHOWN, listed

HOW = {
    Evidence.SAME: "the same wrong answers",
    Evidence.PART: "the same wrong answers, and others",
    Evidence.FORM: "the same kinds of wrong answers",
    Evidence.EXAMPLES: "the same wrong on the same examples, with other values",
    Evidence.ASSERTION: "the same wrong, with other values",
}


def evidence(fault: Named, suspects: Iterable[Suspect]) -> str:
    """Return the functions that *fault* is in, the checks that speak for it, by kind of evidence.

    suspects: the places where the submission's faults may be. Only a function among them is named:
    students need not have the reference's functions, nor the fault there.
    """
    places = {suspect.function for suspect in suspects}
    functions = [function for function in fault.functions if function in places]
    parts = [f"in {', '.join(functions[:SHOWN])}"] if functions else []
    for kind, words in HOW.items():
        checks = [check for check, found in fault.checks.items() if found is kind]
        if checks:
            parts.append(f"{words} in {listed(checks)}")
    return "; ".join(parts)


def suspect_line(suspect: Suspect) -> str:
    """Return the sentence of a place where a fault may be."""
    where = suspect.function or "outside of functions"
    lines = suspect.numbers or suspect.begins
    at = f":{lines}" if lines else ""
    return f"{suspect.file}{at} ({where}) {suspect.text}"
