"""Fixtures that tests of the inside share."""

from __future__ import annotations

import pytest

from graders.harness.errors import GraderError
from graders.harness.sandbox import find_interpreter


@pytest.fixture(params=["3.10", "3.11", "3.12", "3.13"])
def python_of_each_release(request: pytest.FixtureRequest) -> str:
    """An interpreter of each release that submissions may run under."""
    try:
        return find_interpreter(request.param)
    except GraderError:
        pytest.skip(f"this machine has no Python {request.param}")
