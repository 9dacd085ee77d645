"""Submissions are drawn to be marked twice; then staff see how far two tutors agree."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.extensions.tutoring import agreement, remarking
from graders.harness import cli
from graders.harness.course.marks import decisions_file
from graders.harness.result import ManualPart, Verdict
from tests.course.graded import change_state, graded
from tests.reports.paper import check, result

ROSTER = "student id,name\n1,Ada Wong\n2,Ben Fox\n3,Cem Ay\n4,Fay Ito\n"


def marked(folder: Path, marks: dict[str, tuple[str, str]], **digests: str) -> Path:
    """Write a class of three in which these submissions have a mark by a tutor."""
    folder.mkdir()
    one = result(check("block.a", verdict=Verdict.PASSED, marks=3))
    parts = (ManualPart("Style", Fraction(4)),)
    names = ("1", "2", "3")
    graded(
        folder,
        ROSTER,
        {name: msgspec.structs.replace(one, submission=name, manual=parts) for name in names},
    )
    change_state(folder, assignment="toy", digests=dict.fromkeys(names, "f" * 8) | digests)
    (folder / decisions_file.FILE).write_text(
        "".join(
            f'[[submission]]\nname = "{name}"\n[[submission.part]]\nname = "Style"\n'
            f'marks = "{mark}"\nby = "{tutor}"\n'
            for name, (mark, tutor) in marks.items()
        )
    )
    remarking.bring_in(folder)
    return folder


def report(
    folder: Path, capsys: pytest.CaptureFixture[str], *options: object
) -> tuple[list[dict[str, str]], str]:
    """Return the rows that the command prints, and what it reports."""
    capsys.readouterr()
    words = ["report", folder, "--format", "agreement", *options]
    assert cli.main([*map(str, words)]) == 0
    shown = capsys.readouterr()
    return list(csv.DictReader(io.StringIO(shown.out))), shown.err


def test_of_each_tutor_as_many_are_drawn_and_always_the_same() -> None:
    tutors = {f"s{number}": "A" if number < 8 else "B" for number in range(12)}
    first = agreement.drawn(tutors, 6)
    assert sorted(tutors[name] for name in first) == ["A"] * 3 + ["B"] * 3
    assert agreement.drawn(dict(reversed(tutors.items())), 6) == first
    assert sorted(agreement.drawn(tutors, 99)) == sorted(tutors)


marks = st.lists(st.tuples(*[st.integers(0, 8).map(Fraction)] * 2), min_size=1, max_size=12)


@given(marks)
def test_kappa_is_that_of_the_tables(pairs: list[tuple[Fraction, Fraction]]) -> None:
    """By its definition: one less the weighted observed disagreements over those expected by chance."""
    first, second = map(list, zip(*pairs, strict=True))
    observed = sum((a - b) ** 2 for a, b in pairs) / len(pairs)
    expected = sum((a - b) ** 2 for a in first for b in second) / len(pairs) ** 2
    assert agreement.kappa(first, second) == (1 - observed / expected if expected else None)


def test_agreement_of_submissions_with_both_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that only one of them marked does not count, nor one whose files are others."""
    one = marked(tmp_path / "one", {"1": ("4", "A"), "2": ("1", "A"), "3": ("2", "A")})
    two = marked(tmp_path / "two", {"1": ("3", "B"), "2": ("1", "B")})
    (row,), said = report(one, capsys, "--second", two)
    assert row == {
        "part": "Style", "submissions": "2", "same": "1", "mean_first": "2.5", "mean_second": "2",
        "mean_difference": "-0.5", "weighted_kappa": "0.86", "furthest_apart": "1: 4 and 3",
    }  # fmt: skip
    assert "1 of 4 people without a mark: 1 missing" in said
    other = marked(tmp_path / "other", {"1": ("3", "B"), "2": ("1", "B")}, **{"1": "e" * 8})
    (row,), said = report(one, capsys, "--second", other)
    assert row["submissions"] == "1" and row["weighted_kappa"] == ""
    assert "1 submission left out" in said


def test_only_marked_submissions_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = marked(tmp_path / "one", {"1": ("4", "A"), "3": ("2", "B")})
    rows, _ = report(one, capsys, "--draw", 9)
    assert sorted((row["submission"], row["tutors"]) for row in rows) == [("1", "A"), ("3", "B")]


def test_what_is_meant_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = marked(tmp_path / "one", {"1": ("4", "A")})
    change_state(marked(tmp_path / "two", {}), assignment="other")
    for options, words in (
        ([], "--draw N"),
        (["--draw", "2", "--second", str(one)], "--draw N"),
        (["--second", str(tmp_path / "two")], "is a class of other, not of toy"),
    ):
        assert cli.main(["report", str(one), "--format", "agreement", *options]) == 2
        assert words in capsys.readouterr().err
