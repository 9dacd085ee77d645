"""The result as a document: its schema, its bytes, its rounding."""

from __future__ import annotations

import json
from fractions import Fraction

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.result import Result, from_json, rounded, schema, to_json
from tests import strategies
from tests.reports.paper import check, result

VALIDATOR = jsonschema.Draft202012Validator(schema())


@pytest.mark.slow
def test_schema_is_itself_valid() -> None:
    """Validators of other projects must accept the schema."""
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.slow
@given(strategies.results(marks=strategies.any_marks))
def test_every_result_follows_the_schema(found: Result) -> None:
    """An independent validator accepts every result that the grader writes."""
    VALIDATOR.validate(json.loads(to_json(found)))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.update(marks=True),
        lambda document: document.update(marks="1"),
        lambda document: document.update(extra=1),
        lambda document: document.pop("status"),
        lambda document: document["checks"][0].update(verdict="perfect"),
        lambda document: document["checks"][0].update(
            exhibits=[{"kind": "script", "label": "", "text": ""}]
        ),
    ],
    ids=[
        "true for a number",
        "text for a number",
        "unknown key",
        "missing key",
        "unknown verdict",
        "unknown exhibit",
    ],
)
def test_schema_refuses_values_that_are_never_written(spoil) -> None:
    """The schema is strict, so that a forged document does not pass for a result."""
    document = json.loads(to_json(result(check())))
    VALIDATOR.validate(document)
    spoil(document)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(document)


@pytest.mark.slow
@given(strategies.results())
def test_a_result_survives_a_round_trip(found: Result) -> None:
    """Numbers with two decimals are read as the same fractions."""
    assert from_json(to_json(found)) == found


@pytest.mark.slow
@given(strategies.results(marks=strategies.any_marks))
def test_equal_results_have_equal_bytes(found: Result) -> None:
    """A copy made in another way has the same bytes. Rounding happens once, so writing again changes nothing."""
    copy = msgspec.convert(msgspec.to_builtins(found, builtin_types=(Fraction,)), Result)
    assert copy == found
    assert to_json(copy) == to_json(found) == to_json(from_json(to_json(found)))


@pytest.mark.parametrize(
    ("marks", "written"),
    [
        ("0", 0),
        ("5", 5),
        ("1/200", 0.01),  # 0.005
        ("3/200", 0.02),  # 0.015, which a binary float would round down
        ("201/200", 1.01),  # 1.005, likewise
        ("5349/2000", 2.67),  # 2.6745
        ("107/40", 2.68),  # 2.675, likewise
        ("1/3", 0.33),
        ("2/3", 0.67),
        ("49/10000", 0),
        ("1999/2000", 1),
        ("-1/4", -0.25),
        ("-1/1000", 0),
    ],
)
def test_marks_are_rounded_half_up(marks: str, written: float) -> None:
    """Half a hundredth goes up, and whole marks have no decimals."""
    found = rounded(Fraction(marks))
    assert found == written
    assert type(found) is type(written)
    assert "-0" not in (str(found), str(found)[:-2])


@pytest.mark.slow
@given(st.fractions(min_value=0, max_value=1000, max_denominator=10**6))
def test_rounding_is_to_the_nearest_hundredth(marks: Fraction) -> None:
    """The test computes it with integers."""
    assert Fraction(str(rounded(marks))) == Fraction(
        (marks * 100 + Fraction(1, 2)).__floor__(), 100
    )
