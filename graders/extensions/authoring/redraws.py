"""Runs checks of a program again and again, each time with other random numbers.

For the claim *chance* (:mod:`graders.extensions.authoring.chance`); no marks come of it. An
operation of the driver that draws by chance first calls ``random.seed``, with a seed from the
check. A *redraw* is a number that changes each of these seeds. It needs no change of a check, and
none of the reference, because no right answer depends on a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

import msgspec

from graders.harness.grading.checks import Check
from graders.harness.grading.variants import Workbench, run_in_variants
from graders.harness.inside.modules import Program
from graders.harness.result import VERDICTS, Verdict
from graders.harness.session.plan import Unobserved

_RANDOM = b"""

import os as _os
import random as _random


class _Random:
    def __getattr__(self, name):
        return getattr(_random, name)

    def __setattr__(self, name, value):
        setattr(_random, name, value)

    def seed(self, seed):
        %s


random = _Random()
"""
"""End of a driver whose operations set seeds in another way."""

SALTED = _RANDOM % b'_random.seed("%d %%s" %% (seed,))'
"""End of a driver of which a redraw, a number, changes the seeds."""

WITHOUT_SEEDS = _RANDOM % b"_os._exit(1)"
"""End of a driver that cannot draw by chance."""

MAX_ENDLESS = 6
"""Runs without an end, after which there is no further redraw: that takes too long."""

IN_FULL = 25
"""Redraws in which each check is run; in later ones it is enough that a check fails."""


OpenBench = Callable[[int], AbstractContextManager[Workbench]]
"""Opens the workbench of a program in the redraw of that number; 0 changes no seed."""


class Redraws(msgspec.Struct, frozen=True):
    """The verdicts on a program when its checks are run with other seeds."""

    number: int
    """Number of redraws."""
    escaped: int
    """Redraws in which the program passes every check that it fails without a redraw."""
    in_full: int
    """Number of redraws, the first ones, that ran every check; others ended with a failure."""
    failed: dict[str, int]
    """Check -> those of the latter in which it failed. If the program fails a check without a
    redraw, only those checks were run.
    """


def salted(program: Program, redraw: int) -> Program:
    """Return *program* with other seeds; itself for 0."""
    return _with_driver_end(program, SALTED % redraw) if redraw else program


def without_seeds(program: Program) -> Program:
    """Return *program* with a driver whose process ends if an operation sets a seed."""
    return _with_driver_end(program, WITHOUT_SEEDS)


def _with_driver_end(program: Program, end: bytes) -> Program:
    driver = {**program.driver, "driver.py": program.driver["driver.py"] + end}
    return Program(program.submitted, program.course, driver, program.variant_files)


def failing(
    bench: Workbench, checks: Iterable[Check], *, first: bool = False
) -> dict[str, Verdict]:
    """Return the verdicts of those *checks* that do not pass, by id. Raises SandboxError.

    first: run no check after one that does not pass.
    """
    verdicts: dict[str, Verdict] = {}
    for check in checks:
        run = run_in_variants(bench, check, Unobserved(), confirm=False)
        if run.outcome.verdict is not Verdict.PASSED:
            verdicts[check.id] = run.outcome.verdict
            if first:
                break
    return verdicts


def redraw(open_bench: OpenBench, checks: Sequence[Check], most: int) -> Redraws:
    """Run *checks* in *most* redraws, or until too many have no end. Raises SandboxError."""
    with open_bench(0) as bench:
        caught = failing(bench, checks)
    chosen = [check for check in checks if check.id in caught] or checks
    failed = Counter({check.id: 0 for check in chosen})
    number = escaped = endless = 0
    while number < most and endless < MAX_ENDLESS:
        is_in_full = number < IN_FULL or not caught
        with open_bench(number + 1) as bench:
            in_order = sorted(chosen, key=lambda check: -failed[check.id])
            verdicts = failing(bench, in_order, first=not is_in_full)
        number += 1
        escaped += not verdicts
        endless += any(VERDICTS[verdict].uses_up for verdict in verdicts.values())
        if is_in_full:
            failed.update(verdicts.keys())
    in_full = min(number, IN_FULL) if caught else number
    return Redraws(number, escaped, in_full, dict(failed))
