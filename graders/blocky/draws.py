"""Fixes what the random module draws, beside the student's code, for the drivers of Blocky's Python editions."""

import contextlib
import random

from . import sandbox


@contextlib.contextmanager
def fixed(draw):
    """Let ``random()`` and ``uniform()`` of the random module draw *draw* every time, also if block.py imports them by name."""
    module = vars(sandbox.module("block"))
    kept = {"random": random.random, "uniform": random.uniform}
    draws = {"random": lambda: draw, "uniform": lambda a, b: a + (b - a) * draw}
    by_name = {
        name: known for name, value in module.items() for known in kept if value is kept[known]
    }
    vars(random).update(draws)
    module.update((name, draws[known]) for name, known in by_name.items())
    try:
        yield
    finally:
        vars(random).update(kept)
        module.update((name, kept[known]) for name, known in by_name.items())
