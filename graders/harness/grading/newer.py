"""Which of two gradings counts: that of the usual Python, or that of a newer one.

A file that does not load, or a name that the standard library lacks, may only need a newer Python.
Such a submission is graded a second time, as a whole, by the newest suitable interpreter that is
installed. One of the two gradings counts as a whole, and marks do not decide which: a program that
fails on purpose under one Python has one try left, under the other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping

import msgspec

from graders.harness.errors import GraderError
from graders.harness.result import CauseKind, CheckResult, Flag, FlagCode, Result

_LACKS = re.compile(
    r"SyntaxError: |ModuleNotFoundError: "
    r"|AttributeError: module '(?P<module>\w+)(?:'|\.[\w.]*') has no attribute"
    r"|ImportError: cannot import name '[^']*' from '(?P<home>\w+)"
)
"""Exceptions of a program that may need newer syntax, or something new in a module."""
_NO_MODULE = re.compile(r"\bModuleNotFoundError: No module named '(?P<module>\w+)")
_LATER = {"tomllib", "annotationlib", "compression"}
"""Modules that the library got after Python 3.10, the oldest one that may judge."""
_NOT_REACHED = (CauseKind.TOTAL_CPU_LIMIT, CauseKind.TOTAL_WALL_LIMIT)
_CHOSEN = re.compile(rb"^(?!import |from ).*import", re.MULTILINE)
"""An import that a program may leave out: it is not at the beginning of a line."""
NO_HELP = "graded a second time, with the newest Python: that has nothing more"


def unusable(error: GraderError) -> str:
    """Return the line of a log that the newest Python cannot grade this assignment."""
    return f"not graded a second time, with the newest Python: {error}"


def lacking(checks: Iterable[CheckResult]) -> frozenset[str]:
    """Return the ids of the *checks* that may only need a newer Python."""
    return frozenset(check.id for check in checks if _may_need_newer(check))


def lacking_again(usual: frozenset[str], checks: Iterable[CheckResult]) -> frozenset[str]:
    """Return the ids of the *checks* of a second grading that lack something. Those that lacked
    something in the first one (*usual*) still do if no time was left for them.
    """
    checks = tuple(checks)
    unseen = {check.id for check in checks if check.reason.kind in _NOT_REACHED}
    return lacking(checks) | (unseen & usual)


def _may_need_newer(check: CheckResult) -> bool:
    cause = check.reason
    if cause.kind is CauseKind.FILE_BROKEN:
        return True
    found = _LACKS.match(_words(check))
    if cause.kind is not CauseKind.EXCEPTION or not found:
        return False
    module = found["module"] or found["home"]
    return module is None or module in sys.stdlib_module_names


def cannot_help(checks: Iterable[CheckResult], files: Mapping[str, bytes]) -> bool:
    """Return whether all *checks* that lack something lack modules that no Python has.

    A program often imports such a module where it lacks something newer, as in ``except
    ImportError: from typing_extensions import override``. So all its *files* must import whatever
    they import under every Python.
    """
    lacked = [_NO_MODULE.search(_words(check)) for check in checks if _may_need_newer(check)]
    library = sys.stdlib_module_names | _LATER
    return all(found and found["module"] not in library for found in lacked) and not any(
        map(_CHOSEN.search, files.values())
    )


def _words(check: CheckResult) -> str:
    return f"{check.reason.name}: {check.reason.detail}"


def counts(usual: Iterable[str], newest: Iterable[str]) -> bool:
    """Return whether the grading by the newest Python counts: of the checks that lacked something
    with the usual one (:func:`lacking`), some have it now, and no other check lacks anything.
    """
    return set(newest) < set(usual)


def flagged(newest: Result, usual: Result) -> Result:
    """Return *newest*, the result that counts, with the reason in a flag."""
    before = lacking(usual.checks)
    lacked = before - lacking_again(before, newest.checks)
    first = next(check for check in usual.checks if check.id in lacked)
    values = {
        "usual": usual.language,
        "newest": newest.language,
        "cause": msgspec.to_builtins(first.cause),
    }
    flags = (Flag(FlagCode.NEWER_PYTHON, values), *newest.flags)
    return msgspec.structs.replace(newest, flags=flags)
