"""Writes the page of a class again, from its state and what staff decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from graders.harness.course.marks.decisions import Record
from graders.harness.course.pages import class_file, gradebook
from graders.harness.course.pages.class_page import write_page
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.summary import ClassSummary, summarise
from graders.harness.reports.report_style import report_style_of


def rewrite_page(folder: Path, out: Path, rows: Sequence[GradebookRow], record: Record) -> None:
    """Write the page of the class in *folder* below *out*, if there are results. Raises
    GraderError.
    """
    results = gradebook.results_of(rows)
    if not results:
        return
    report_style, assignment = report_style_of(results[0]), results[0].assignment
    title = f"{report_style.title} ({assignment})"
    summary = summary_of(folder, rows, title, record)
    write_page(out, summary, rows, report_style, assignment)


def summary_of(
    folder: Path, rows: Sequence[GradebookRow], title: str, record: Record
) -> ClassSummary:
    """Return the summary of the class in *folder* for *rows*, with facts about its last run. Raises
    GraderError.
    """
    state = class_file.read(folder)
    summary = summarise(
        title,
        rows,
        digests=state.digests,
        changes=state.changes,
        groups=state.groups,
    )
    summary = replace(summary, same_files=state.same_files)
    return record.reviewed.applied(summary, rows)
