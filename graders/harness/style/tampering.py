"""Signs that a program attacks its judge, for review by staff, never for marks.

They come from the causes of checks (`conduct`) and from a search in the sources (`flags`). Sources
are searched as text, without running or parsing them, so no parser can be broken to hide a sign. A
name written in pieces is not found. A sign is no proof, because some of these names have honest
uses, and comments may hold them. So the flag names the line for a person to review.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from graders.harness.assignment.language import language_at
from graders.harness.result import Cause, CauseKind, Flag, FlagCode, printable

ABUSE = (CauseKind.CHANNEL_ABUSE, CauseKind.MESSAGE_FLOOD)
"""Causes of checks that ended because the program wrote to the grader's channel."""


MOST = 5
"""Maximum signs in a flag."""


def flags(files: Mapping[str, bytes]) -> tuple[Flag, ...]:
    """Return at most one flag: for signs of tampering in the sources *files*, by name."""
    signs = [
        [printable(name, 80), line, sign]
        for name in sorted(files)
        for line, sign in _signs(name, files)
    ]
    if not signs:
        return ()
    more = max(len(signs) - MOST, 0)
    return (Flag(FlagCode.TAMPERING, {"signs": signs[:MOST], "more": more}),)


def conduct(causes: Iterable[Cause | None]) -> tuple[Flag, ...]:
    """Return at most one flag: for checks that ended because the program wrote to the channel.

    causes: those of all checks.
    """
    checks = sum(cause is not None and cause.kind in ABUSE for cause in causes)
    return (Flag(FlagCode.CHANNEL_ABUSE, {"checks": checks}),) if checks else ()


def _signs(name: str, files: Mapping[str, bytes]) -> Iterator[tuple[int, str]]:
    """Yield line and name of the first sign of each kind in a file."""
    text = files[name].decode("utf-8", "replace")
    language = language_at(name)
    for name_of_sign, (pattern, words) in language.signs.items() if language else ():
        if not words or any(word in text for word in words):
            sign = re.search(pattern, text)
            if sign is not None:
                yield text.count("\n", 0, sign.start()) + 1, name_of_sign
