"""Shared by all tests: fixtures, a folder for this run, the list of skipped tests, and the meaning of Ctrl-C."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile

import hypothesis
import pytest

from tests.fixtures import backend, cache, cold, recordings
from tests.left_out import pytest_terminal_summary
from tests.once import SHARED

__all__ = ["backend", "cache", "cold", "pytest_terminal_summary", "recordings"]

hypothesis.settings.register_profile(
    # every run tries the same examples
    "busy machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("busy machine")


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that all processes share (xdist's workers inherit the variable); have Ctrl-C mean what it does.

    In a job in the background it is ignored, and so it would be in all programs that tests start and interrupt.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if SHARED not in os.environ:
        folder = os.environ[SHARED] = tempfile.mkdtemp(prefix="graders-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_finish() -> None:
    """Have the garbage collector pass over the thousands of collected tests: pytest within a test calls it often."""
    gc.collect()
    gc.freeze()
