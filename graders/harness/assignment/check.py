"""The parts of an assignment's checks: the ``check`` mark, and the ways to fail.

A check is an ordinary pytest function, or a Hypothesis property, under :func:`check`. It calls the
fixtures ``student`` and ``reference``. It fails by :func:`expect`, :func:`fail` or a plain ``assert
condition, "words for the student"``. Any other exception is a fault of the grader, so test the
shape of an answer before using its parts.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from graders.harness.assignment import value_kinds
from graders.harness.errors import GraderError
from graders.harness.protocol.values import Opaque
from graders.harness.result import (
    CAUSES,
    Cause,
    CauseKind,
    Exhibit,
    Picture,
    Square,
    Text,
    Verdict,
    Visibility,
    exact,
    printable,
)

if TYPE_CHECKING:
    import pytest

MARK = "grader_check"
NOTE = "note"
"""The label of the exhibit of Hypothesis' notes."""


EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
"""Names of exceptions that the words of a check may have: a program can name its own classes after
a hidden input.
"""


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """The properties of a check that are fixed before it runs."""

    id: str
    task: str
    marks: Fraction
    visibility: Visibility
    variants: tuple[str, ...]
    asks: tuple[str, ...]
    title: str | None
    tags: tuple[str, ...] = ()


def check(
    id: str,
    *,
    task: str,
    marks: float | int | Fraction,
    visibility: str = "public",
    variants: Iterable[str] = ("own",),
    asks: Iterable[str] = (),
    title: str | None = None,
    tags: Iterable[str] = (),
) -> pytest.MarkDecorator:
    """Mark a test as a check.

    id: unique within the assignment, ``part.rule``; task: a task's id in the manifest; marks: its
    weight; visibility: "public" (students run it) or "hidden"; variants: "own" for the submission's
    own files, or names of the manifest's variants: the check runs in each until it passes, and the
    best outcome counts; asks: operations of the reference that the sandbox may call back while this
    check runs, never an operation whose result the check grades; title: its name for students
    (default: the first line of the docstring); tags: words by which the manifest may leave checks
    out.

    It also works in ``pytest.param(..., marks=check(...))``.
    """
    import pytest

    spec = CheckSpec(
        id,
        task,
        exact(marks),
        Visibility(visibility),
        tuple(variants),
        tuple(asks),
        title,
        tuple(tags),
    )
    mark: Callable[[CheckSpec], pytest.MarkDecorator] = getattr(pytest.mark, MARK)
    return mark(spec)


class CheckFailed(AssertionError):
    """A wrong answer, with its message and exhibits.

    is_described: whether the author's words are in the message; else reports add the call.
    """

    def __init__(
        self, message: str, exhibits: tuple[Exhibit, ...], *, is_described: bool = True
    ) -> None:
        super().__init__(message)
        self.message = message
        self.exhibits = exhibits
        self.is_described = is_described


class CheckError(GraderError):
    """A check breaks a rule for checks: a fault of the grader, not of a submission."""


class Misbehaved(Exception):
    """A call without a proper answer, with its cause and exhibits.

    where: the lines of the submission that led to it, the outermost first, each as "file, line n",
    separated by line breaks. Untrusted, because the sandbox sent it.
    """

    def __init__(self, cause: Cause, exhibits: tuple[Exhibit, ...] = (), where: str = "") -> None:
        super().__init__(cause.summary())
        self.cause = cause.safe()
        self.exhibits = exhibits
        self.where = where

    @property
    def verdict(self) -> Verdict:
        """The check's verdict."""
        return CAUSES[self.cause.kind].verdict

    def showing(self, *exhibits: Exhibit) -> Misbehaved:
        """Return a copy with more exhibits."""
        return Misbehaved(self.cause, (*self.exhibits, *exhibits), self.where)

    def slow(self, reason: str) -> Misbehaved:
        """Return a copy that explains an exceeded CPU time limit by *reason*, if that is not ""."""
        if self.cause.kind is not CauseKind.CPU_LIMIT:
            return self
        cause = msgspec.structs.replace(self.cause, detail=reason)
        return Misbehaved(cause, self.exhibits, self.where)

    def about(self, context: str) -> Misbehaved:
        """Return a copy with the check's description of the failed call."""
        context = ": ".join(filter(None, (context, self.cause.context)))
        cause = msgspec.structs.replace(self.cause, context=context)
        return Misbehaved(cause, self.exhibits, self.where)


def exception_cause(kind: str, text: str, where: str) -> Cause:
    """Return the cause of an exception of type *kind*; *where* as in :class:`Misbehaved`."""
    file, line = innermost(where)
    return Cause(CauseKind.EXCEPTION, file=file, line=line, name=kind, detail=text)


