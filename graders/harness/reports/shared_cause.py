"""Causes that checks share, as a reader of their results sees them: one sentence for all of them.

A prompt, a space or a misplaced method fails many checks, each in another line. What is read here
are messages and transcripts that the reader may see, so nothing hidden is disclosed.
"""

from __future__ import annotations

import re

from graders.harness.assignment.first_difference import kind_of_difference
from graders.harness.reports.sentences import message_of
from graders.harness.result import CheckResult, Transcripts

OUTSIDE = re.compile(r"(\w{1,100} \(line \d+\)) stands outside the class")
MISNAMED = re.compile(r"\b(?:has no|no attribute) '?(\w+)'?(?:: | \()is '(\w+)' meant\?")


def shared_cause(check: CheckResult) -> str:
    """Return a sentence about *check* that is the same for all checks that failed for this reason;
    "" if there is none.
    """
    message = message_of(check)
    if outside := OUTSIDE.search(message):
        return f"{outside[1]} stands outside its class: indent it."
    if misnamed := MISNAMED.search(message):
        return f"{misnamed[1]} is missing: is '{misnamed[2]}' meant?"
    for exhibit in check.exhibits:
        if isinstance(exhibit, Transcripts):
            kind = kind_of_difference(exhibit.expected, exhibit.got, exhibit.mark)
            return f"The program {kind}." if kind else ""
    return ""
