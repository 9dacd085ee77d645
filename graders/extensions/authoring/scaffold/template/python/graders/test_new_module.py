"""The public checks of the function."""

from __future__ import annotations

from graders.harness import check, expect

EXAMPLES = {0: 0, 9: 9, 75: 12, 90: 9}


@check("function.examples", task="function", marks=1)
def test_examples(student):
    """new_module is right for the examples of the handout."""
    for number, result in EXAMPLES.items():
        expect(student.new_module(number), result, f"new_module({number}) is wrong.")
