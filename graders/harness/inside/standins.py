"""Functions that replace a submission's functions and look like them.

A submission may call its functions by position or by keyword, and with parameters that the handout
lacks. A stand-in accepts the arguments of the function that it replaces, has its name, and calls it
if it has no result itself. A wrong call fails with the message of the replaced function.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import inspect

OWN = object()
"""Returned by a stand-in's *does* to call the replaced function."""

TAKES_MORE = 0x04 | 0x08
"""Flags of a function's code: it accepts any further arguments, by position or by name."""


def stand_in(
    function: Any, name: str, parameters: tuple[str, ...], does: Callable[..., Any]
) -> Callable[..., Any]:
    """Return a function to replace *function*, which is None if the submission lacks it.

    *name* is its name in the handout. *does* is called with the arguments for *parameters*, the
    handout's names, in that order. They are matched by name, or by position if the submission uses
    other names. *does* returns the result, or OWN.
    """
    is_plain = _takes_just(function, parameters)
    signature = None if is_plain else _signature(function, parameters)

    def standing(*arguments: Any, **keywords: Any) -> Any:
        values: tuple[Any, ...] | list[Any] | None = arguments
        if not is_plain or keywords or len(arguments) != len(parameters):
            own_signature = _signature(function, parameters) if is_plain else signature
            values = _matched(own_signature, parameters, arguments, keywords)
        result = OWN if values is None else does(*values)
        if result is not OWN:
            return result
        if function is None:
            raise NameError(f"name {name!r} is not defined")
        return function(*arguments, **keywords)

    attributes = vars(standing)
    if function is None:
        standing.__name__ = standing.__qualname__ = name
    else:
        functools.update_wrapper(standing, function)
        if not is_plain:  # otherwise code that inspects the signature needs it
            del attributes["__wrapped__"]
    if signature is not None:
        attributes["__signature__"] = signature
    attributes["stands_for"] = function
    return standing


def _takes_just(function: Any, parameters: tuple[str, ...]) -> bool:
    """Return whether *function* is a Python function with exactly these *parameters*."""
    if type(function) is not types.FunctionType or vars(function):
        return False
    code = function.__code__
    if code.co_posonlyargcount or code.co_kwonlyargcount or code.co_flags & TAKES_MORE:
        return False
    return code.co_varnames[: code.co_argcount] == parameters


def own_of(function: Any) -> Any:
    """Return the function that *function* replaces, or *function* itself."""
    return getattr(function, "stands_for", function)


def _signature(function: Any, parameters: tuple[str, ...]) -> inspect.Signature | None:
    import inspect  # rarely needed, and a tenth of a plain process's start

    if function is None:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter(name, kind) for name in parameters])
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def _matched(
    signature: inspect.Signature | None,
    parameters: tuple[str, ...],
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> tuple[Any, ...] | list[Any] | None:
    """Return the arguments for *parameters*, or None if the call does not match them clearly."""
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
