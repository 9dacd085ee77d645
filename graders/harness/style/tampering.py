"""Signs that a program looks for its judge: for a person, never for marks.

The judge notes what it met while it asked (`conduct`), and searches the sources (`flags`): as text,
and nothing of them is run or parsed, so nobody can hide a sign by breaking what would read it. Who
writes a name in pieces is not found. A sign is no proof: some of these names have honest uses, and
a comment may hold them; the flag says where, and a person looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from graders.harness.result import Cause, CauseKind, printable

ABUSE = (CauseKind.CHANNEL_ABUSE, CauseKind.MESSAGE_FLOOD)
"""The causes of checks that ended because the program itself spoke to the grader."""


class Sign(NamedTuple):
    """How something that a program does is written."""

    pattern: str
    words: tuple[str, ...] = ()
    """At least one of them stands wherever the pattern does: looked for first, which is far
    quicker.
    """


PYTHON = {
    "names the grader's own package": Sign(r"\b_grader\b", ("_grader",)),
    "looks into the table of loaded modules, where ours are": Sign(
        r"\bsys\s*\.\s*modules\b", ("modules",)
    ),
    "looks for the judge in the frames of its callers": Sign(
        r"\b(?:_getframe|currentframe|_current_frames|f_back|f_locals|f_globals|tb_frame)\b",
        (
            "_getframe",
            "currentframe",
            "_current_frames",
            "f_back",
            "f_locals",
            "f_globals",
            "tb_frame",
        ),
    ),
    "looks for the judge's objects, by gc": Sign(
        r"\bgc\s*\.\s*(?:get_objects|get_referrers|get_referents)\b",
        ("get_objects", "get_referrers", "get_referents"),
    ),
    "reaches into memory, by ctypes": Sign(r"\b_?ctypes\b", ("ctypes",)),
    "searches the classes of other programs": Sign(r"\b__subclasses__\b", ("__subclasses__",)),
    "looks inside functions that are not its own": Sign(
        r"\b(?:__globals__|__closure__|__code__)\b", ("__globals__", "__closure__", "__code__")
    ),
    "patches Python's own modules": Sign(
        r"(?m)^[ \t]*(?:builtins|random|json|time|os)\s*\.\s*\w+\s*=(?!=)"
    ),
    "can write to the grader's channel": Sign(
        r"\bos\s*\.\s*(?:write|dup2?|fdopen|pipe)\b|/proc/self",
        ("write", "dup", "fdopen", "pipe", "/proc/self"),
    ),
    "reaches for other processes": Sign(
        r"\bos\s*\.\s*(?:fork|kill|getppid)\b", ("fork", "kill", "getppid")
    ),
}
JAVA = {
    "names the grader's own package": Sign(r"\bgrader\s*\.", ("grader",)),
    "reaches into memory, by Unsafe": Sign(
        r"\bUnsafe\b|\bjdk\s*\.\s*internal\b", ("Unsafe", "internal")
    ),
    "opens what other classes hide, by reflection": Sign(
        r"\bjava\s*\.\s*lang\s*\.\s*reflect\b|\bsetAccessible\b|\bgetDeclared\w+",
        ("reflect", "setAccessible", "getDeclared"),
    ),
    "replaces the machine's streams": Sign(
        r"\bSystem\s*\.\s*set(?:Out|In|Err)\b|\bFileDescriptor\b",
        ("setOut", "setIn", "setErr", "FileDescriptor"),
    ),
    "reaches for other processes": Sign(
        r"\bProcessBuilder\b|\bgetRuntime\b|\bProcessHandle\b",
        ("ProcessBuilder", "getRuntime", "ProcessHandle"),
    ),
    "looks for other threads": Sign(
        r"\bThreadGroup\b|\bgetAllStackTraces\b", ("ThreadGroup", "getAllStackTraces")
    ),
}
SIGNS = {".py": PYTHON, ".java": JAVA}
"""What a program does, and how that is written, by the ending of the file's name."""
MOST = 5
"""Places that one flag names."""


def flags(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return a flag for a person if a source among *files*, by name, holds signs of tampering; at
    most one.
    """
    found = [
        f"{printable(name, 80)} line {line} {what}"
        for name in sorted(files)
        for line, what in _signs(name, files)
    ]
    if not found:
        return ()
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    return (f"may tamper with the grader, look at the source: {', '.join(found[:MOST])}{more}",)


def conduct(causes: Iterable[Cause | None]) -> tuple[str, ...]:
    """Return a flag for a person if checks ended because the program itself spoke to the grader; at
    most one.

    causes: those of the checks.
    """
    spoke = sum(cause is not None and cause.kind in ABUSE for cause in causes)
    if not spoke:
        return ()
    times = "1 check" if spoke == 1 else f"{spoke} checks"
    return (
        f"wrote to the grader's own channel, or answered out of turn, in {times}: check the source for tampering",
    )


def _signs(name: str, files: Mapping[str, bytes]) -> Iterator[tuple[int, str]]:
    """Yield line and meaning of the first sign of each kind in one file."""
    text = files[name].decode("utf-8", "replace")
    for what, (pattern, words) in SIGNS.get(name[name.rfind(".") :], {}).items():
        if not words or any(word in text for word in words):
            sign = re.search(pattern, text)
            if sign is not None:
                yield text.count("\n", 0, sign.start()) + 1, what
