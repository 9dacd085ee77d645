"""MarkUs: repositories of groups, the Grades tab, a tester's records and the upload by its API.

A downloaded repository is a folder with its group's name, as any class of folders has: nothing in
it is MarkUs' own. So there is nothing to recognise, and groups are found by their names.

The CSV of the Grades tab has the headings `Group name, User Name, Section, Last Name, First Name,
ID number, Email, Total Mark`, a column for each criterion, `Bonus/Deductions`; then blanks, `Out
Of`, the total and each criterion's maximum; then a row for each group. If members' results
differ, each member has a row; MarkUs uses the last if it overwrites marks, else the first. An
unknown heading refuses the file, at least one criterion is required, a blank clears a mark. By
the controllers and contracts of MarkUsProject/Markus.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

from graders.extensions.platforms.feedback import GROUP, ONE_PLACE, Address, Target, in_folder
from graders.extensions.platforms.marks_tables import CRITERION, first_and_last
from graders.extensions.platforms.platform import Marks, MarksOptions, Platform
from graders.extensions.platforms.tables import differing_groups, flat, maximum, waiting
from graders.harness.course.pages.class_folder import GradebookEntry, results_of
from graders.harness.course.pages.gradebook import (
    Table,
    marked_parts,
    marks_cell,
    part_marks,
    task_marks,
    tasks_of,
    to_csv,
)
from graders.harness.course.pages.mark_cells import mark_cell, marked_by_tutors
from graders.harness.course.pages.page_names import page_is_own
from graders.harness.course.people.headings import headings_of
from graders.harness.errors import GraderError
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import Kind
from graders.harness.intake.names import listing
from graders.harness.intake.platforms import Recognised
from graders.harness.intake.submission import ExpectedFiles
from graders.harness.reports.console import marks_in_words
from graders.harness.result import adjusted


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Return None: the folders of groups are a class by the rules for any folders."""
    return None


MARKUS_IDENTITY = (
    "Group name",
    "User Name",
    "Section",
    "Last Name",
    "First Name",
    "ID number",
    "Email",
    "Total Mark",
)


def marks(entries: Sequence[GradebookEntry], criteria: Mapping[str, str]) -> bytes:
    """Return the marks of an assignment for MarkUs' Grades tab: a criterion for each task, a line
    for each group, or for each member if their results differ.

    criteria: task's id -> its criterion, if not named after the task. Tutors' parts have columns
    only once everybody is marked, so that an import does not clear marks entered there.
    """
    with_tutors = marked_by_tutors(entries) and not waiting(entries)
    results = results_of(entries)
    tasks = tasks_of(results)
    parts = marked_parts(results) if with_tutors else ()
    _refuse_unknown(criteria, [task.id for task in tasks])
    names = [criteria.get(task.id, task.shown) for task in tasks]
    names += [part.name for part in parts]
    worth = [*(task.max_marks for task in tasks), *(part.max_marks for part in parts)]
    blanks = ("",) * (len(MARKUS_IDENTITY) - 2)
    full = maximum(entries, with_tutors)
    lines = [(*blanks, "Out Of", *map(marks_in_words, (full, *worth)), "")]
    for entry in _one_for_each_page(entries):
        graded = entry.row.graded
        marks = [task_marks(task, graded) for task in tasks]
        marks += [part_marks(part, graded) for part in parts]
        bonus = adjusted(graded) if graded else None
        own_mark = mark_cell(entry.row, with_tutors)
        cells = (*map(marks_cell, marks), marks_cell(bonus or None))
        lines.append((*_markus_identity(entry), own_mark, *cells))
    heading = (*MARKUS_IDENTITY, *map(flat, names), "Bonus/Deductions")
    return to_csv(Table(heading, tuple(lines)))


def _refuse_unknown(criteria: Iterable[str], tasks: Sequence[str]) -> None:
    """Raise GraderError for a criterion of an unknown task."""
    for id in criteria:
        if id not in tasks:
            raise GraderError(f"unknown task {id!r}; the tasks are {', '.join(tasks)}")


def _one_for_each_page(entries: Iterable[GradebookEntry]) -> Iterable[GradebookEntry]:
    """Return the first entry of each group, and of its members with pages of their own."""
    first: dict[tuple[str, str], GradebookEntry] = {}
    for entry in entries:
        first.setdefault((_markus_group(entry), entry.row.page), entry)
    return first.values()


def _markus_user(entry: GradebookEntry) -> str:
    row = entry.row
    return entry.cell(headings_of("login")) or row.student_id or row.name or row.submission


def _markus_group(entry: GradebookEntry) -> str:
    return entry.row.group or _markus_user(entry)


def _markus_identity(entry: GradebookEntry) -> tuple[str, ...]:
    """Return the cells for `MARKUS_IDENTITY`, without the mark."""
    first, last = first_and_last(entry)
    return (
        _markus_group(entry),
        _markus_user(entry),
        entry.roster.get("section", ""),
        last,
        first,
        entry.row.student_id,
        entry.cell(headings_of("email")),
    )


def _markus(entry: GradebookEntry) -> Address:
    """MarkUs has one place for a group, visible to all members."""
    person = entry.cell(headings_of("login")) or entry.row.shown
    if page_is_own(entry.row.page):
        return in_folder(person, f"{ONE_PLACE.format('MarkUs')} mail it")
    group = entry.row.group
    return in_folder(group, claim=GROUP) if group else in_folder(person)


def _table(entries: Sequence[GradebookEntry], options: MarksOptions) -> bytes:
    """Return the marks; print groups whose marks differ, because MarkUs has one for all."""
    differ = differing_groups(entries)
    if differ:
        print(
            f"grader: members with different marks have a line each: {listing(differ, 10)}; "
            "MarkUs has one mark for a group, so enter the marks of these groups by hand",
            file=sys.stderr,
        )
    return marks(entries, options.criteria)


PLATFORM = Platform(
    name="markus",
    title="MarkUs",
    recognise=recognise,
    marks=Marks(
        "markus-csv",
        _table,
        "the marks of MarkUs' Grades tab, CSV",
        unmarked="so the table has neither tutors' parts nor whole marks",
        options=(CRITERION,),
    ),
    feedback=Target(lambda entries, download: _markus, about="a folder for each group"),
)
