"""How well suspects point at faults is measured on exemplars, whose wrong lines are known."""

from __future__ import annotations

import pytest

from bench.lines import wrong_places
from tests.world import TOY

RIGHT = (TOY.root / "reference/toy/sums.py").read_text()


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("return sum(numbers, ZERO)", "# all of them\n    return sum(numbers, 1)", [6]),
        ("    return max(numbers)", "    largest = 0\n    return largest", [9, 10]),
        ("def largest", "\ndef smallest():\n    return 0\n\n\ndef largest", [9, 10]),
        ("from given import ZERO\n", "", [1]),
        ("max", "max", []),
    ],
)
def test_wrong_lines_are_those_that_differ(old: str, new: str, lines: list[int]) -> None:
    """Comments cannot be wrong; where lines lack, those around the gap are."""
    assert old in RIGHT
    places = wrong_places(TOY.assignment, {"sums.py": RIGHT.replace(old, new).encode()})
    assert [line for _, line in places] == lines
