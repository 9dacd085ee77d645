"""Checks that students do not get: bundles leave out modules whose names end in _hidden."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.harness import check, expect, run_of, same_run

from .strategies import NUMBERS, SMALL_NUMBERS


@check("function.any-number", task="function", marks=3, visibility="hidden")
@given(number=NUMBERS)
def test_any_number(student, reference, number):
    """new_module is right for any number."""
    expect(
        student.new_module(number),
        reference.new_module(number),
        f"new_module({number}) is wrong.",
    )


@check("program.any-numbers", task="program", marks=2, visibility="hidden")
@given(numbers=st.lists(SMALL_NUMBERS, max_size=5))
def test_any_numbers(student, reference, numbers):
    """The program answers one number after the other until an empty line is typed."""
    call = ("new_module.py", [*map(str, numbers), ""])
    same_run(run_of(student.run_program(*call)), run_of(reference.run_program(*call)))
