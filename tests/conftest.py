"""Shared by all tests: fixtures, a folder for this run, the list of skipped tests, and the handling of Ctrl-C."""

from __future__ import annotations

import compileall
import gc
import os
import shutil
import signal
import tempfile

import hypothesis
import pytest

from graders.harness.content import HARNESS
from tests.fixtures import advice, backend, cache, cold, pool, recordings
from tests.left_out import pytest_terminal_summary
from tests.nightly import PASSES, pytest_itemcollected
from tests.once import SHARED

__all__ = [
    "advice",
    "backend",
    "cache",
    "cold",
    "pool",
    "pytest_itemcollected",
    "pytest_terminal_summary",
    "recordings",
]

hypothesis.settings.register_profile(
    # every run draws the same examples
    "busy machine",
    deadline=None,
    max_examples=25 * PASSES,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("busy machine")


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that all processes share (xdist's workers inherit the variable), and restore Ctrl-C.

    A background job ignores the signal, and so would every program that tests start and interrupt.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if SHARED not in os.environ:
        folder = os.environ[SHARED] = tempfile.mkdtemp(prefix="graders-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        # launchers write no bytecode: each of the hundreds would compile what has changed since `make setup`
        for room in ("inside", "protocol"):
            compileall.compile_dir(HARNESS / room, maxlevels=0, quiet=2)


def pytest_collection() -> None:
    """Collect no garbage while tests are collected, which makes hundreds of thousands of objects, and nearly all stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt the thousands of collected tests from garbage collection, which pytest within a test triggers often."""
    gc.freeze()
    gc.enable()
