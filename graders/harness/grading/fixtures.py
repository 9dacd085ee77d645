"""Fixtures of checks.

A fixture of an author may use ``student`` and other fixtures, have parameters and ``yield``. It is
set up for every run of its check: once a variant, and once an example of a property.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from graders.harness.assignment.check import CheckError

if TYPE_CHECKING:
    import pytest

SESSIONS = ("student", "reference")
"""Arguments of a check that are sessions."""
_PARAMETER = "get_direct_param_fixture_func"
"""pytest's function of a fixture that stands for an argument of parametrize."""
Provided = Mapping[str, Callable[[Any], object]]
"""See `CallsByName.fixtures`."""


def own(item: pytest.Item, provided: Provided) -> dict[str, Any]:
    """Return the definitions of fixtures that a check asks for and that pytest does not set up."""
    info: Any = item._fixtureinfo  # type: ignore[attr-defined]
    found = {name: info.name2fixturedefs[name][-1] for name in _asked(item)}
    return {
        name: fixture
        for name, fixture in found.items()
        if (name in provided or fixture.baseid) and fixture.func.__name__ != _PARAMETER
    }


def _asked(item: pytest.Item) -> list[str]:
    info: Any = item._fixtureinfo  # type: ignore[attr-defined]
    return [name for name in info.names_closure if info.name2fixturedefs.get(name)]


def with_fixtures(
    item: pytest.Item, body: Callable[..., object], provided: Provided
) -> Callable[..., object]:
    """Return *body* with the fixtures of the check set up around it; *provided* are those instead
    of pytest's.
    """
    fixtures = own(item, provided)
    if not fixtures:
        return body
    wanted = set(item._fixtureinfo.argnames)  # type: ignore[attr-defined]

    @functools.wraps(body)
    def run(**arguments: Any) -> object:
        values = {name: value for name, value in arguments.items() if name not in fixtures}
        with ExitStack() as stack:

            def value_of(name: str) -> object:
                if name not in values:
                    values[name] = set_up(name)
                return values[name]

            def set_up(name: str) -> object:
                if name == "request":
                    return _request(item, None)
                if name in provided:
                    made: Any = provided[name](value_of("student"))
                    return stack.enter_context(made) if hasattr(made, "__enter__") else made
                fixture = fixtures[name]
                given = {
                    argument: value_of(argument)
                    for argument in fixture.argnames
                    if argument != "request"
                }
                if "request" in fixture.argnames:
                    given["request"] = _request(item, arguments.get(name))
                function = _bound(item, fixture.func)
                result = function(**given)
                if not _is_generator(fixture.func):
                    return result
                return stack.enter_context(contextmanager(lambda: result)())

            for name in fixtures:
                value_of(name)
            return body(
                **{
                    name: fixture
                    for name, fixture in values.items()
                    if name in wanted
                    or (name in arguments and name not in SESSIONS and name not in fixtures)
                }
            )

    return run


def ends_like_a_check(body: Callable[..., object]) -> Callable[..., object]:
    """Return *body*, where ``pytest.fail`` is a wrong answer and ``pytest.skip`` a fault of the
    check: pytest's exceptions for both would end the grading of the class.
    """
    import pytest  # not at the top, because it takes long

    @functools.wraps(body)
    def run(**arguments: Any) -> object:
        try:
            return body(**arguments)
        except pytest.fail.Exception as failed:
            raise AssertionError(failed.msg or "") from None
        except pytest.skip.Exception:
            raise CheckError("the check is skipped, which no check can be") from None

    return run


def _is_generator(function: Callable[..., object]) -> bool:
    import inspect

    return inspect.isgeneratorfunction(function)


def _bound(item: pytest.Item, function: Any) -> Callable[..., Any]:
    """Return the function of a fixture; one of a class with its instance."""
    instance = getattr(item, "instance", None)
    is_of_class = instance is not None and hasattr(type(instance), function.__name__)
    bound: Callable[..., Any] = (
        function.__get__(instance)
        if is_of_class and not hasattr(function, "__self__")
        else function
    )
    return bound


def _request(item: Any, parameter: object) -> SimpleNamespace:
    return SimpleNamespace(
        param=parameter,
        node=item,
        function=item.function,
        instance=getattr(item, "instance", None),
        cls=item.cls,
        module=item.module,
    )
