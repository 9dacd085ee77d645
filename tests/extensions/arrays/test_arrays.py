"""Arrays as plain data: how they are written, compared and shown. The judge needs no numpy."""

from __future__ import annotations

import math
from typing import Any

import pytest

from graders.extensions.arrays import array
from graders.extensions.arrays.arrays import is_array
from graders.harness import CheckFailed, expect, expect_close
from graders.harness.assignment.value_kinds import shown
from graders.harness.protocol.values import Opaque
from graders.harness.result import Text

GRID = array([[1, 2, 3], [4, 5, 6]])
NAN = math.nan


def message_of(got: object, want: object, compare: Any = expect) -> str:
    """Return the message of a comparison, or "" if it holds."""
    try:
        compare(got, want)
    except CheckFailed as failed:
        return failed.message
    return ""


def answer(items: list[Any], shape: list[int], dtype: str = "int64") -> dict[str, Any]:
    """Return an array as the driver sends it."""
    return {"class": "array", "dtype": dtype, "shape": shape, "items": items}


@pytest.mark.parametrize(
    ("got", "want", "message"),
    [
        (answer([1, 2, 3, 4, 5, 6], [2, 3]), GRID, ""),
        (
            answer([1, 2, 3, 4, 5, 6], [3, 2]),
            GRID,
            "Expected an array of shape (2, 3), got (3, 2).",
        ),
        (answer([1, 2, 3, 4, 5, 6], [6]), GRID, "Expected an array of shape (2, 3), got (6,)."),
        (answer([1, 2, 0, 4, 5, 0], [2, 3]), GRID, "2 of 6 items are wrong, first that at [0, 2]."),
        (answer([1, 2, 3, 4, 5, 0], [2, 3]), GRID, "1 of 6 items is wrong, first that at [1, 2]."),
        ([[1, 2, 3], [4, 5, 6]], GRID, "Expected an array of shape (2, 3), got a list."),
        (None, GRID, "Expected an array of shape (2, 3), got None."),
        (3, array(3), "Expected an array of shape (), got an int."),
        (answer([1, 2], [2]), [1, 2], "The result is an array."),
        (answer([], [0, 3]), answer([], [0, 3]), ""),
        (answer([], [0]), answer([], [0, 3]), "Expected an array of shape (0, 3), got (0,)."),
    ],
)
def test_difference_is_a_sentence(got: object, want: object, message: str) -> None:
    assert message_of(got, want) == message


def test_dtype_is_not_compared_and_nan_equals_nan() -> None:
    """The one rule of arrays. A check that demands a dtype compares it by itself."""
    assert message_of(answer([1.0, 2.0], [2], "float32"), array([1, 2])) == ""
    assert message_of(answer([1, NAN], [2], "float64"), array([1, math.nan])) == ""
    assert message_of(answer([True], [1], "bool"), array([1])) == ""
    expect(answer([1.0], [1], "float32")["dtype"], "float32")


def test_arrays_within_lists_have_the_same_rule() -> None:
    want = [array([1, 2]), {"rows": (array([3]),)}]
    assert message_of([answer([1.0, 2], [2]), {"rows": (answer([3], [1], "int8"),)}], want) == ""
    with pytest.raises(CheckFailed):
        expect([answer([1, 2], [2]), {"rows": (answer([4], [1]),)}], want)
    with pytest.raises(CheckFailed):
        expect([answer([1, 2], [2])], want)


def test_close_arrays() -> None:
    third = answer([0.1 + 0.2, math.inf], [2], "float64")
    assert message_of(third, array([0.3, math.inf])) == "1 of 2 items is wrong, first that at [0]."
    assert message_of(third, array([0.3, math.inf]), expect_close) == ""
    assert (
        message_of(third, array([0.4, math.inf]), expect_close)
        == "1 of 2 items is wrong, first that at [0]."
    )
    assert (
        message_of(third, array([[0.3, 1]]), expect_close)
        == "Expected an array of shape (1, 2), got (2,)."
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (GRID, "array([[1, 2, 3], [4, 5, 6]])"),
        (array(7), "array(7)"),
        ([answer([0.5], [1, 1, 1])], "[array([[[0.5]]])]"),
        (answer([], [2, 0]), "array([])"),
        ({"a": (array([1]),)}, "{'a': (array([1]),)}"),
        ([1, "array"], "[1, 'array']"),
    ],
)
def test_reports_write_arrays_as_numpy_does(value: object, text: str) -> None:
    assert shown(value) == text


def test_report_of_a_wrong_array() -> None:
    with pytest.raises(CheckFailed) as failed:
        expect(answer([1], [1]), array([2]))
    assert failed.value.exhibits == (
        Text(label="expected", text="array([2])"),
        Text(label="got", text="array([1])"),
    )


@pytest.mark.parametrize("rows", [[[1], [1, 2]], [[1], 2], [1, [2]]])
def test_ragged_rows_are_refused(rows: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"of an array have one"):
        array(rows)


FORGED: list[Any] = [
    answer([1], [2]),
    answer([1], [1] * 65),
    answer([], [0, 1 << 40]),
    answer([1, 2], [-1, -2]),
    answer([1], [True]),
    answer([1], [1.0]),  # type: ignore[list-item]
    answer([1], (1,)),  # type: ignore[arg-type]
    answer((1,), [1]),  # type: ignore[arg-type]
    {**answer([1], [1]), "more": 1},
    {"class": "array"},
    {"class": "array", "dtype": Opaque("x"), "shape": Opaque("y"), "items": None},
]


@pytest.mark.parametrize("forged", FORGED, ids=range(len(FORGED)))
def test_forged_array_is_a_wrong_answer(forged: Any) -> None:
    """Attack 170: a reply that claims to be an array may have any form. It equals none, and breaks no report.

    A judge that trusted the shape would end with an exception: the submission were not gradable instead of wrong.
    """
    assert not is_array(forged)
    for want in (array([1]), GRID, [1], 1):
        for compare in (expect, expect_close):
            with pytest.raises(CheckFailed):
                compare(forged, want)
    assert shown([forged]) == repr([forged])


def test_huge_shape_costs_nothing() -> None:
    """Attack 171: the judge makes nothing of the length that a shape claims, and follows no depth of a reply."""
    empty = answer([], [4_000_000_000, 0, 4_000_000_000])
    assert is_array(empty) and shown(empty) == "array([])"
    deep: Any = answer([1], [1])
    for _ in range(390):
        deep = [deep]
    assert shown(deep) == repr(deep)
    with pytest.raises(CheckFailed):
        expect(deep, [array([1])])
