"""Marks a graded class again without grading it.

Verdicts and findings stay. The marks, tasks, deductions and late policy of the assignment, changed
by the class's weights, are applied to them, then tutors' marks and decisions, for each person.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import (
    Assignment,
    ManifestError,
    load_assignment,
)
from graders.harness.course.marks import decisions, decisions_file, rewriting, tutors, up_to_date
from graders.harness.course.marks.decisions import Record
from graders.harness.course.marks.decisions_file import Weights
from graders.harness.course.marks.weights import Scheme, scheme
from graders.harness.course.pages import (
    attention,
    class_file,
    class_folder,
    gradebook,
    history,
    submission_words,
)
from graders.harness.course.pages.changing import Draft, changing
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.page_names import own_page, page_folder
from graders.harness.errors import GraderError
from graders.harness.grading.finish import Share, finish
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display
from graders.harness.reports import result_folder
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.report_style import report_style_of
from graders.harness.result import Result, Visibility

COPIED = (
    result_folder.STAFF_PAGE,
    result_folder.CODE,
    result_folder.EARLIER_CODE,
    result_folder.DIAGNOSIS,
    "run.log",
)
"""Files of a page that a member's own page gets from the shared one."""


@dataclass(frozen=True, slots=True)
class Remarking:
    """A class marked again; nothing is written yet."""

    before: tuple[GradebookEntry, ...]
    after: tuple[GradebookEntry, ...]
    """Entries of the same people."""
    record: Record
    made_with: Mapping[str, str]
    """Digests of the sources of `after`."""


def remarked(
    folder: Path, entries: Sequence[GradebookEntry], data: bytes, *, anyway: bool = False
) -> Remarking:
    """Return the class in *folder* as tutors' marks and the decisions in *data* leave it. Raises
    GraderError.

    Its verdicts are marked again if the marks, the late policy or the weights are others than
    before, or *anyway*; otherwise, nothing of the assignment is needed.
    """
    file = decisions_file.parsed(data, decisions_file.label(folder))
    assignment = _assignment(entries)
    made_with = up_to_date.digests(folder, assignment.manifest if assignment else None)
    made_with |= up_to_date.of_decisions(data, folder)
    state = class_file.read(folder)
    sources = [up_to_date.MARKS, up_to_date.POLICY]
    applied = [*up_to_date.DECIDED, up_to_date.WEIGHTS]
    in_force = None
    if anyway or _is_marked_otherwise(state, made_with, sources):
        applied += sources
        in_force = _scheme(folder, entries, file.weights)
    record = decisions.record_of(data, folder, submission_words.of_gradebook(folder))
    work = _Work(in_force, tutors.written(file), record.decisions, state.digests)
    after = list(entries)
    graded = [place for place, entry in enumerate(entries) if entry.row.result]
    for places in grouped(graded, lambda place: entries[place].row.submission).values():
        authors = work.authors([entries[place] for place in places])
        for place, author in zip(places, authors, strict=True):
            after[place] = author
    if in_force:
        rows = gradebook.with_tokens([entry.row for entry in after], in_force.manifest.late)
        after = [replace(entry, row=row) for entry, row in zip(after, rows, strict=True)]
    return Remarking(
        tuple(entries),
        tuple(after),
        record,
        {source: made_with[source] for source in applied},
    )


def _assignment(entries: Iterable[GradebookEntry]) -> Assignment | None:
    """Return the assignment of *entries*; None if it is not here."""
    for result in class_folder.results_of(entries)[:1]:
        with contextlib.suppress(ManifestError):
            return load_assignment(result.assignment)
    return None


def _is_marked_otherwise(
    state: ClassState, made_with: Mapping[str, str], sources: Iterable[str]
) -> bool:
    """Return whether one of *sources*, or the weights, is another than for the results."""
    then = state.made_with
    unweighted = up_to_date.of_part(Weights())
    return then.get(up_to_date.WEIGHTS, unweighted) != made_with[up_to_date.WEIGHTS] or any(
        source in then and then[source] != made_with.get(source, then[source]) for source in sources
    )


def _scheme(folder: Path, entries: Iterable[GradebookEntry], weights: Weights) -> Scheme:
    """Return the marks of the assignment, changed by *weights*."""
    results = class_folder.results_of(entries)
    if not results:
        raise GraderError(
            f"{display(str(folder), 200)}: has no graded submission, so nothing to mark"
        )
    assignment = load_assignment(results[0].assignment)
    return scheme(assignment, weights, decisions_file.label(folder))


