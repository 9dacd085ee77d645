"""The public checks."""

from __future__ import annotations

from graders.harness import check, expect

SUMS = {0: 0, 9: 9, 75: 12, 90: 9}
WORDS = {"": "", "a": "a", "stop": "pots"}


@check("numbers.examples", task="numbers", marks=1)
def test_numbers(student):
    """sumOfDigits is right for the examples of the handout."""
    for number, result in SUMS.items():
        expect(student.sumOfDigits(number), result, f"sumOfDigits({number}) is wrong.")


@check("words.examples", task="words", marks=1)
def test_words(student):
    """backwards is right for the examples of the handout."""
    for word, result in WORDS.items():
        expect(student.backwards(word), result, f'backwards("{word}") is wrong.')
