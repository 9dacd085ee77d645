"""Plain pytest: the assignment's unmodified check modules, with fixtures that call in this process."""

from __future__ import annotations

import pytest

from bench.rivals import adapter
from graders.harness.assignment.check import MARK, spec_of


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of checks."""
    config.addinivalue_line("markers", f"{MARK}(spec): a graded check")
    adapter.set_up_hypothesis()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give properties their explicit examples if requested."""
    for item in items:
        spec = spec_of(item)
        if spec is not None and isinstance(item, pytest.Function):
            item.obj = adapter.with_examples(item.obj, spec.id)


@pytest.fixture(scope="session")
def student() -> adapter.Side:
    """The submission."""
    return adapter.student()


@pytest.fixture(scope="session")
def reference() -> adapter.Side:
    """The reference solution."""
    return adapter.reference()
