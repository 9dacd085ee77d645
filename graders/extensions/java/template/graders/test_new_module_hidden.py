"""Checks that students do not get: bundles leave out modules whose names end in _hidden."""

from __future__ import annotations

from hypothesis import given

from graders.harness import check, expect

from .strategies import NUMBERS, WORDS


@check("numbers.any-number", task="numbers", marks=2, visibility="hidden")
@given(number=NUMBERS)
def test_any_number(student, reference, number):
    """sumOfDigits is right for any number."""
    expect(
        student.sumOfDigits(number),
        reference.sumOfDigits(number),
        f"sumOfDigits({number}) is wrong.",
    )


@check("words.any-word", task="words", marks=2, visibility="hidden")
@given(word=WORDS)
def test_any_word(student, reference, word):
    """backwards turns any word around."""
    expect(
        student.backwards(word),
        reference.backwards(word),
        f'backwards("{word}") is wrong.',
    )
