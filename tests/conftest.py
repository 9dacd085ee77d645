"""Bounds the longest part of the tests: the faulty exemplars, each of which is graded whole.

``EXEMPLARS=2/3`` in the environment runs the second of three parts of them; without it all are run. Right exemplars,
those of style, and attacks are always run. ``make test`` takes another part every day, ``make test EXEMPLARS=1/1`` all.
"""

from __future__ import annotations

import os

import pytest

PART = os.environ.get("EXEMPLARS", "1/1")


def pytest_report_header() -> str:
    """Say which part is run."""
    return f"faulty exemplars: part {PART}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other parts."""
    part, _, parts = PART.partition("/")
    faulty = [item for item in items if item.name.startswith("test_exemplar_gets_its_verdicts[faulty/")]
    others = {item for place, item in enumerate(faulty) if place % int(parts) != int(part) - 1}
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]
