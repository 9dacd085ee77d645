"""Functions that stand in for a submission's own, and look like them.

A submission may call its functions by position or by keyword, and give them parameters that the
handout does not have. A stand-in takes the arguments of the function it replaces, bears its name,
and hands everything on when it has no answer of its own. A wrong call fails with the message that
the own function fails with.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import inspect

OWN = object()
"""Returned by a stand-in's *does* to call the submission's own function."""

TAKES_MORE = 0x04 | 0x08
"""Flags of a function's code: it takes any further arguments, by position or by name."""


def stand_in(
    own: Any, name: str, parameters: tuple[str, ...], does: Callable[..., Any]
) -> Callable[..., Any]:
    """Return a function to put in place of *own* (None if the submission has none).

    *name* is its name in the handout. *does* is called with the arguments for *parameters*, the
    handout's names, in that order: found by name, or by position if the submission has names of its
    own. It returns the result, or OWN.
    """
    is_plain = _takes_just(own, parameters)
    signature = None if is_plain else _signature(own, parameters)

    def standing(*arguments: Any, **keywords: Any) -> Any:
        values: tuple[Any, ...] | list[Any] | None = arguments
        if not is_plain or keywords or len(arguments) != len(parameters):
            known = _signature(own, parameters) if is_plain else signature
            values = _matched(known, parameters, arguments, keywords)
        result = OWN if values is None else does(*values)
        if result is not OWN:
            return result
        if own is None:
            raise NameError(f"name {name!r} is not defined")
        return own(*arguments, **keywords)

    attributes = vars(standing)
    if own is None:
        standing.__name__ = standing.__qualname__ = name
    else:
        functools.update_wrapper(standing, own)
        if not is_plain:  # else it shows the signature to code that looks for one
            del attributes["__wrapped__"]
    if signature is not None:
        attributes["__signature__"] = signature
    attributes["stands_for"] = own
    return standing


def _takes_just(own: Any, parameters: tuple[str, ...]) -> bool:
    """Return whether *own* is a Python function with just these *parameters*, by these names."""
    if type(own) is not types.FunctionType or vars(own):
        return False
    code = own.__code__
    if code.co_posonlyargcount or code.co_kwonlyargcount or code.co_flags & TAKES_MORE:
        return False
    return code.co_varnames[: code.co_argcount] == parameters


def own_of(function: Any) -> Any:
    """Return the function that *function* stands in for, or *function* itself."""
    return getattr(function, "stands_for", function)


def _signature(own: Any, parameters: tuple[str, ...]) -> inspect.Signature | None:
    import inspect  # hardly ever needed, and a tenth of a plain process's start

    if own is None:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter(name, kind) for name in parameters])
    try:
        return inspect.signature(own)
    except (TypeError, ValueError):
        return None


def _matched(
    signature: inspect.Signature | None,
    parameters: tuple[str, ...],
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> tuple[Any, ...] | list[Any] | None:
    """Return the arguments for *parameters*, or None if the call does not fit or is unclear."""
    if signature is None:
        return arguments if len(arguments) == len(parameters) and not keywords else None
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError:
        return None
    bound.apply_defaults()
    in_order: list[tuple[str | None, Any]] = []
    for name, value in bound.arguments.items():
        kind = signature.parameters[name].kind.name
        if kind == "VAR_POSITIONAL":
            in_order += [(None, item) for item in value]
        elif kind != "VAR_KEYWORD":
            in_order.append((name, value))
    named: dict[str | None, Any] = dict(in_order)
    for keyword, value in keywords.items():
        named.setdefault(keyword, value)
    values = []
    for index, name in enumerate(parameters):
        if name in named:
            values.append(named[name])
        elif index < len(in_order) and in_order[index][0] not in parameters:
            values.append(in_order[index][1])
        else:
            return None
    return values
