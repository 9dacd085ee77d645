"""Hypothesis' engine, run with another function than a property's own: to draw examples, and to
make one smaller.
"""

from __future__ import annotations

import builtins
import functools
import zlib
from collections.abc import Callable
from typing import Any

import hypothesis
from hypothesis.internal.conjecture import providers

from graders.harness.replay import given, recording

GROUPS: Any = getattr(builtins, "BaseExceptionGroup", ())
"""Groups of exceptions, which Python 3.10 in a student's bundle lacks."""


def count(test: Any, usual: int) -> int:
    """Return how many examples the Hypothesis test wants by its own ``settings(max_examples=...)``,
    else *usual*.
    """
    examples: int = test._hypothesis_internal_use_settings.max_examples
    return examples if examples != hypothesis.settings().max_examples else usual


class _Stop(Exception):
    """Ends a run of the engine."""


def run_engine(
    test: Any,
    inner: Callable[..., None],
    arguments: dict[str, Any],
    check_id: str,
    phases: tuple[Any, ...],
    examples: int,
    seed: int = 0,
) -> None:
    """Run the Hypothesis test *test* with *inner* instead of its body, the same way every time.

    The engine's seed comes from the check's id and *seed*, no database is used, no deadline holds,
    and constants found in modules that happen to be loaded are not drawn from: so the examples
    depend on the check, the seed and Hypothesis' version alone.
    """
    handle = test.hypothesis
    body, had, old = (
        handle.inner_test,
        test._hypothesis_internal_use_settings,
        test._hypothesis_internal_use_seed,
    )
    saved = providers._get_local_constants
    providers._get_local_constants = lambda: _NO_CONSTANTS
    providers.CONSTANTS_CACHE.cache.clear()
    handle.inner_test = functools.wraps(body)(inner)
    test._hypothesis_internal_use_seed = zlib.crc32(check_id.encode()) + seed
    test._hypothesis_internal_use_settings = hypothesis.settings(
        parent=had,
        max_examples=examples,
        database=None,
        deadline=None,
        phases=phases,
        report_multiple_bugs=False,
        verbosity=hypothesis.Verbosity.quiet,
        print_blob=False,
        derandomize=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    try:
        test(**arguments)
    finally:
        handle.inner_test = body
        test._hypothesis_internal_use_settings, test._hypothesis_internal_use_seed = (
            had,
            old,
        )
        providers._get_local_constants = saved


_NO_CONSTANTS = type(providers.GLOBAL_CONSTANTS)()
_DRAW = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
_SEARCH = (
    hypothesis.Phase.explicit,
    hypothesis.Phase.generate,
    hypothesis.Phase.shrink,
)


def draw(
    test: Any, fixtures: dict[str, Any], check_id: str, examples: int, seed: int = 0
) -> list[bytes]:
    """Return the examples of a property, encoded, without any call; rejected ones are left out."""
    drawn: list[bytes] = []
    seen = set()
    body = test.hypothesis.inner_test

    def record(**arguments: Any) -> None:
        plain = recording.plain_example(given.plain_part(arguments, fixtures))
        example = recording.decode_example(plain)
        raw = recording.plain_example(given.settled(body, arguments, example))
        if raw not in seen:
            seen.add(raw)
            drawn.append(raw)

    run_engine(test, record, fixtures, check_id, _DRAW, examples, seed)
    return drawn


def search(
    test: Any,
    fixtures: dict[str, Any],
    check_id: str,
    examples: int,
    passing: set[bytes],
    fails: Callable[[dict[str, Any]], tuple[bool, int]],
    budget: int,
    seed: int = 0,
) -> bytes | None:
    """Let the engine look for a smaller failing example; return the smallest found, encoded, or
    None.

    fails: runs the check on one example; returns whether it fails, and what that cost of the
    *budget* (1 or more). It is never called for the examples in *passing*, twice for the same one,
    or when the budget is spent.
    """
    known: dict[bytes, bool] = dict.fromkeys(passing, False)
    last_failing: list[bytes] = []
    spent = 0
    body = test.hypothesis.inner_test

    def probe(**arguments: Any) -> None:
        nonlocal spent
        plain = recording.encode_example(given.plain_part(arguments, fixtures))
        example = recording.decode_example(plain)
        raw = recording.encode_example(given.settled(body, arguments, example))
        if raw not in known:
            if spent >= budget:
                return
            known[raw], cost = fails(recording.decode_example(raw))
            spent += cost
        if known[raw]:
            last_failing[:] = [raw]  # the engine ends by running the smallest one again
            raise _Stop

    try:
        run_engine(test, probe, fixtures, check_id, _SEARCH, examples, seed)
    except _Stop:
        pass
    except Exception as error:
        # once the budget is spent the engine may call the test flaky: its find stands
        is_engines = type(error).__module__.startswith("hypothesis")
        if not is_engines and not isinstance(error, GROUPS):
            raise
    return last_failing[0] if last_failing else None
