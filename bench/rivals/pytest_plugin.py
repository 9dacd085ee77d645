"""Plain pytest: the assignment's modules of checks as they are, with fixtures that call in this process."""

from __future__ import annotations

import pytest

from bench.rivals import adapter
from graders.harness.assignment.check import MARK


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark of checks known."""
    config.addinivalue_line("markers", f"{MARK}(spec): a graded check")
    adapter.draw_as_the_grader()


@pytest.fixture(scope="session")
def student() -> adapter.Side:
    """The submission."""
    return adapter.student()


@pytest.fixture(scope="session")
def reference() -> adapter.Side:
    """The reference solution."""
    return adapter.reference()
