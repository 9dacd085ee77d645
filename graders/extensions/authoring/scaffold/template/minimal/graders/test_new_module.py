"""The checks of new_assignment."""

from __future__ import annotations

from graders.harness import check, expect


@check("function.examples", task="function", marks=1)
def test_examples(student):
    """new_module is right for the examples of the handout."""
    for number, result in ((0, 0), (75, 12)):
        expect(student.new_module(number), result, f"new_module({number}) is wrong.")
