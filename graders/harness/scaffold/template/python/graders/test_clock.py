"""The checks of the function that students may run."""

from __future__ import annotations

from graders.harness import check, expect

EXAMPLES = {0: "0:00", 9: "0:09", 75: "1:15", 1439: "23:59"}


@check("function.examples", task="function", marks=1)
def test_examples(student):
    """as_clock tells the times that the handout has as examples."""
    for minutes, time in EXAMPLES.items():
        expect(student.as_clock(minutes), time, f"as_clock({minutes}) is wrong.")
