"""The functions of a finished bundle, to be called with any plain values (``answering.py``)."""

from __future__ import annotations

import contextlib
import copy
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

OBJECT = "an object: "
GIVEN = {"student", "reference", "showing", "self"}
"""Parameters for which no part of a call is an argument."""

Value = Any


class TooLong(BaseException):
    """A call exceeded its time. No Exception, which a helper would catch."""


# Plain values.


_PLAIN = {int, str, bool, type(None), bytes}


def plain(value: Value, deepest: int = 60) -> Value:
    """Return *value* with lists for tuples and sets, and texts for all that is not plain."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is float:
        return int(value) if value.is_integer() else value
    if deepest < 0:
        return "(too deep)"
    if kind in (list, tuple):
        return [
            part if type(part) in _PLAIN else plain(part, deepest - 1) for part in value
        ]
    if kind in (set, frozenset):
        return sorted((plain(part, deepest - 1) for part in value), key=repr)
    if kind is dict:
        return {str(key): plain(part, deepest - 1) for key, part in value.items()}
    if kind is types.GeneratorType:
        return [plain(part, deepest - 1) for part in itertools.islice(value, 4000)]
    return f"{OBJECT}{kind.__name__}"


def _is_object(value: Value) -> bool:
    return isinstance(value, str) and value.startswith(OBJECT)


def key_of(value: Value) -> bytes:
    """Return bytes that are equal for equal plain values; True is not 1."""
    return marshal.dumps(value, 0)  # the first format, which has no references


def parts(value: Value, name: str, deepest: int = 3) -> Iterator[tuple[str, Value]]:
    """Yield *value* and its parts, each with a name."""
    yield name, value
    if deepest and isinstance(value, (list, tuple)) and len(value) <= 8:
        for index, part in enumerate(value):
            yield from parts(part, f"{name}[{index}]", deepest - 1)
    elif deepest and isinstance(value, dict):
        for key, part in value.items():
            yield from parts(part, f"{name}.{key}", deepest - 1)


def rewritten(value: Value, name: str) -> Iterator[tuple[str, Value]]:
    """Yield other forms of *value*: transposed, joined, split."""
    if isinstance(value, str) and "\n" in value:
        lines = value.splitlines()
        yield f"lines of {name}", lines
        yield f"lines of {name} but the last", "\n".join(lines[:-1])
    elif isinstance(value, (list, tuple)) and value:
        if all(isinstance(part, str) for part in value):
            yield f"{name} joined", "".join(value)
            yield f"{name} as lines", "\n".join(value)
        if all(isinstance(part, (list, tuple, str)) for part in value):
            lengths = {len(part) for part in value}
            if lengths != {0} and len(lengths) == 1:
                turned = zip(*value, strict=False)
                is_text = isinstance(value[0], str)
                rows = [("".join(row) if is_text else list(row)) for row in turned]
                yield f"{name} transposed", rows


def forms(value: Value, name: str, deepest: int) -> Iterator[tuple[str, Value]]:
    """Yield *value*, its parts, and other forms of each, each with a name."""
    for of, part in parts(value, name, deepest):
        yield of, part
        yield from rewritten(part, of)


# Helpers of the bundle.


class Helper:
    """A function or class of the bundle."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.function = function
        signature = inspect.signature(function)
        if GIVEN & signature.parameters.keys():
            raise ValueError
        some = [
            one
            for one in signature.parameters.values()
            if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
        ]
        self._fewest = sum(one.default is one.empty for one in some)
        self._too_long = 0
        """Number of calls that exceeded their time."""
        if any(
            one.kind is one.KEYWORD_ONLY and one.default is one.empty
            for one in signature.parameters.values()
        ):
            raise ValueError
        self._accepts = [_accepted(one.annotation) for one in some]

    def takes(self, number: int) -> bool:
        """Return whether the helper accepts *number* arguments."""
        return self._fewest <= number <= len(self._accepts)

    def _fits(self, values: Iterable[Value]) -> bool:
        """Return whether the annotations allow such arguments."""
        return all(
            accepted is None or isinstance(value, accepted)
            for value, accepted in zip(values, self._accepts, strict=False)
        )

    def results(self, values: Sequence[Value]) -> list[Value]:
        """Return what was printed, the result and the changed first argument, as plain values; []
        if the helper does not accept the arguments, fails, or returns an object.
        """
        if self._too_long == MOST_TOO_LONG or not self._fits(values):
            return []
        given = [_copied(value) for value in values]
        before = key_of(given[0]) if isinstance(given[0], (list, dict)) else b""
        sys.stdout = printed = io.StringIO()
        try:
            try:
                _WATCH.begin()
                result = plain(self.function(*given))
            finally:
                _WATCH.is_busy = False
        except TooLong:
            self._too_long += 1
            return []
        except BaseException:  # a check's failure is no Exception
            return []
        found = [printed.getvalue(), result]
        if before and key_of(given[0]) != before:
            found.append(plain(given[0]))
        return [one for one in found if one not in ("", None) and not _is_object(one)]


