"""The body of a property outside Hypothesis' engine: ``assume``, ``note``, ``data()`` and the like.

Examples are drawn once, and replayed without the engine. So all that decides an example happens
before the first call, when no answer of a submission is known: the engine runs the body that far
(:func:`settled`). There ``assume`` rejects an example, and draws from ``data()`` are kept with it.
A later one could depend on an answer, so it is a fault of the check (:class:`TooLate`).
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from hypothesis import control, reporting
from hypothesis.errors import UnsatisfiedAssumption
from hypothesis.strategies import DataObject

from graders.harness.assignment.check import NOTE, CheckFailed, Misbehaved, text


class TooLate(Exception):
    """A check decides about its example after a call."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} comes after the first call, when an answer could decide the example: move it "
            "before all calls of student and reference"
        )


class _FirstCall(BaseException):
    """Ends the run of a body in the engine."""


class _Uncalled:
    """Stands for a session while an example is drawn."""

    def __getattr__(self, name: str) -> object:
        raise _FirstCall


class _Kept:
    """Draws from ``data()``, and keeps the drawn values."""

    def __init__(self, data: DataObject) -> None:
        self._data = data
        self.values: list[object] = []

    def draw(self, strategy: Any, label: object = None) -> Any:
        """See :meth:`hypothesis.strategies.DataObject.draw`."""
        value = self._data.draw(strategy, label)
        self.values.append(copy.deepcopy(value))  # the body may change it
        return value


class _Again:
    """Stands for ``data()`` in a replay: returns the kept values in their order."""

    def __init__(self, values: Iterable[object]) -> None:
        self._values = iter(copy.deepcopy([*values]))  # reports show the drawn ones

    def draw(self, strategy: Any, label: object = None) -> Any:
        """Return the next value. Raises TooLate if none was drawn."""
        for value in self._values:
            return value
        raise TooLate("data.draw")


def settled(
    body: Callable[..., object], arguments: Mapping[str, Any], example: dict[str, Any]
) -> dict[str, Any]:
    """Return *example* with the values that *body* draws before its first call.

    It is called within the engine; *arguments* are all of the body's, which may change them.
    Raises UnsatisfiedAssumption if the body rejects the example.
    """
    kept = {
        name: _Kept(value) for name, value in arguments.items() if isinstance(value, DataObject)
    }
    sessions = dict.fromkeys({"student", "reference"} & arguments.keys(), _Uncalled())
    try:
        body(**{**arguments, **sessions, **kept})
    except (_FirstCall, AssertionError):
        pass
    except UnsatisfiedAssumption:
        raise
    except Exception:  # the run on the reference reports it
        pass
    return example | {name: value.values for name, value in kept.items()}


def plain_part(arguments: Mapping[str, Any], fixtures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the drawn ones of *arguments* but for ``data()``, in their order."""
    return {
        name: value
        for name, value in arguments.items()
        if name not in fixtures and not isinstance(value, DataObject)
    }


def outside(body: Callable[..., object], test: Any) -> Callable[..., None]:
    """Return the function that runs the *body* of the Hypothesis test *test* on one example.

    Notes are shown with a failure. ``event`` and ``target`` do nothing. Raises TooLate.
    """
    strategies = test.hypothesis._given_kwargs.items()
    interactive = [name for name, strategy in strategies if repr(strategy) == "data()"]

    @functools.wraps(body)
    def run(**arguments: Any) -> None:
        arguments |= {name: _Again(arguments[name]) for name in interactive}
        notes: list[object] = []
        with (
            control._current_build_context.with_value(_context()),
            reporting.with_reporter(notes.append),
        ):
            try:
                body(**arguments)
            except UnsatisfiedAssumption:
                raise TooLate("assume") from None
            except (AssertionError, Misbehaved) as wrong:
                if not notes:
                    raise
                raise _showing(wrong, notes) from None

    return run


def _context() -> Any:
    """Return what ``note``, ``event`` and ``target`` need of an engine."""
    provider = SimpleNamespace(avoid_realization=False)
    data = SimpleNamespace(events={}, target_observations={}, provider=provider)
    return SimpleNamespace(is_final=True, data=data)


def _showing(
    wrong: AssertionError | Misbehaved, notes: Iterable[object]
) -> AssertionError | Misbehaved:
    """Return *wrong* with *notes* as an exhibit."""
    exhibit = text(NOTE, "\n".join(map(str, notes)))
    if isinstance(wrong, Misbehaved):
        return wrong.showing(exhibit)
    exhibits = wrong.exhibits if isinstance(wrong, CheckFailed) else ()
    words = str(wrong.args[0]) if wrong.args else ""
    return CheckFailed(words, (*exhibits, exhibit))
