"""Frames of pandas as plain data. The real package is in tests/end_to_end/test_assignments_by_the_documents.py."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from graders.extensions.arrays import frame, series
from graders.extensions.arrays.dataframes import fault, is_table
from graders.harness.assignment.check import CheckFailed, expect
from graders.harness.assignment.comparison import expect_close

NAN = float("nan")
TABLE = frame({"a": [1, 2], "b": ["x", None]}, index=["r", "s"])


def said(got: object, want: object) -> str:
    """Return what ``expect`` says of *got*."""
    with pytest.raises(CheckFailed) as failed:
        expect(got, want)
    return str(failed.value)


def changed(**parts: Any) -> dict[str, Any]:
    return {**TABLE, **parts}


def test_equal_frames_may_differ_in_dtypes_and_kinds_of_missing_values() -> None:
    expect(frame({"a": [1.0, 2], "b": ["x", NAN]}, index=["r", "s"]), TABLE)
    expect([{"k": series([None, 1])}], [{"k": series([NAN, 1.0])}])
    expect(series([datetime.date(2026, 1, 2)]), series([datetime.datetime(2026, 1, 2)]))
    expect(frame({}), frame({}))


@pytest.mark.parametrize(
    ("got", "sentence"),
    [
        (frame({"a": [1, 3], "b": ["x", None]}, "rs"), "In column 'a': 1 of 2 items is wrong, first that at [1]."),
        (frame({"a": [1, 2], "b": ["x", "nan"]}, "rs"), "In column 'b': 1 of 2 items is wrong, first that at [1]."),
        (frame({"b": ["x", None], "a": [1, 2]}, "rs"), "In the labels of columns: 2 of 2 items are wrong, first that at [0]."),
        (frame({"a": [1, 2], "b": ["x", None]}), "In the index: 2 of 2 items are wrong, first that at [0]."),
        (frame({"a": [1], "b": ["x"]}, "r"), "In the index: Expected an array of shape (2,), got (1,)."),
        (series([1, 2], "rs"), "Expected a frame of pandas."),
        ([[1, "x"], [2, NAN]], "Expected a frame of pandas."),
    ],
)  # fmt: skip
def test_the_part_that_differs_is_named(got: object, sentence: str) -> None:
    assert said(got, TABLE) == sentence


def test_series_is_no_list_and_no_array() -> None:
    assert said([1, 2], series([1, 2])) == "Expected a series of pandas."
    assert (
        said(series([1, 2]), series([2, 2]))
        == "In the values: 1 of 2 items is wrong, first that at [0]."
    )
    assert said(series(["2026-01-02T00:00:00"]), series([datetime.date(2026, 1, 2)])).startswith(
        "In the values"
    )


def test_tolerance_holds_in_every_column_and_in_the_index() -> None:
    expect_close(frame({"a": [0.1 + 0.2]}, [1.0]), frame({"a": [0.3]}, [1 + 1e-12]))
    with pytest.raises(CheckFailed, match="In column 'a': 1 of 1 items is wrong"):
        expect_close(frame({"a": [0.3]}), frame({"a": [0.4]}))


def test_columns_of_different_lengths_are_refused() -> None:
    for build in (lambda: frame({"a": [1], "b": []}), lambda: series([1, 2], [0])):
        with pytest.raises(ValueError, match="have one length"):
            build()


@pytest.mark.parametrize(
    "forged",
    [
        changed(values=[]), changed(values=TABLE["values"][:1]), changed(values=[1, 2]), changed(values="ab"),
        changed(index=[]), changed(columns=None), changed(**{"class": "series"}), changed(**{"class": []}),
        changed(more=1), {"class": "frame"}, changed(values=[TABLE["values"][0]] * 2 + [{}]),
        changed(columns={**TABLE["columns"], "shape": [1 << 31]}),
    ],
)  # fmt: skip
def test_forged_frame_is_a_wrong_answer(forged: dict[str, Any]) -> None:
    """Attack 170: a reply that claims to be a frame may have any form."""
    assert not is_table(forged)
    assert said(forged, TABLE).startswith("Expected a frame of pandas.")
    assert fault(TABLE, TABLE) == ""
