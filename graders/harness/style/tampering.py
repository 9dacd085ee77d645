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

from graders.harness.result import Cause, CauseKind, Flag, FlagCode, printable

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
    "patched_modules": Sign(
        r"(?m)^[ \t]*(?:builtins|random|json|time|os)\s*\.\s*\w+\s*=(?!=)"
    ),
    "raw_writes": Sign(
        r"\bos\s*\.\s*(?:write|dup2?|fdopen|pipe)\b|/proc/self",
        ("write", "dup", "fdopen", "pipe", "/proc/self"),
    ),
    "processes": Sign(
        r"\bos\s*\.\s*(?:fork|kill|getppid)\b", ("fork", "kill", "getppid")
    ),
}
JAVA = {
    "grader_package": Sign(r"\bgrader\s*\.", ("grader",)),
    "unsafe_memory": Sign(
        r"\bUnsafe\b|\bjdk\s*\.\s*internal\b", ("Unsafe", "internal")
    ),
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
    "threads": Sign(
        r"\bThreadGroup\b|\bgetAllStackTraces\b", ("ThreadGroup", "getAllStackTraces")
    ),
}
SIGNS = {".py": PYTHON, ".java": JAVA}
"""Names of signs, and how each is written, by the ending of the file's name."""
MOST = 5
"""Places that one flag names."""


def flags(files: Mapping[str, bytes]) -> tuple[Flag, ...]:
    """Return a flag for a person if a source among *files*, by name, holds signs of tampering; at
    most one.
    """
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
    """Return a flag for a person if checks ended because the program itself spoke to the grader; at
    most one.

    causes: those of the checks.
    """
    spoke = sum(cause is not None and cause.kind in ABUSE for cause in causes)
    return (Flag(FlagCode.CHANNEL_ABUSE, {"checks": spoke}),) if spoke else ()


def _signs(name: str, files: Mapping[str, bytes]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of the first sign of each kind in one file."""
    text = files[name].decode("utf-8", "replace")
    for name_of_sign, (pattern, words) in SIGNS.get(
        name[name.rfind(".") :], {}
    ).items():
        if not words or any(word in text for word in words):
            sign = re.search(pattern, text)
            if sign is not None:
                yield text.count("\n", 0, sign.start()) + 1, name_of_sign
