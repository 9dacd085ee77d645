"""Comparisons of plain data besides equality: numbers within a tolerance, lists in any order, and
exceptions.

One rule holds here, in ``expect`` and in scenarios: values are equal as in Python. So ``True``
equals 1 and ``False`` equals 0, and a list never equals a tuple. Where only a bool is right, a
check says so: ``assert result is True``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from functools import singledispatch
from typing import Any, NoReturn

from graders.harness.assignment import value_kinds
from graders.harness.assignment.check import EXCEPTIONS, Exhibits, expect, value, wrong
from graders.harness.protocol.values import Opaque
from graders.harness.result import Text, printable

_NUMBERS = frozenset([bool, int, float])


def expect_close(
    got: object,
    want: object,
    message: str = "",
    *,
    rel: float = 1e-9,
    abs: float = 0.0,
    exhibits: Exhibits = (),
) -> None:
    """Fail unless *got* equals *want*, with each number within a tolerance.

    A number may differ by *rel* times the larger of both, or by *abs*; nan is equal to nan here,
    and inf to inf. The rest is compared by ==, with numbers at any depth of lists, tuples, the
    values of dictionaries, and kinds of values (:mod:`.value_kinds`).
    """
    is_close = functools.partial(_is_close, rel=rel, abs=abs)
    if not value_kinds.same(got, want, is_close):
        exhibits = exhibits or (
            value("expected", want),
            value("got", got),
            value("tolerance", max(rel, abs)),
        )
        reason = value_kinds.fault(got, want, is_close)
        if reason:
            wrong(message, reason, exhibits)
        expect(got, _Never(), message, exhibits)


class _Never:
    """Equal to nothing."""

    __slots__ = ()


def _is_close(got: Any, want: Any, rel: float, abs: float) -> bool:
    """Return whether both are numbers that are close, or are equal."""
    if type(want) in _NUMBERS:
        return type(got) in _NUMBERS and _is_near(got, want, rel, abs)
    return bool(got == want)


def _is_near(got: Any, want: Any, rel: float, abs: float) -> bool:
    try:
        is_nan = math.isnan(got), math.isnan(want)
        return all(is_nan) or math.isclose(got, want, rel_tol=rel, abs_tol=abs)
    except OverflowError:  # an integer beyond all floats
        return bool(got == want)


def expect_unordered(
    got: object, want: Iterable[object], message: str = "", exhibits: Exhibits = ()
) -> None:
    """Fail unless *got* is a list or tuple of the items of *want*, in any order.

    The items may be of any plain data. For printed lines, compare ``text.splitlines()``.
    """
    due = list(want)
    is_list = isinstance(got, list | tuple)
    items: Any = got if is_list else [_Never()]
    if sorted(map(_form, items)) == sorted(map(_form, due)):
        return
    exhibits = exhibits or (value("expected, in any order", due), value("got", got))
    if is_list and len(items) != len(due) and not message:
        fewer = "fewer" if len(items) < len(due) else "more"
        wrong("", f"There are {fewer} items than {len(due)}.", exhibits)
    expect(got, _Never(), message, exhibits)


@singledispatch
def _form(item: object) -> str:
    """Return a text that equal items share; its length is linear in the size of *item*."""
    return repr(item)


@_form.register
def _(item: int) -> str:
    return repr(int(item))


@_form.register
def _(item: float) -> str:
    return repr(int(item) if item.is_integer() else item)


@_form.register
def _(item: list) -> str:  # type: ignore[type-arg]
    return f"list({','.join(map(_form, item))})"


@_form.register
def _(item: tuple) -> str:  # type: ignore[type-arg]
    return f"tuple({','.join(map(_form, item))})"


@_form.register(set)
@_form.register(frozenset)
def _(item: Iterable[object]) -> str:
    return f"set({','.join(sorted(map(_form, item)))})"


@_form.register
def _(item: dict) -> str:  # type: ignore[type-arg]
    pairs = [f"{_form(key)}:{_form(part)}" for key, part in item.items()]
    return f"dict({','.join(sorted(pairs))})"


@_form.register
def _(item: Opaque) -> str:
    return f"opaque({id(item)})"


def expect_raises(outcome: object, exception: type[BaseException] | str, message: str = "") -> None:
    """Fail unless *outcome*, of ``student.attempt``, is an exception of this class or a subclass.

    exception: a class of Python, or the name of any class.
    """
    name = exception if isinstance(exception, str) else exception.__name__
    match outcome:
        case ["raised", [*kinds], str(text)]:
            if name in kinds:
                return
            raised(name, str(kinds[0]) if kinds else "", text, message)
        case ["returned", result]:
            got = "it returned None" if result is None else "it returned a value"
            wrong(message, f"It should raise {name}, but {got}.", [value("got", result)])
        case _:
            wrong(message, f"It should raise {name}, but it did neither raise nor return.")


def raised(wanted: str, kind: str, text: str, message: str = "") -> NoReturn:
    """End the check as failed by an exception of the class *kind*, where it should be *wanted*.

    The program's own words are an exhibit, which a released message does not have.
    """
    did = f"raised {kind if kind in EXCEPTIONS else 'another exception'}"
    if kind == "SystemExit":
        did = "called exit(), which ends the program"
    exhibit = Text(label="got", text=printable(f"{kind}: {text}"))
    wrong(message, f"It should raise {wanted}, but it {did}.", [exhibit])
