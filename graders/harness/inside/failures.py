"""Reasons why an operation has no result: the driver's exceptions, and the facts of any other."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Collection
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import streams


class Missing(Exception):
    """A file or name that the check needs is not there, or its module does not load."""

    def __init__(
        self,
        text: str,
        where: str = "",
        module: str = "",
        kind: str = "name_missing",
        file: str = "",
    ) -> None:
        """The arguments are those of ``messages.MissingReply``; a driver passes *text* alone."""
        Exception.__init__(self, text)
        self.kind = kind
        self.file = file
        self.text = text
        self.where = where
        self.module = module


class AskRefused(Exception):
    """The judge refuses this callback in this check."""


def text_of(error: BaseException) -> str:
    """Return the text of an exception, cut to 2,000 characters. ``__str__`` may be hostile.

    The text of a syntax error lacks its line, which :func:`where_of` returns.
    """
    try:
        text = str.__add__(str(error.msg if type(error) is SyntaxError else error), "")
        text += hint_of(error)
    except streams.OutputFlood:
        raise
    except BaseException:
        return "(its text cannot be shown: __str__ fails)"
    if type(error) is ModuleNotFoundError:
        text += " (neither Python nor this assignment has it)"
    if isinstance(error, OSError) and is_refused_here(error):
        text += " (the grader's sandbox does not allow this)"
    if text == "can't start new thread" and len(sys._current_frames()) > 1:
        text += " (threads that the program left behind still run)"
    return text if len(text) <= 2000 else text[:2000] + " ..."


def hint_of(error: BaseException) -> str:
    """Return the words behind the text of a syntax or attribute error that has a likely reason, or
    "". Attributes of *error* may be hostile.
    """
    if type(error) is SyntaxError or type(error) is IndentationError:
        return PASTED.get(str(error.text).strip()[:3], "")
    if type(error) is AttributeError:
        target, name = getattr(error, "obj", None), getattr(error, "name", None)
        owner = target if isinstance(target, (type, ModuleType)) else type(target)
        hint = where_it_is(owner, name) if type(name) is str else ""
        return f" ({hint})" if hint else ""
    return ""


PASTED = {
    "<<<": " (a mark of a merge conflict: decide between its two halves)",
    "===": " (a mark of a merge conflict: decide between its two halves)",
    ">>>": " (copied with the prompt of an interpreter, or a mark of a merge conflict)",
}
"""Explanations of a syntax error, by the beginning of its line."""

NO_PYTHON = (
    (rb"version https://git-lfs\.", "a pointer of Git LFS: hand in the file that it stands for"),
    (rb"<(?:!doctype|html|\?xml)\b", "a web page, such as a login page, saved under this name"),
    (rb"\{\\rtf", "formatted text (RTF): save it as plain text"),
    (rb"\{\s*\"(?:cells|metadata|nbformat)\"", "a notebook: export its code as a Python file"),
    (rb"%PDF-", "a PDF"),
    (rb"PK\x03\x04|\xd0\xcf\x11\xe0", "an archive or a document of an office program"),
)
"""Beginnings of files that are no Python, and what such a file is."""


def what_it_is(source: bytes) -> str:
    """Return what a file that does not load is, if it is no Python; else ""."""
    begin = source[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    kinds = (kind for pattern, kind in NO_PYTHON if re.match(pattern, begin, re.IGNORECASE))
    return next(kinds, "")


def where_it_is(owner: Any, name: str) -> str:
    """Return where a name may be that the class or module *owner* lacks; "" if it is nowhere.

    A method may stand outside its class, by its indentation, or be written checkWin or chek_win
    for check_win.
    """
    names = type.__getattribute__(owner, "__dict__") if isinstance(owner, type) else vars(owner)
    beside = _beside(names)
    outside = dict.get(beside, name)
    if type(outside) is FunctionType:
        line = outside.__code__.co_firstlineno
        return f"{name} (line {line}) stands outside the class: indent it"
    try:
        around = _function_around(name, beside) if isinstance(owner, type) else ""
    except Exception:  # the module's loader or names are hostile
        around = ""
    if around:
        return f"{around} stands outside the class, and {name} in it: indent it"
    for other, value in names.items():
        if type(other) is str and type(value) is not ModuleType and is_slip(name, other):
            return f"is '{other[:100]}' meant?"
    return ""


def is_slip(name: str, other: str) -> bool:
    """Return whether *other* is *name* but for capitals, underscores and one slip of the keys: a
    letter too many, too few or wrong, or two in the wrong order. Short names are too alike for it,
    and a constant in capitals is no slip of another name.
    """
    if len(other) > 100 or name == other:
        return False
    left, right = (text.replace("_", "").lower() for text in (name, other))
    is_exact = min(len(left), len(right)) < 4 or name.isupper() != other.isupper()
    while left and left[:1] == right[:1]:
        left, right = left[1:], right[1:]
    while left and left[-1:] == right[-1:]:
        left, right = left[:-1], right[:-1]
    if is_exact:
        return left == right == ""
    is_one_letter = max(len(left), len(right)) <= 1
    return is_one_letter or (len(left) == 2 and left == right[::-1])


def _beside(names: Any) -> dict[str, Any]:
    """Return the names of the module in which the class with these *names* is; none if unknown. The
    modules of a program that has ended are known by their functions alone.
    """
    home = names.get("__module__")
    module = sys.modules.get(home) if type(home) is str else None
    if type(module) is ModuleType:
        return vars(module)
    for value in names.values():
        if type(value) is FunctionType and dict.get(value.__globals__, "__name__") is home:
            return value.__globals__
    return {}


def _function_around(name: str, parts: dict[str, Any]) -> str:
    """Return the function, in the module with *parts*, around a method *name*, and its line; or "".

    The methods behind one that has slid out of its class by its indentation are functions in it.
    Python forgets those behind a ``return``, so the source is searched.
    """
    if "__loader__" not in parts:
        return ""
    lines = parts["__loader__"].get_source(parts["__name__"]).split("\n")
    method = re.compile(rf"\s+(async )?def {re.escape(name)}\(self\b")
    for outer, function in parts.items():
        if type(function) is FunctionType and function.__code__.co_varnames[:1] == ("self",):
            first = function.__code__.co_firstlineno
            for line in lines[first:]:
                if method.match(line):
                    return f"{str(outer)[:100]} (line {first})"
                if line[:1] not in ("", " ", "\t", "\r", "#", ")"):
                    break
    return ""


def is_refused_here(error: OSError) -> bool:
    """Return whether the box, not the program, is the reason: a call that its filter refuses, or a
    device that it does not have.
    """
    name = error.filename
    if name is None:
        return error.errno in (errno.EPERM, errno.ENOSYS)
    is_device = type(name) is str and name.startswith(("/dev/", "/proc/"))
    return is_device and error.errno == errno.ENOENT


MOST_FRAMES = 6
"""Maximum lines that are reported of one exception, the outermost and the innermost."""


def where_of(error: BaseException, names: Collection[str]) -> str:
    """Return the lines of the files *names* that *error* passed through, the outermost first.

    Each has the form "file, line n" or "file, line n, columns a-b"; columns count bytes from 0. The
    lines are separated by line breaks. Returns "" if there are none. An UnboundLocalError has no
    columns: Python 3.11 gives other ones once the code has run often, so equal calls would get
    unequal replies.
    """
    if isinstance(error, SyntaxError) and error.filename in names:
        line = f"{error.filename}, line {error.lineno}"
        offset = error.offset
        if type(offset) is not int or offset < 1:
            return line
        return f"{line}, columns {offset - 1}-{offset}"
    lines: list[str] = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename in names:
            is_unbound = issubclass(type(error), UnboundLocalError)
            columns = "" if is_unbound else columns_of(code, step.tb_lasti)
            line = f"{code.co_filename}, line {step.tb_lineno}{columns}"
            if lines[-1:] != [line]:
                lines.append(line)
            if len(lines) > MOST_FRAMES:
                del lines[MOST_FRAMES // 2]
        step = step.tb_next
    return "\n".join(lines)


def columns_of(code: CodeType, instruction: int) -> str:
    """Return ", columns a-b" of an instruction within one line, or "" if they are unknown."""
    if not hasattr(code, "co_positions"):  # before Python 3.11
        return ""
    for index, (line, last_line, begin, end) in enumerate(code.co_positions()):
        if 2 * index == instruction:
            is_known = None not in (line, begin, end) and line == last_line
            return f", columns {begin}-{end}" if is_known else ""
    return ""


def kind_of(error: BaseException) -> str:
    """Return "memory", "recursion" or "error"."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RecursionError):
        return "recursion"
    return "error"


def lacks_a_name(error: BaseException, names: Collection[str]) -> bool:
    """Return whether the driver used an attribute that a class in the files *names* lacks."""
    if not isinstance(error, AttributeError):
        return False
    owner = type(getattr(error, "obj", None))
    return f"{getattr(owner, '__module__', '')}.py" in names


def exception_row(error: BaseException, names: Collection[str]) -> tuple[str, str, str, str]:
    """Return type, text, lines and kind of an exception; *names* are the submitted files."""
    return (
        type(error).__name__[:100],
        text_of(error),
        where_of(error, names),
        kind_of(error),
    )