_LINE = re.compile(r"(?P<file>[^\n]{1,100}?), line (?P<line>\d{1,7})(?:, columns \d+-\d+)?")


def innermost(where: str) -> tuple[str, int]:
    """Return file and line of the innermost of the lines *where*, or ("", 0) if there is none."""
    line = _LINE.fullmatch(where.rpartition("\n")[2])
    return (line["file"], int(line["line"])) if line else ("", 0)


Exhibits = Iterable[Exhibit] | Callable[[], Iterable[Exhibit]]


def fail(message: str, exhibits: Exhibits = ()) -> NoReturn:
    """End the check as failed. *exhibits* may be a function, so that pictures are drawn only if
    needed.
    """
    raise CheckFailed(message, tuple(exhibits() if callable(exhibits) else exhibits))


def wrong(message: str, reason: str, exhibits: Exhibits = ()) -> NoReturn:
    """End the check as failed, for a *reason* found by comparison, behind the author's message."""
    evidence = tuple(exhibits() if callable(exhibits) else exhibits)
    text = " ".join(filter(None, (message, reason)))
    raise CheckFailed(text, evidence, is_described=bool(message))


def expect(got: object, want: object, message: str = "", exhibits: Exhibits = ()) -> None:
    """Fail unless *got* equals *want*; without a *message*, reports call the result wrong.

    Both are plain data, so no student code decides the comparison. Equality is Python's, as in
    scenarios: ``True`` equals 1. Kinds of values have their own rules
    (:mod:`.value_kinds`). A value that could not leave the sandbox equals nothing, and the message
    says so.
    """
    if got != want and not value_kinds.same(got, want, value_kinds.equal):
        if not exhibits:
            exhibits = (value("expected", want), value("got", got))
        left_behind = "" if _is_iterator(want) else _left_behind(got)
        reason = value_kinds.fault(got, want) or left_behind or NAN * (repr(got) == repr(want))
        wrong(message, reason, exhibits)


_DRAWN = frozenset(
    (
        *("generator", "map", "filter", "zip", "range", "enumerate", "reversed"),
        *("dict_keys", "dict_values", "dict_items", "list_iterator"),
    )
)
"""Types of which ``list(...)`` is plain data."""

NAN = "nan equals nothing; the check needs expect_close."
_OPAQUE = re.compile(r"<a (?P<name>[^<>]{1,100}) object>")


def _left_behind(got: object) -> str:
    """Return a sentence about the first part of *got* that is not plain data, or ""."""
    if _is_iterator(got):
        return "The result is an iterator, such as a generator or a map: return list(...)."
    part = _OPAQUE.search(repr(got))
    if part is None:
        return ""
    verb = "is" if isinstance(got, Opaque) else "contains"
    # a program can name its own classes after a hidden input
    known = part["name"] in _DRAWN
    of_type = f" of the type {part['name']}" if known else ""
    advice = ": return list(...)" * known
    return f"The result {verb} an object{of_type}, which cannot leave the sandbox{advice}."


def value(label: str, content: Any) -> Text:
    """Return an exhibit of a plain value; of an iterator's items, for a grader without a driver."""
    text = value_kinds.shown(content)
    if _is_iterator(content):
        items = value_kinds.shown(content["items"])
        more = ", ..." if content["more"] else ""
        text = f"an iterator of {items}{more}"
    return Text(label=label, text=printable(text))


def _is_iterator(content: Any) -> bool:
    """Return whether *content* is an iterator of the submission as plain data."""
    return isinstance(content, dict) and dict.keys(content) == {"class", "items", "more"}


def text(label: str, content: str) -> Text:
    """Return an exhibit of lines of text."""
    return Text(label=label, text=printable(content))


def picture(label: str, side: int, squares: Iterable[tuple[str, int, int, int]]) -> Picture:
    """Return an exhibit of a board; *side* and *squares*, (letter, x, y, size), in unit cells."""
    return Picture(
        label=label,
        side=side,
        squares=tuple(Square(letter=letter, x=x, y=y, size=size) for letter, x, y, size in squares),
    )


def spec_of(item: pytest.Item) -> CheckSpec | None:
    """Return the check of *item*, or None for any other test."""
    mark = item.get_closest_marker(MARK)
    return None if mark is None else mark.args[0]


def title_of(item: pytest.Item, spec: CheckSpec) -> str:
    """Return the check's title for students."""
    function: Any = getattr(item, "function", None)
    lines = (function.__doc__ or "").strip().splitlines()
    return spec.title or (lines[0].strip() if lines else "")
