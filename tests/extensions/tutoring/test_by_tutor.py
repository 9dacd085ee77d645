"""Staff see who marks otherwise than others: marks and rubric items by tutor."""

from __future__ import annotations

import statistics
from fractions import Fraction
from types import SimpleNamespace

import msgspec

from graders.extensions.tutoring.by_tutor import (
    PartByTutor,
    by_tutor,
    marked_parts,
    page_section,
)
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.reports.document import model as doc
from graders.harness.reports.html import page_painter
from graders.harness.result import ManualPart
from tests.reports.paper import check, result

HOSTILE = "<script>T</script>"
FILE = """
[[rubric.item]]
id = "names"
name = "Names"
part = "Style"
marks = "-1"
[[submission]]
name = "s0"
[[submission.part]]
name = "Style"
marks = "3"
by = "T. One"
[[submission.item]]
id = "names"
by = "T. Two"
[[submission]]
name = "s1"
[[submission.item]]
id = "names"
by = "T. Two"
[[submission]]
name = "s2"
[[submission.part]]
name = "Style"
marks = "2"
"""


def row(number: int, marks: int | None) -> GradebookRow:
    part = ManualPart("Style", Fraction(4), None if marks is None else Fraction(marks))
    one = msgspec.structs.replace(result(check("block.a")), submission=f"s{number}", manual=(part,))
    return GradebookRow(
        str(number), f"Student {number}", "", one.submission, GradingState.GRADED, one
    )


def marked(number: int, tutor: str, *items: str) -> PartByTutor:
    return PartByTutor(f"s{number}", "Style", tutor, items)


def test_marks_and_items_of_each_tutor() -> None:
    """A group counts once; parts without a mark, and of submissions that are gone, do not count."""
    rows = [row(0, 4), row(1, 2), row(1, 2), row(2, 1), row(3, None)]
    parts = [
        marked(0, "B"),
        marked(1, "A", "Names"),
        marked(2, "A"),
        marked(3, "A"),
        marked(9, "A"),
    ]
    first, second = by_tutor(rows, parts)
    assert (first.tutor, first.marks.count, first.marks.mean) == ("A", 2, Fraction(3, 2))
    assert first.marks.deviation == Fraction(statistics.stdev([2, 1]))
    assert (first.items["Names"], first.interval) == (1, None)
    assert (second.tutor, second.marks.count, second.marks.deviation) == ("B", 1, None)


def test_interval_of_the_mean_needs_ten_marks() -> None:
    """It stays between zero and the maximum."""
    given = [4, 4, 4, 4, 4, 4, 4, 4, 4, 3]
    (found,) = by_tutor(
        [row(*each) for each in enumerate(given)], [marked(n, "A") for n in range(10)]
    )
    assert found.interval is not None
    low, high = map(float, found.interval)
    half = 1.96 * statistics.stdev(given) / 10**0.5
    assert abs(low - (3.9 - half)) < 0.001 and high == 4
    (fewer,) = by_tutor([row(n, 4) for n in range(9)], [marked(n, "A") for n in range(9)])
    assert fewer.interval is None


def test_tutor_of_a_part_gave_its_mark_or_else_its_item() -> None:
    """Marks without a name are no tutor's."""
    found = tuple(marked_parts(decisions_file.parsed(FILE.encode(), "decisions.toml")))
    assert found == (marked(0, "T. One", "Names"), marked(1, "T. Two", "Names"))


def test_page_has_them_escaped() -> None:
    written = FILE.replace("T. One", HOSTILE).replace('"Names"', f'"{HOSTILE}"')
    entries = [SimpleNamespace(row=row(0, 4)), SimpleNamespace(row=row(1, 2))]
    file = decisions_file.parsed(written.encode(), "decisions.toml")
    section = page_section(entries, file)  # type: ignore[arg-type]
    assert section is not None
    page = page_painter.paint(
        doc.WholeDocument([doc.Headline("Title", ""), section], ""), None
    ).decode()
    assert "Marks by tutor" in page and "Rubric items by tutor" in page
    assert "1 of 1" in page and HOSTILE not in page
    assert page_section([], decisions_file.DecisionsFile()) is None