@dataclass(frozen=True, slots=True)
class _Work:
    """The facts on which the marks of a submission's authors depend."""

    scheme: Scheme | None
    """None if the results have their marks, and late days, already."""
    tutors: TutorMarks
    decisions: Decisions
    digests: Mapping[str, str]

    def authors(self, group: Sequence[GradebookEntry]) -> list[GradebookEntry]:
        """Return the entries of a submission's authors with their new pages and results."""
        row = group[0].row
        results = finish(
            self._shares(group),
            self.scheme.manifest.late if self.scheme else None,
            self.tutors,
            self.decisions,
            self.digests.get(row.submission, ""),
        )
        is_shared = all(result == results[0] for result in results)
        return [
            _with(entry, result, is_shared=is_shared)
            for entry, result in zip(group, results, strict=True)
        ]

    def _shares(self, group: Sequence[GradebookEntry]) -> list[Share]:
        results = [entry.row.result for entry in group if entry.row.result is not None]
        if self.scheme is None:
            return [Share(result) for result in results]
        graded = self.scheme.applied(results[0])
        self._refuse_more(graded)
        return [Share(graded, entry.row.days_late, entry.row.tokens) for entry in group]

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
    """Return *entry*, which has a result, with its page and the new *result*, and that one's
    flags.
    """
    row = entry.row
    assert row.result is not None
    former, present = map(attention.open_flags, (row.result, result))
    gone = {*former} - {*present}
    flags = [flag for flag in row.flags if flag not in gone]
    flags += [flag for flag in present if flag not in (*former, *flags)]
    page = own_page(row.submission, row.student_id, row.name)
    page = row.submission if is_shared else page
    row = msgspec.structs.replace(row, result=result, flags=tuple(flags), page=page)
    return replace(entry, row=row)


def write_within(draft: Draft, done: Remarking, what: str, by: Iterable[str] = ()) -> None:
    """Write the class that was marked again. Raises GraderError.

    what: the kind of event in its history; by: the people who changed it.
    """
    _write_pages(draft, done)
    _write_marked(draft, done.after, done.record, done.made_with)
    before, after = (class_folder.results_by_page(marked) for marked in (done.before, done.after))
    former = class_file.read(draft.before).made_with
    made_with = {**former, **done.made_with}
    if before == after and former == made_with:
        return
    happened = history.event(what, before, after, by=history.signed(by), made_with=made_with)
    draft.add_to(history.HISTORY, history.line_of(happened))


def _write_marked(
    draft: Draft,
    entries: Sequence[GradebookEntry],
    record: Record,
    made_with: Mapping[str, str],
) -> None:
    """Write all files of a class that was marked again, except its pages. Raises GraderError.

    entries: the lines of its gradebook with new results; made_with: the digests of the sources that
    these were made with.
    """
    folder = draft.before
    state = class_file.read(folder)
    rows = tuple(entry.row for entry in entries)
    if (folder / class_folder.PAGE).exists():
        rewriting.rewrite_page(folder, draft.after, rows, record)
    decisions.write_grounds(folder, record.decisions, draft.after)
    made_with = {**state.made_with, **made_with}
    class_folder.write_state(
        draft.after, msgspec.structs.replace(state, rows=rows, made_with=made_with)
    )


def bring_in(folder: Path) -> tuple[GradebookEntry, ...]:
    """Bring tutors' marks and the decisions into the results of the class in *folder*, and return
    its entries. Raises GraderError, also if other sources changed.
    """
    with changing(folder) as draft:
        data = decisions_file.content(folder)
        entries = up_to_date.read_within(draft, but=up_to_date.TUTORING)
        done = remarked(folder, entries, data)
        changed = {
            new.row.submission
            for old, new in zip(done.before, done.after, strict=True)
            if old.row.result != new.row.result
        }
        file = decisions_file.parsed(data, decisions_file.label(folder))
        write_within(draft, done, history.TUTORS, tutors.authors(file, changed))
        return done.after


def _write_pages(draft: Draft, done: Remarking) -> None:
    before = class_folder.results_by_page(done.before)
    after = class_folder.results_by_page(done.after)
    names = class_folder.people_by_page(done.after)
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
        style = report_style_of(result, names.get(page, ()))
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
