"""Marks a graded class again without grading it, for ``grader remark``.

Verdicts and findings stay. The marks, tasks, deductions and late policy of the assignment, changed
by `weights.toml`, are applied to them, then tutors' marks and decisions, for each person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Assignment, Late, load_assignment
from graders.harness.content import write_file
from graders.harness.course import (
    class_file,
    class_folder,
    class_state,
    decisions,
    tutors,
    weights,
)
from graders.harness.course.changing import Draft, changing
from graders.harness.course.class_folder import GradebookEntry
from graders.harness.course.decisions import Record
from graders.harness.course.pages import own_page, page_folder
from graders.harness.course.weights import Scheme
from graders.harness.errors import GraderError
from graders.harness.grading.finish import Share, finish
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display
from graders.harness.reports import result_folder
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.reporting import report_style_of
from graders.harness.result import Result, Visibility

COPIED = (
    result_folder.STAFF_PAGE,
    result_folder.CODE,
    result_folder.DIAGNOSIS,
    "run.log",
)
"""Files of a page that a member's own page gets from the shared one."""


@dataclass(frozen=True, slots=True)
class Remarking:
    """A class marked again; nothing is written yet."""

    folder: Path
    before: tuple[GradebookEntry, ...]
    after: tuple[GradebookEntry, ...]
    """Entries of the same people."""
    record: Record
    made_with: Mapping[str, str]
    """Digests of the sources of `after`."""
    stamp: object
    """See `class_state.stamp`."""


def remarked(folder: Path, new: Path | None = None) -> Remarking:
    """Return the class in *folder*, marked by the assignment as it is now and by `weights.toml`.

    new: a file to use instead of the folder's. Raises GraderError.
    """
    stamp = class_state.stamp(folder)
    entries = class_folder.read(folder, but=class_state.ALL)
    results = class_folder.results_of(entries)
    if not results:
        raise GraderError(
            f"{display(str(folder), 200)}: has no graded submission, so nothing to mark"
        )
    assignment = load_assignment(results[0].assignment)
    state = class_file.read(folder)
    made_with = class_state.digests(folder, assignment.manifest)
    if new is not None:
        made_with[weights.FILE] = class_state.named_file(new).digest
    record = decisions.read_record(folder)
    assignment = _with_late(assignment, state.late)
    scheme = _scheme(folder, assignment, new)
    work = _Work(scheme, tutors.read(folder), record.decisions, state.digests)
    after = list(entries)
    graded = [place for place, entry in enumerate(entries) if entry.row.result]
    for places in grouped(graded, lambda place: entries[place].row.submission).values():
        authors = work.authors([entries[place] for place in places])
        for place, author in zip(places, authors, strict=True):
            after[place] = author
    applied = {source: made_with[source] for source in class_state.MARKED}
    if state.late is not None:
        del applied[class_state.POLICY]
    return Remarking(folder, entries, tuple(after), record, applied, stamp)


def _with_late(assignment: Assignment, late: Late | None) -> Assignment:
    """Return *assignment* with the late policy that staff chose for the class, if they did."""
    if late is None:
        return assignment
    manifest = msgspec.structs.replace(assignment.manifest, late=late)
    return msgspec.structs.replace(assignment, manifest=manifest)


def _scheme(folder: Path, assignment: Assignment, new: Path | None) -> Scheme:
    path = new or folder / weights.FILE
    chosen = weights.read(path) if new or path.exists() else weights.Weights()
    return weights.scheme(assignment, chosen, display(str(path), 200))


@dataclass(frozen=True, slots=True)
class _Work:
    """The facts on which the marks of a submission's authors depend."""

    scheme: Scheme
    tutors: TutorMarks
    decisions: Decisions
    digests: Mapping[str, str]

    def authors(self, group: Sequence[GradebookEntry]) -> list[GradebookEntry]:
        """Return the entries of a submission's authors with their new pages and results."""
        row = group[0].row
        assert row.result is not None
        graded = self.scheme.applied(row.result)
        self._refuse_more(graded)
        results = finish(
            [Share(graded, entry.row.days_late, entry.row.tokens) for entry in group],
            self.scheme.manifest.late,
            self.tutors,
            self.decisions,
            self.digests.get(row.submission, ""),
        )
        is_shared = all(result == results[0] for result in results)
        return [
            _with(entry, result, is_shared=is_shared)
            for entry, result in zip(group, results, strict=True)
        ]

    def _refuse_more(self, graded: Result) -> None:
        """Raise GraderError if a tutor gave more than a part's maximum is now."""
        for part in self.tutors.applied(graded).manual:
            if part.marks is not None and part.marks > part.max_marks:
                given, most = map(marks_in_words, (part.marks, part.max_marks))
                raise GraderError(
                    f"{display(graded.submission)}: a tutor gave {given} for "
                    f"{display(part.name)}, more than its maximum of {most}: change the tutor's "
                    "mark first"
                )


def _with(entry: GradebookEntry, result: Result, *, is_shared: bool) -> GradebookEntry:
    """Return *entry* with its page and result, and that result's flags."""
    row = class_folder.with_result(entry, result).row
    page = own_page(row.submission, row.student_id, row.name)
    row = msgspec.structs.replace(row, page=row.submission if is_shared else page)
    return replace(entry, row=row)


def write(done: Remarking, new: Path | None = None) -> None:
    """Write the class again. Raises GraderError, also if somebody else changed it meanwhile.

    new: the file of weights, which the folder gets, so that every later run uses it.
    """
    with changing(done.folder) as draft:
        if class_state.stamp(done.folder) != done.stamp:
            raise GraderError(
                f"{display(str(done.folder), 200)}: somebody else changed the class meanwhile, so "
                "nothing was written; run the command again"
            )
        if new is not None:
            write_file(draft.after / weights.FILE, new.read_bytes())
        _write_pages(draft, done)
        class_folder.write_marked(draft, done.after, done.record, done.made_with)


def _write_pages(draft: Draft, done: Remarking) -> None:
    before = class_folder.results_by_page(done.before)
    after = class_folder.results_by_page(done.after)
    people = class_folder.people_by_page(done.after)
    newly_hidden = _hidden(after.values()) - _hidden(before.values())
    former = {entry.row.submission: entry.row.page for entry in done.before}
    submission_of = {entry.row.page: entry.row.submission for entry in done.after}
    for page, result in after.items():
        if before.get(page) == result and not newly_hidden:
            continue
        place = page_folder(page)
        source = page if page in before else former[submission_of[page]]
        draft.copy(COPIED, page_folder(source), place)
        if newly_hidden:
            _forget_hints(draft.after / place)
        style = report_style_of(result, people.get(page, ()))
        home = class_folder.link_to_class(page)
        result_folder.rewrite(draft.after, result, style, home, place)
    for submission, pages in grouped(after, submission_of.__getitem__).items():
        class_folder.remove_pages(draft, submission, keep=pages)


def _hidden(results: Iterable[Result]) -> set[str]:
    """Return the checks that students may not see."""
    return {
        check.id
        for result in results
        for check in result.checks
        if check.visibility is Visibility.HIDDEN
    }


def _forget_hints(folder: Path) -> None:
    """Remove the hints of a diagnosis: they may tell what is hidden now. Grading makes new ones."""
    diagnosis = result_folder.diagnosis_beside(folder)
    if diagnosis is not None and diagnosis.hints:
        bare = msgspec.structs.replace(diagnosis, hints=())
        result_folder.write_diagnosis(folder, bare)