class Watch:
    """Ends a call that is still the same one at the second tick of a clock of CPU time."""

    def __init__(self) -> None:
        self.is_busy = False
        self._calls = 0
        self._seen = 0

    def begin(self) -> None:
        """Watch a new call."""
        self._calls += 1
        self.is_busy = True

    def tick(self, *_: object) -> None:
        """End the call that the last tick saw, too."""
        seen, self._seen = self._seen, self._calls
        if self.is_busy and seen == self._calls:
            self.is_busy = False
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


_TYPES = {
    "int": int, "str": str, "bool": bool, "float": (int, float), "bytes": bytes, "Board": None,
    "list": list, "dict": dict, "tuple": (list, tuple), "set": (),
    "Sequence": (list, str), "Mapping": dict, "Callable": (),
}  # fmt: skip


def _accepted(annotation: object) -> Any:
    """Return the types of values for a parameter; None for any."""
    text = (
        annotation
        if isinstance(annotation, str)
        else getattr(annotation, "__name__", "")
    )
    if "|" in text:
        return None
    return _TYPES.get(text.partition("[")[0])


def _copied(value: Value) -> Value:
    try:
        return marshal.loads(marshal.dumps(value))
    except ValueError:
        return copy.deepcopy(value)


def helpers(bundle: Path) -> tuple[list[Helper], dict[str, Value]]:
    """Return the helpers and the constants of the graders' modules in *bundle*."""
    found: dict[int, Helper] = {}
    constants: dict[str, Value] = {}
    for path in sorted((bundle / "graders").rglob("*.py")):
        name = ".".join(path.relative_to(bundle).with_suffix("").parts)
        if name.startswith("graders.harness") or name.endswith("__init__"):
            continue
        try:
            module = importlib.import_module(name)
        except Exception:  # code for the box, which has other modules
            continue
        for key, value in vars(module).items():
            if getattr(value, "__module__", name) != name or key.startswith(
                ("__", "test_")
            ):
                continue
            for called, function in _functions(key, value):
                with contextlib.suppress(ValueError, TypeError):
                    found.setdefault(id(function), Helper(f"{name}.{called}", function))
            if _is_table(value):
                constants[f"{name}.{key}"] = plain(value)
            elif type(value) is dict and len(value) <= 12:
                for at, part in value.items():
                    if _is_table(part):
                        constants[f"{name}.{key}[{at!r}]"] = plain(part)
    return list(found.values()), constants


def _is_table(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(repr(value)) < 60


def _functions(name: str, value: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    if inspect.isfunction(value):
        yield name, value
    elif inspect.isclass(value):
        if value.__module__.startswith("graders.") and not issubclass(
            value, BaseException
        ):
            for method, function in vars(value).items():
                if inspect.isfunction(function) and not method.startswith("__"):
                    with contextlib.suppress(ValueError, TypeError):
                        yield f"{name}.{method}", _after_init(value, method)
    elif type(value).__module__.startswith("graders.") and not inspect.ismodule(value):
        for method, function in vars(type(value)).items():
            if inspect.isfunction(function) and not method.startswith("__"):
                yield f"{name}.{method}", getattr(value, method)


def _after_init(owner: type, method: str) -> Callable[..., Any]:
    """Return a function with the arguments of the class *owner*, then those of *method*."""
    first = [*inspect.signature(owner).parameters.values()]
    then = [*inspect.signature(getattr(owner, method)).parameters.values()][1:]

    def call(*arguments: Any) -> Any:
        return getattr(owner(*arguments[: len(first)]), method)(
            *arguments[len(first) :]
        )

    if len(first) + len(then) > 2:
        raise ValueError
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            one.replace(
                name=f"a{index}", kind=one.POSITIONAL_OR_KEYWORD, default=one.empty
            )
            for index, one in enumerate([*first, *then])
        ]
    )
    return call
