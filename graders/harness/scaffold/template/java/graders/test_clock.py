"""The checks that students may run."""

from __future__ import annotations

from graders.harness import check, expect

EXAMPLES = {0: "0:00", 9: "0:09", 75: "1:15", 1439: "23:59"}


@check("telling.examples", task="telling", marks=1)
def test_telling(student):
    """timeOf tells the times that the handout has as examples."""
    for minutes, time in EXAMPLES.items():
        expect(student.timeOf(minutes), time, f"timeOf({minutes}) is wrong.")


@check("reading.examples", task="reading", marks=1)
def test_reading(student):
    """minutesAt reads the times that the handout has as examples."""
    for minutes, time in EXAMPLES.items():
        expect(student.minutesAt(time), minutes, f'minutesAt("{time}") is wrong.')
