"""Tolerances, order, exceptions and equality: what each comparison accepts and says."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from graders.extensions.arrays.arrays import array
from graders.harness import expect, expect_close, expect_raises, expect_unordered
from graders.harness.assignment.check import CheckFailed
from graders.harness.protocol.values import Opaque

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    ("got", "want", "tolerance"),
    [
        (0.1 + 0.2, 0.3, {}),
        (3, 3.0, {}),
        (NAN, NAN, {}),
        ([1.0, (INF, -INF)], [1, (INF, -INF)], {}),
        ({"mean": 2.0000000001, "name": "a"}, {"mean": 2, "name": "a"}, {}),
        (1.05, 1.0, {"rel": 0.1}),
        (1e-12, 0.0, {"abs": 1e-9}),
        (True, 1.0, {}),
        (10**400, 10**400, {}),
    ],
)
def test_close_values_are_equal(got: object, want: object, tolerance: dict[str, float]) -> None:
    expect_close(got, want, **tolerance)


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (0.300001, 0.3),
        (1e-12, 0.0),
        (NAN, 0.0),
        (INF, 1e308),
        (-INF, INF),
        (10**400, 1.0),
        ("0.3", 0.3),
        (None, 0.0),
        ([0.3], (0.3,)),
        ([0.3, 0.3], [0.3]),
        ({"a": 1.0}, {"b": 1.0}),
        ({1.0}, {2.0}),
        (Opaque("Money"), 0.3),
    ],
)
def test_other_values_are_not_close(got: object, want: object) -> None:
    with pytest.raises(CheckFailed) as failed:
        expect_close(got, want)
    assert [part.label for part in failed.value.exhibits] == ["expected", "got", "tolerance"]


@pytest.mark.parametrize(
    "got",
    [[2, 1, 1.0], (1, 1, 2), [True, 2, 1]],
)
def test_order_and_kind_of_number_do_not_matter(got: object) -> None:
    expect_unordered(got, [1, 1, 2])
    expect_unordered([got], [got])


def test_items_of_any_kind_are_compared_without_order() -> None:
    """Lists and dictionaries have no hash; a list is no tuple, and text is no number."""
    items: list[Any] = [[1, {"a": {2}}], (1, 2), "1", None, b"1", {"b": 1, "a": 2}]
    shuffled = [{"a": 2.0, "b": 1}, None, "1", b"1", (1, 2), [1, {"a": frozenset({2})}]]
    expect_unordered(shuffled, items)
    for index, other in enumerate([{"a": 2}, "None", 1, "1", [1, 2], [1, {"a": {3}}]]):
        wrong = [*shuffled[:index], other, *shuffled[index + 1 :]]
        with pytest.raises(CheckFailed):
            expect_unordered(wrong, items)


def test_unordered_names_the_number_of_items() -> None:
    with pytest.raises(CheckFailed, match="There are fewer items than 3"):
        expect_unordered([1, 2], [1, 2, 2])
    with pytest.raises(CheckFailed, match="There are more items than 3"):
        expect_unordered([1, 2] * 9, [1, 2, 2])
    with pytest.raises(CheckFailed):
        expect_unordered({1, 2, 3}, [1, 2, 3])
    with pytest.raises(CheckFailed):
        expect_unordered([Opaque("Point")], [Opaque("Point")])


def test_equal_hashes_do_not_slow_the_judge() -> None:
    """Multiples of 2**61 - 1 have the same hash; a table of them takes the square of their number."""
    prime = 2**61 - 1

    def seconds(number: int) -> float:
        alike = [index * prime for index in range(1, number)]
        shuffled = random.Random(1).sample(alike, len(alike))
        started = time.process_time()
        expect_unordered(shuffled, alike)
        return time.process_time() - started

    seconds(100)
    assert seconds(8000) < 8 * 6 * max(seconds(1000), 0.0005)


def test_true_equals_one_in_every_comparison() -> None:
    """One rule: equality is Python's. Where only a bool is right, the check tests for it."""
    expect(1, True)
    expect(0, False)
    expect_close(1, True)
    expect_unordered([1], [True])
    with pytest.raises(CheckFailed):
        expect("True", True)


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (Opaque("generator"), "The result is an object of the type generator, .*: return list"),
        (
            [1, (Opaque("Point"),)],
            "The result contains an object, which cannot leave the sandbox[.]",
        ),
        ({"class": "iterator", "items": [1], "more": False}, "is an iterator.*: return list"),
    ],
)
def test_value_that_cannot_travel_is_named(got: object, words: str) -> None:
    with pytest.raises(CheckFailed, match=words):
        expect(got, [1], "It is wrong.")


def test_iterator_may_be_what_is_expected() -> None:
    """Then nobody reads that a list should be returned."""
    first, second = ({"class": "iterator", "items": [n], "more": n > 1} for n in (1, 2))
    with pytest.raises(CheckFailed) as wrong:
        expect(first, second)
    assert wrong.value.message == ""
    assert [one.text for one in wrong.value.exhibits] == [
        "an iterator of [2], ...",
        "an iterator of [1]",
    ]


def test_nan_names_the_comparison_that_it_needs() -> None:
    with pytest.raises(CheckFailed, match="nan equals nothing; the check needs expect_close"):
        expect([NAN], [float("nan")])


def test_exceptions_are_compared_by_their_classes() -> None:
    raised = ["raised", ["Overdrawn", "ValueError", "Exception", "BaseException"], "only 3 left"]
    for kind in (ValueError, Exception, "Overdrawn"):
        expect_raises(raised, kind)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (
            ["raised", ["KeyError", "LookupError"], "'a'"],
            "It should raise ValueError, but it raised KeyError.",
        ),
        (
            ["raised", ["SystemExit", "BaseException"], "None"],
            r"It should raise ValueError, but it called exit\(\), which ends the program\.",
        ),
        (["returned", [1]], "It should raise ValueError, but it returned a value."),
        (["returned", None], "It should raise ValueError, but it returned None."),
        (["raised", [], ""], "another exception"),
        (["raised", "ValueError", "x"], "neither"),
        (None, "neither"),
    ],
)
def test_other_outcome_is_described(outcome: object, words: str) -> None:
    with pytest.raises(CheckFailed, match=words):
        expect_raises(outcome, ValueError)


@pytest.mark.parametrize(
    "compare",
    [
        lambda: expect_raises(["raised", ["Secret4711"], "Secret4711"], ValueError),
        lambda: expect_raises(["raised", ["KeyError"], "Secret4711"], ValueError),
        lambda: expect_raises(["returned", "Secret4711"], ValueError),
        lambda: expect(Opaque("Secret4711"), 1),
        lambda: expect([Opaque("Secret4711")], [1]),
        lambda: expect_unordered([0] * 4711, [1]),
        lambda: expect(array([]) | {"shape": [0, 4711]}, array([1])),
        lambda: expect(Opaque("Secret4711"), array([1])),
        lambda: expect(array([]) | {"shape": [0, 4711]}, [1]),
    ],
)
def test_attack_no_words_of_a_check_have_what_the_program_chose(
    compare: Callable[[], None],
) -> None:
    """A released message has these words, and the program knows the input of the hidden check."""
    with pytest.raises(CheckFailed) as failed:
        compare()
    assert "4711" not in failed.value.message
