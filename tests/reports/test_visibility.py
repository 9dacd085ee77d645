"""No document for students holds what they may not see: one walk through all formats with planted secrets."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from graders.harness.reports.audience import Audience, Disclosure, view
from graders.harness.reports.formats import FORMATS
from graders.harness.result import Result, Square, Status, Text, Transcripts, Verdict
from tests.reports.every_format import STAFF_NEVER, documents
from tests.reports.paper import board, check, result

SECRET = "s3cret"
"""In everything of a hidden check but its title."""
TITLE = "Rotating works in hiding."
MARKS = Fraction(1337, 100)
"""Of a hidden check; in no sum that a student's document may show."""


def planted(verdict: Verdict = Verdict.FAILED) -> Result:
    """A result with secrets in every place that a hidden check, a flag or a note has."""
    exhibits = (
        Text(label=f"{SECRET} label", text=f"{SECRET} value"),
        board(f"{SECRET} board", 1, ("b", 0, 0, 1)),
        Transcripts(label=SECRET, start=1, mark=0, expected=(f"{SECRET} want",), got=(f"{SECRET} have",)),
    )
    hidden = check(
        f"block.{SECRET}-id", marks=str(MARKS), title=TITLE, message=f"{SECRET} message", exhibits=exhibits, hidden=True
    )
    hidden = msgspec.structs.replace(hidden, verdict=verdict, marks=MARKS if verdict is Verdict.PASSED else Fraction(0))
    other = check("block.other", marks=2, title="Another one in hiding.", hidden=True, verdict=Verdict.PASSED)
    return result(
        hidden,
        other,
        check("block.open", marks=3, message="told openly", exhibits=(Text(label="expected", text="plain to see"),)),
        check("goal.fine", marks=4, verdict=Verdict.PASSED),
        flags=(f"{SECRET} flag",),
        notes=(f"{SECRET} note",),
    )


@pytest.mark.parametrize("disclosure", Disclosure)
@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.GRADER_FAULT])
def test_no_secret_is_in_any_document_for_students(verdict: Verdict, disclosure: Disclosure) -> None:
    """Inputs, expected values, ids, marks, flags, notes: nothing (attacks 54, 56, 57 and 61)."""
    found = dict(documents(planted(verdict), Audience.STUDENT, disclosure))
    assert set(found) == set(FORMATS)
    for name, data in found.items():
        text = data.decode()
        assert SECRET not in text, name
        assert "13.37" not in text, name
        told = disclosure is Disclosure.TITLE
        unlisted = name == "markdown" and verdict in (Verdict.PASSED, Verdict.NOT_RUN)  # a summary of what did not pass
        assert ("Rotating works in hiding" in text) == (told and not unlisted), name
        if disclosure is Disclosure.NOTHING:
            assert "hidden-" not in text, name
            assert "hidden check" not in text.lower(), name


def test_totals_betray_nothing_where_nothing_is_told() -> None:
    """Then every number is that of the public checks."""
    for name, data in documents(planted(), Audience.STUDENT, Disclosure.NOTHING):
        text = data.decode()
        for number in ("22.37", "18.37", "15.37", "6 / 22", "of 22"):
            assert number not in text, (name, number)


def test_documents_for_staff_hold_everything() -> None:
    """The walk above would find the secrets: the same documents for staff have them."""
    found = dict(documents(planted(), Audience.STAFF))
    assert set(found) == set(FORMATS) - set(STAFF_NEVER)
    for name, data in found.items():
        text = data.decode()
        for part in (f"{SECRET} message", f"{SECRET} value", f"{SECRET} want", f"{SECRET} have"):
            assert part in text, (name, part)
        assert ("13.37" in text) or name in ("markus-upload", "markdown"), name


def test_what_staff_see_on_gradescope_is_hidden_there() -> None:
    """In the file for staff, no line that students see has a secret."""
    (data,) = (data for name, data in documents(planted(), Audience.STAFF) if name == "gradescope")
    document = msgspec.json.decode(data)
    visible = [test for test in document["tests"] if test["visibility"] == "visible"]
    assert SECRET in str(document)
    assert SECRET not in str([visible, document["output"]])
    assert TITLE not in str(visible)


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_not_gradable_is_never_a_zero(name: str) -> None:
    """A format that only knows marks refuses such a result; the others say so."""
    fault = check("block.a", verdict=Verdict.GRADER_FAULT, marks=5)
    found = dict(documents(result(fault, status=Status.NOT_GRADABLE), Audience.STUDENT))
    if name in ("gradescope", "markus", "classroom"):
        assert name not in found
    else:
        said = found[name].decode().lower()
        assert any(words in said for words in ("not gradable", "not_gradable", "the grader failed"))
        assert "0 / 5" not in said


def test_view_is_what_documents_are_made_of() -> None:
    """A picture in a hidden check does not even reach the writers."""
    seen = view(planted(), Audience.STUDENT).result
    assert Square(letter="b", x=0, y=0, size=1) not in [
        s for c in seen.checks for e in c.exhibits for s in getattr(e, "squares", ())
    ]
