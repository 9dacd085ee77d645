"""Signs that a program attacks its judge, for review by staff, never for marks.

They come from the causes of checks (`conduct`) and from a search in the sources (`flags`). Sources
are searched as text, without running or parsing them, so no parser can be broken to hide a sign. A
name written in pieces is not found. A sign is no proof, because some of these names have honest
uses, and comments may hold them. So the flag names the line for a person to review.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from graders.harness.result import Cause, CauseKind, Flag, FlagCode, printable

ABUSE = (CauseKind.CHANNEL_ABUSE, CauseKind.MESSAGE_FLOOD)
"""Causes of checks that ended because the program wrote to the grader's channel."""


class Sign(NamedTuple):
    """The spelling of a suspicious operation."""

    pattern: str
    words: tuple[str, ...] = ()
    """Every match of the pattern contains one of them; searching for them first is much quicker."""


PYTHON = {
    "grader_package": Sign(r"\b_grader\b", ("_grader",)),
    "loaded_modules": Sign(r"\bsys\s*\.\s*modules\b", ("modules",)),
    "caller_frames": Sign(
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
    "gc_objects": Sign(
        r"\bgc\s*\.\s*(?:get_objects|get_referrers|get_referents)\b",
        ("get_objects", "get_referrers", "get_referents"),
    ),
    "ctypes": Sign(r"\b_?ctypes\b", ("ctypes",)),
    "subclasses": Sign(r"\b__subclasses__\b", ("__subclasses__",)),
    "function_internals": Sign(
        r"\b(?:__globals__|__closure__|__code__)\b",
        ("__globals__", "__closure__", "__code__"),
    ),
    "patched_modules": Sign(r"(?m)^[ \t]*(?:builtins|random|json|time|os)\s*\.\s*\w+\s*=(?!=)"),
    "raw_writes": Sign(
        r"\bos\s*\.\s*(?:write|dup2?|fdopen|pipe)\b|/proc/self",
        ("write", "dup", "fdopen", "pipe", "/proc/self"),
    ),
    "processes": Sign(r"\bos\s*\.\s*(?:fork|kill|getppid)\b", ("fork", "kill", "getppid")),
}
JAVA = {
    "grader_package": Sign(r"\bgrader\s*\.", ("grader",)),
    "unsafe_memory": Sign(r"\bUnsafe\b|\bjdk\s*\.\s*internal\b", ("Unsafe", "internal")),
    "reflection": Sign(
        r"\bjava\s*\.\s*lang\s*\.\s*reflect\b|\bsetAccessible\b|\bgetDeclared\w+",
        ("reflect", "setAccessible", "getDeclared"),
    ),
    "streams": Sign(
        r"\bSystem\s*\.\s*set(?:Out|In|Err)\b|\bFileDescriptor\b",
        ("setOut", "setIn", "setErr", "FileDescriptor"),
    ),
    "processes": Sign(
        r"\bProcessBuilder\b|\bgetRuntime\b|\bProcessHandle\b",
        ("ProcessBuilder", "getRuntime", "ProcessHandle"),
    ),
    "threads": Sign(r"\bThreadGroup\b|\bgetAllStackTraces\b", ("ThreadGroup", "getAllStackTraces")),
}
SIGNS = {".py": PYTHON, ".java": JAVA}
"""Signs by name, for each suffix of files."""
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
    for name_of_sign, (pattern, words) in SIGNS.get(name[name.rfind(".") :], {}).items():
        if not words or any(word in text for word in words):
            sign = re.search(pattern, text)
            if sign is not None:
                yield text.count("\n", 0, sign.start()) + 1, name_of_sign
