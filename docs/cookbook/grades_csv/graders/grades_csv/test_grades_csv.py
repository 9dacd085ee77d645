"""Tables: `tmp_path` holds the file, `pytest.approx` allows for rounding."""

import pytest

from graders.harness import check


@check("grades.means", task="means", marks=1)
def test_means(student, tmp_path):
    """Each name has the mean of its grades."""
    (tmp_path / "a.csv").write_text("name,grade\nAda,1\nBob,2.5\nAda,2\n")
    assert student.means(tmp_path / "a.csv") == pytest.approx({"Ada": 1.5, "Bob": 2.5})


@check("grades.quoted", task="means", marks=1)
def test_quoted(student, tmp_path):
    """A name may hold a comma, in quotes."""
    (tmp_path / "a.csv").write_text('name,grade\n"Doe, Jo",3\n')
    assert student.means(tmp_path / "a.csv") == {"Doe, Jo": 3}
