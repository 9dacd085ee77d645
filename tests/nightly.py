"""Tests that show for many cases what some show for all: parameters, and the list of the dearest ones."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from graders.harness.assignment.manifest import assignment_ids

LISTED = frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines())
"""Ids of tests that take seconds each, and whose subject has a cheaper test by day."""
IDS = assignment_ids()
"""Looked for once: that takes a while, and many modules ask."""
PASSES = int(os.environ.get("FUZZ", "1"))
"""How many times as many inputs as by day are drawn: six times in `make test-all`."""


def assignments(*daily: str) -> list[ParameterSet]:
    """Return the ids of all assignments; all but *daily* are left to the night."""
    return [pytest.param(id, marks=() if id in daily else pytest.mark.nightly) for id in IDS]


def one_in(number: int, cases: Iterable[object]) -> list[ParameterSet]:
    """Return *cases* (values, or a tuple for each), of which all but one in *number* are left to the night."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=pytest.mark.nightly if index % number else (),
        )
        for index, case in enumerate(cases)
    ]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave the LISTED tests to the night."""
    if item.nodeid in LISTED:
        item.add_marker(pytest.mark.nightly)
