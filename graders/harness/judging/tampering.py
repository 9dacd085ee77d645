"""Signs that a program looks for its judge: for a person, never for marks.

The sources are searched as text, by the judge, and nothing of them is run or parsed: so nobody can hide a sign by
breaking what would read it. Who writes a name in pieces is not found. A sign is no proof: some of these names have
honest uses, and a comment may hold them; the flag says where, and a person looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from graders.harness.result import printable

PYTHON = {
    "the grader's own package": r"\b_grader\b",
    "the table of loaded modules": r"\bsys\s*\.\s*modules\b",
    "frames of its callers": r"\b(?:_getframe|currentframe|_current_frames|f_back|f_locals|f_globals|tb_frame)\b",
    "objects of others, by gc": r"\bgc\s*\.\s*(?:get_objects|get_referrers|get_referents)\b",
    "memory, by ctypes": r"\b_?ctypes\b",
    "classes of others": r"\b__subclasses__\b",
    "what others' functions hold": r"\b(?:__globals__|__closure__|__code__)\b",
    "descriptors": r"\bos\s*\.\s*(?:write|dup2?|fdopen|pipe)\b|/proc/self",
    "other processes": r"\bos\s*\.\s*(?:fork|kill|getppid)\b",
}
JAVA = {
    "the grader's own package": r"\bgrader\s*\.",
    "memory, by Unsafe": r"\bUnsafe\b|\bjdk\s*\.\s*internal\b",
    "what others hide, by reflection": r"\bjava\s*\.\s*lang\s*\.\s*reflect\b|\bsetAccessible\b|\bgetDeclared\w+",
    "the streams of the machine": r"\bSystem\s*\.\s*set(?:Out|In|Err)\b|\bFileDescriptor\b",
    "other processes": r"\bProcessBuilder\b|\bgetRuntime\b|\bProcessHandle\b",
    "other threads": r"\bThreadGroup\b|\bgetAllStackTraces\b",
}
SIGNS = {".py": PYTHON, ".java": JAVA}
"""What is reached for, and how that is written, by the ending of the file's name."""
MOST = 5
"""Places that one flag names."""


def flags(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return a flag for a person if a source among *files*, by name, holds signs of tampering; at most one."""
    found = [
        f"{printable(name, 80)} line {line} ({what})" for name in sorted(files) for line, what in _signs(name, files)
    ]
    if not found:
        return ()
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    return (f"reaches for what no solution needs; look whether it tampers: {', '.join(found[:MOST])}{more}",)


def _signs(name: str, files: Mapping[str, bytes]) -> Iterator[tuple[int, str]]:
    """Yield line and meaning of the first sign of each kind in one file."""
    text = files[name].decode("utf-8", "replace")
    for what, pattern in SIGNS.get(name[name.rfind(".") :], {}).items():
        sign = re.search(pattern, text)
        if sign is not None:
            yield text.count("\n", 0, sign.start()) + 1, what
