"""The functions of a finished bundle, to be called with any plain values (``answering.py``)."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import itertools
import marshal
import signal
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

MOST_TOO_LONG = 3
"""Calls of one helper that may exceed their time; then it is left out."""
TICK_SECONDS = 0.02
MOST_ITEMS = 4000
"""Items that are drawn from a generator."""

OBJECT = "an object: "
GIVEN = {"student", "reference", "showing", "self"}
"""Parameters for which no part of a call is an argument."""

Value = Any


class TooLong(BaseException):
    """A call exceeded its time. No Exception, which a helper would catch."""


# Plain values.


def plain(value: Value) -> Value:
    """Return *value* with lists for tuples and sets, and texts for all that is not plain."""
    return _PLAIN.get(type(value), _named)(value)


def _named(value: object) -> str:
    return f"{OBJECT}{type(value).__name__}"


def _is_object(value: Value) -> bool:
    return isinstance(value, str) and value.startswith(OBJECT)


def _same(value: Value) -> Value:
    return value


def _each(values: Iterable[Value]) -> list[Value]:
    kinds = ((_PLAIN.get(type(value), _named), value) for value in values)
    return [value if kind is _same else kind(value) for kind, value in kinds]


_PLAIN: dict[type, Callable[[Any], Value]] = {
    **dict.fromkeys((int, str, bool, type(None), bytes), _same),
    **dict.fromkeys((list, tuple), _each),
    **dict.fromkeys((set, frozenset), lambda value: sorted(_each(value), key=repr)),
    float: lambda value: int(value) if value.is_integer() else value,
    dict: lambda value: dict(zip(map(str, value), _each(value.values()), strict=True)),
    types.GeneratorType: lambda value: _each(itertools.islice(value, MOST_ITEMS)),
}


def key_of(value: Value) -> bytes:
    """Return bytes that are equal for equal plain values; True is not 1."""
    return marshal.dumps(value, 0)  # the first format, which has no references


def parts(value: Value, name: str, deepest: int) -> Iterator[tuple[str, Value]]:
    """Yield *value* and its parts, each with a name."""
    yield name, value
    inner: Iterable[tuple[str, Value]] = ()
    if isinstance(value, dict):
        inner = ((f"{name}.{key}", part) for key, part in value.items())
    elif isinstance(value, list) and len(value) <= 8:
        inner = ((f"{name}[{index}]", part) for index, part in enumerate(value))
    if deepest:
        for of, part in inner:
            yield from parts(part, of, deepest - 1)


def forms(value: Value, name: str, deepest: int) -> Iterator[tuple[str, Value]]:
    """Yield *value*, its parts, and other forms of each, each with a name."""
    for of, part in parts(value, name, deepest):
        yield of, part
        for how, form in _FORMS.get(type(part), {}).items():
            with contextlib.suppress(TypeError, ValueError, AttributeError, LookupError):
                yield how.format(of), form(part)


def _lines(text: str) -> list[str]:
    first, second, *more = text.splitlines()
    return [first, second, *more]


def _transposed(rows: Any) -> list[Any]:
    turned = [*zip(*rows, strict=True)]
    return ["".join(item) for item in turned] if isinstance(rows[0], str) else _each(turned)


_FORMS: dict[type, dict[str, Callable[[Any], Value]]] = {
    str: {
        "lines of {}": _lines,
        "lines of {} but the last": lambda text: "\n".join(_lines(text)[:-1]),
    },
    list: {
        "{} joined": "".join,
        "{} as lines": "\n".join,
        "{} transposed": _transposed,
    },
}
"""Type of a value -> its other forms, by name; they raise for values that have none."""


# Helpers of the bundle.


class Helper:
    """A function of the bundle. Raises ValueError if no part of a call can be an argument."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.function = function
        self._too_long = 0
        """Number of calls that exceeded their time."""
        parameters = inspect.signature(function).parameters
        needed = [
            parameter for parameter in parameters.values() if parameter.default is parameter.empty
        ]
        if GIVEN & parameters.keys() or any(
            parameter.kind is parameter.KEYWORD_ONLY for parameter in needed
        ):
            raise ValueError(name)
        by_place = [
            parameter
            for parameter in parameters.values()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        self._fewest = len([parameter for parameter in by_place if parameter in needed])
        self._accepts = [
            _TYPES.get(_type_name(parameter.annotation), object) for parameter in by_place
        ]

    def takes(self, number: int) -> bool:
        """Return whether the helper accepts *number* arguments."""
        return self._fewest <= number <= len(self._accepts)

    def results(self, values: Sequence[Value]) -> list[Value]:
        """Return what was printed, the result and the changed first argument, as plain values; []
        if the helper does not accept the arguments, fails, or returns an object.
        """
        if self._too_long == MOST_TOO_LONG or not all(map(isinstance, values, self._accepts)):
            return []
        given = marshal.loads(marshal.dumps([*values]))
        sys.stdout = printed = io.StringIO()
        try:
            with _WATCH.call():
                result = plain(self.function(*given))
        except TooLong:
            self._too_long += 1
            return []
        except BaseException:  # a check's failure is no Exception
            return []
        changed = None if given[0] == values[0] else plain(given[0])
        found = [printed.getvalue(), result, changed]
        return [result for result in found if result not in ("", None) and not _is_object(result)]


class Watch:
    """Ends a call that is still the same one at the second tick of a clock of CPU time."""

    def __init__(self) -> None:
        self._calls = itertools.count(1)
        self._now = self._seen = 0
        """Numbers of the call that runs, and of the one at the last tick; 0 if none does."""

    @contextlib.contextmanager
    def call(self) -> Iterator[None]:
        """Watch what runs inside."""
        self._now = next(self._calls)
        try:
            yield
        finally:
            self._now = 0

    def tick(self, *_: object) -> None:
        """End the call that the last tick saw, too."""
        seen, self._seen = self._seen, self._now
        if self._now and seen == self._now:
            self._now = 0
            raise TooLong


_WATCH = Watch()


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Let calls that take too much CPU time end by TooLong."""
    before = signal.signal(signal.SIGPROF, _WATCH.tick)
    signal.setitimer(signal.ITIMER_PROF, TICK_SECONDS, TICK_SECONDS)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


_TYPES: dict[str, Any] = {
    "int": int, "str": str, "bool": bool, "float": (int, float), "bytes": bytes,
    "list": list, "dict": dict, "tuple": (list, tuple), "set": (),
    "Sequence": (list, str), "Mapping": dict, "Callable": (),
}  # fmt: skip
"""Name of a type in an annotation -> the types of plain values that are tried for it."""


def _type_name(annotation: object) -> str:
    text = getattr(annotation, "__name__", str(annotation))
    return "" if "|" in text else text.partition("[")[0]


def helpers(bundle: Path) -> tuple[list[Helper], dict[str, Value]]:
    """Return the helpers and the constants of the graders' modules in *bundle*."""
    found: dict[int, Helper] = {}
    constants: dict[str, Value] = {}
    for name, value in _members(bundle):
        for called, function in _functions(name, value):
            with contextlib.suppress(ValueError, TypeError):
                found.setdefault(id(function), Helper(called, function))
        tables = {name: value}
        if type(value) is dict:
            tables = {f"{name}[{at!r}]": part for at, part in value.items()}
        constants |= {
            called: plain(table)
            for called, table in tables.items()
            if isinstance(table, list | tuple) and len(repr(table)) < 60
        }
    return list(found.values()), constants


def _members(bundle: Path) -> Iterator[tuple[str, Any]]:
    """Yield what the graders' modules in *bundle* define, with its name."""
    for path in sorted((bundle / "graders").rglob("[!_]*.py")):
        name = ".".join(path.relative_to(bundle).with_suffix("").parts)
        if not name.startswith("graders.harness"):
            # some is code for the box, which has other modules
            with contextlib.suppress(Exception):
                for key, value in vars(importlib.import_module(name)).items():
                    is_own = getattr(value, "__module__", name) == name
                    if is_own and not key.startswith(("__", "test_")):
                        yield f"{name}.{key}", value


def _functions(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield *value*, or the methods of the class or object that it is, with their names."""
    if inspect.isfunction(value):
        yield name, value
        return
    owner = value if inspect.isclass(value) else type(value)
    if owner.__module__.startswith("graders.") and not issubclass(owner, BaseException):
        for method, function in vars(owner).items():
            if inspect.isfunction(function) and not method.startswith("__"):
                is_bound = owner is not value
                yield (
                    f"{name}.{method}",
                    getattr(value, method) if is_bound else _made(owner, function),
                )


def _made(owner: type, method: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return a function that makes an *owner* and calls *method*; None for many arguments."""
    calls: dict[tuple[int, int], Callable[..., Any]] = {
        (0, 2): lambda one: method(owner(), one),
        (0, 3): lambda one, two: method(owner(), one, two),
        (1, 1): lambda one: method(owner(one)),
        (1, 2): lambda one, two: method(owner(one), two),
        (2, 1): lambda one, two: method(owner(one, two)),
    }
    return calls.get((_number_of_parameters(owner), _number_of_parameters(method)))


def _number_of_parameters(function: Callable[..., Any]) -> int:
    try:
        return len(inspect.signature(function).parameters)
    except (ValueError, TypeError):  # an unusual metaclass
        return -1
