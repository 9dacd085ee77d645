"""Causes that checks share, as a reader of their results sees them: one sentence for all of them.

A prompt, a space or a misplaced method fails many checks, each in another line. What is read here
are messages and transcripts that the reader may see, so nothing hidden is disclosed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from graders.harness.assignment.first_difference import kind_of_difference
from graders.harness.diagnosis import Diagnosis, KnownFault, absences
from graders.harness.reports.sentences import message_of
from graders.harness.result import CauseKind, CheckResult, Transcripts

OUTSIDE = re.compile(r"(\w{1,100} \(line \d+\)) stands outside the class")
MISNAMED = re.compile(
    r"\b(?:has no|no attribute) (?:method )?'?(\w+)'?(?:\([^)]*\))?(?:: | \()is '(\w+)' meant\?"
)

DEBUGGERS_PROMPT = "(Pdb)"
DEBUGGED = "The program stops in a debugger: remove `breakpoint()` or `pdb.set_trace()`."

_ARGUMENTS = re.compile(r"((?:\w+\.){,9})(\w+)\(\) ((?:takes|missing) .+)")


def is_elsewhere(check: CheckResult) -> bool:
    """Return whether what *check* misses is there: outside its class, or by a misspelt name."""
    message = message_of(check)
    return bool(OUTSIDE.search(message) or MISNAMED.search(message))


def near_name(check: CheckResult) -> tuple[str, str]:
    """Return the name that *check* misses, and the one that may be meant; two times "" without."""
    message = message_of(check)
    found = MISNAMED.search(message)
    return (found[1], found[2]) if found else ("", "")


def wrong_parameters(check: CheckResult) -> tuple[str, str]:
    """Return the function that *check* could not call for its parameters, and the reason; two times
    "" if that is not why it failed. A call in the submission's own code is another matter.
    """
    cause = check.reason
    is_call = cause.kind is CauseKind.EXCEPTION and cause.name == "TypeError" and not cause.line
    found = _ARGUMENTS.match(cause.detail) if is_call else None
    if not found:
        return "", ""
    owner, name, reason = found.groups()
    if reason == "takes no arguments":
        return f"{name}.__init__", "it is missing, or its name is misspelt."
    due = "self and the handout's parameters" if owner else "the handout's parameters"
    return name, f"it {reason.replace('missing', 'lacks', 1)}. Are {due} there?"


def shared_cause(check: CheckResult) -> str:
    """Return a sentence about *check* that is the same for all checks that failed for this reason;
    "" if there is none.
    """
    message = message_of(check)
    if outside := OUTSIDE.search(message):
        return f"{outside[1]} stands outside its class: indent it."
    if misnamed := MISNAMED.search(message):
        return f"{misnamed[1]} is missing: is '{misnamed[2]}' meant?"
    function, reason = wrong_parameters(check)
    if function:
        return f"{function} cannot be called: {reason}"
    if check.reason.name == "BdbQuit":
        return DEBUGGED
    for exhibit in check.exhibits:
        if isinstance(exhibit, Transcripts):
            if any(DEBUGGERS_PROMPT in line for line in exhibit.got):
                return DEBUGGED
            if _ends_silently(exhibit):
                return "The program ends before it prints anything."
            kind = kind_of_difference(exhibit.expected, exhibit.got, exhibit.mark)
            return f"The program {kind}." if kind else ""
    return ""


def _ends_silently(sides: Transcripts) -> bool:
    """Return whether the program ends when it has printed nothing yet, where it should print."""
    is_end = sides.mark == len(sides.got) < len(sides.expected)
    return is_end and sides.start == 1 and all(line.startswith("«") for line in sides.got)


def shown_once(diagnosis: Diagnosis | None, checks: Iterable[CheckResult]) -> dict[str, KnownFault]:
    """Return the known faults of which one check shows as much as all, by check: what is not
    written, and what alone explains a wrong transcript, each in another game.
    """
    faults = diagnosis.faults if diagnosis else ()
    number = Counter(check for fault in faults for check in fault.checks)
    games = {check.id for check in checks if _has_transcripts(check) and number[check.id] == 1}
    sure = [fault for fault in faults if not fault.is_like]
    alone = {check: fault for fault in sure for check in fault.checks if check in games}
    return alone | absences(diagnosis)


def _has_transcripts(check: CheckResult) -> bool:
    return any(isinstance(exhibit, Transcripts) for exhibit in check.exhibits)
