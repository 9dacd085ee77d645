"""The folder of a graded class: writes its page, and reads results back for other formats.

It contains a folder for each submission (see `pages`), ``gradebook.csv`` with everybody's marks,
and ``staff-index.html``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import starmap
from pathlib import Path
from typing import NamedTuple

import msgspec

from graders.harness.assignment.manifest import Late
from graders.harness.content import atomic_write, write_readable
from graders.harness.course import attention, class_state, gradebook, tutors
from graders.harness.course import decisions as course_decisions
from graders.harness.course.changing import Draft, changing, unchanged
from graders.harness.course.class_page import class_page
from graders.harness.course.counterexamples import Counterexample, Counterexamples
from graders.harness.course.decisions import Record
from graders.harness.course.gradebook import (
    FAULTS,
    ON_ROSTER,
    GradebookRow,
    GradingState,
    Table,
    from_csv,
)
from graders.harness.course.identical import SameFile
from graders.harness.course.pages import existing_page, own_page, page_folder
from graders.harness.course.result_changes import ResultChange
from graders.harness.course.roster import heading_key, headings_of
from graders.harness.course.summary import ClassSummary, summarise
from graders.harness.diagnosis import FaultGroup
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.grading.finish import Share, finish
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display, file_name
from graders.harness.reports import result_folder as report_folder
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.reporting import read_result, report_style_of
from graders.harness.result import Result, one_line, printable

BOOK = gradebook.BOOK
PAGE = "staff-index.html"
FILES = "files.json"
"""Digests of each submission's files, to detect changed ones."""
WRITTEN = (
    "result.json",
    "report.txt",
    report_folder.STAFF_PAGE,
    report_folder.CODE,
    report_folder.DIAGNOSIS,
    "run.log",
)
"""Files of a page."""
LAST_RUN = "last-run.json"
"""Facts about the last run that no result contains, for writing the class's page again."""


def write_page(
    out: Path,
    summary: ClassSummary,
    rows: Sequence[GradebookRow],
    counterexamples: Sequence[Counterexample],
    report_style: ReportStyle,
    assignment: str,
) -> None:
    """Write the page of a class below *out*. Raises GraderError."""
    folders: dict[str, str] = {}
    for row in rows:
        if row.result:
            folders[row.page] = page_folder(row.page)
            # Links to a whole submission go to the first member's page.
            folders.setdefault(row.submission, folders[row.page])
    page = class_page(
        summary,
        rows,
        counterexamples,
        report_style.painter,
        folders,
        report_style.title,
        assignment,
    )
    try:
        out.mkdir(parents=True, exist_ok=True)
        atomic_write(out / PAGE, page)
    except OSError as error:
        raise GraderError(f"cannot write below {out}: {error.strerror}") from None


class Lateness(NamedTuple):
    """How late a person is, by the roster."""

    days: Fraction | None = None
    tokens: Fraction = Fraction(0)
    """Days that they may still be late for free."""


@dataclass(frozen=True, slots=True)
class GradebookEntry:
    """A row of the gradebook, read back."""

    row: GradebookRow
    roster: Mapping[str, str]
    """The person's row of the roster: folded heading -> cell."""
    on_roster: bool = True
    """False for a delivery of nobody on the roster, if there was one."""

    def cell(self, headings: Sequence[str]) -> str:
        """Return the first non-empty roster cell under *headings* (see `headings_of`)."""
        return next(
            (self.roster[heading] for heading in headings if self.roster.get(heading)),
            "",
        )


def graded_entries(
    entries: Iterable[GradebookEntry],
) -> dict[str, list[GradebookEntry]]:
    """Return the entries with a result, by submission, in the gradebook's order."""
    graded = (entry for entry in entries if entry.row.result is not None)
    return grouped(graded, lambda entry: entry.row.submission)


def results_of(entries: Iterable[GradebookEntry]) -> list[Result]:
    """Return the existing results, in the order of the entries."""
    return gradebook.results_of(entry.row for entry in entries)


def results_by_page(entries: Iterable[GradebookEntry]) -> dict[str, Result]:
    """Return the existing results by page."""
    results: dict[str, Result] = {}
    for entry in entries:
        if entry.row.result is not None:
            results.setdefault(entry.row.page, entry.row.result)
    return results


def people_by_page(entries: Iterable[GradebookEntry]) -> dict[str, tuple[str, ...]]:
    """Return the names of the people on the roster whom each page is for."""
    people: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if entry.on_roster and entry.row.name:
            people[entry.row.page] = (*people.get(entry.row.page, ()), entry.row.name)
    return people


def read(folder: Path, but: Collection[str] = ()) -> tuple[GradebookEntry, ...]:
    """Read the gradebook in *folder* and its results. Raises GraderError unless it is a graded
    class, and if a source of the results changed since; see `class_state.refuse_outdated`.
    """
    with unchanged(folder):
        class_state.refuse_outdated(folder, but)
        return _read(folder)


def _read(folder: Path) -> tuple[GradebookEntry, ...]:
    label = display(str(folder / BOOK), 200)
    try:
        book = from_csv((folder / BOOK).read_bytes())
    except OSError as error:
        raise GraderError(
            f"{label}: {error.strerror}; a class is a folder that `grader grade` wrote"
        ) from None
    try:
        return tuple(_entries(folder, book))
    except (KeyError, ValueError) as error:
        raise GraderError(f"{label} is not a gradebook of this grader ({error})") from None


def _entries(folder: Path, book: Table) -> Iterator[GradebookEntry]:
    own = [heading_key(title) for title in book.heading]
    last = own.index("flags")  # the roster's columns follow
    for line in book.lines:
        cells = dict(zip(own[: last + 1], line, strict=False))
        state = GradingState(cells["status"])
        page, result = "", None
        if state in (GradingState.GRADED, GradingState.NOT_GRADABLE):
            page = existing_page(folder, cells["submission"], cells["student id"], cells["name"])
            result = read_result(folder / page_folder(page))
        derived = attention.derived(result) if result else frozenset()
        flags = filter(None, cells["flags"].split("; "))
        row = GradebookRow(
            student_id=cells["student id"],
            name=cells["name"],
            group=cells["group"],
            submission=cells["submission"],
            state=state,
            result=result,
            days_late=Fraction(cells["days late"]) if cells["days late"] else None,
            flags=tuple(flag for flag in flags if flag not in (*derived, state.value)),
            page=page,
            faults=tuple(cells[FAULTS].split("; ")) if cells.get(FAULTS) else (),
        )
        roster = dict(zip(own[last + 1 :], line[last + 1 :], strict=False))
        yield GradebookEntry(row, roster, on_roster=cells.get(ON_ROSTER) != "no")


class _Of(msgspec.Struct):
    assignment: str = ""


def refuse_another(out: Path, assignment: str) -> None:
    """Raise GraderError if *out* contains results of another assignment: one gradebook cannot hold
    both.
    """
    pages = (*out.glob("[!.]*/result.json"), *out.glob("[!.]*/*/result.json"))
    for path in sorted(pages):
        try:
            other = parse_json(path.read_bytes(), _Of).assignment
        except (OSError, msgspec.DecodeError):
            continue
        if other and other != assignment:
            raise GraderError(
                f"{display(str(out), 200)} contains results of {one_line(other, 80)} "
                f"({display(path.parent.name)}), not of {assignment}: choose another folder "
                "with --out"
            )


def refuse_results(paths: Iterable[Path]) -> None:
    """Raise GraderError if one of *paths*, which are to be submissions, is a class's results."""
    for path in paths:
        if (path / LAST_RUN).is_file() or class_state.is_first_grading(path):
            raise GraderError(
                f"{display(str(path), 200)} contains the results of a class: name the folder of "
                "its submissions, or move the results out of it"
            )


def refuse_within(paths: Iterable[Path], out: Path) -> None:
    """Raise GraderError if *out* is one of *paths*, or inside of one: the next run would take
    results for submissions.
    """
    folders = list(filter(out.resolve().is_relative_to, map(Path.resolve, paths)))
    if folders:
        beside = display(str(folders[0].parent / "marks"), 200)
        raise GraderError(
            f"{display(str(out), 200)} is in the folder of the submissions, and results there "
            f"would count as submissions: choose a folder beside it, such as --out {beside}"
        )


def refuse_own_pages(out: Path, submission: str) -> None:
    """Raise GraderError if members of a group have their own pages of *submission* below *out*:
    these would stay beside a result that is graded alone.
    """
    if any((out / file_name(submission)).glob("*/result.json")):
        raise GraderError(
            f"{display(str(out), 200)}: members of {display(submission)} have their own pages "
            "there; grade the class again, or choose another folder with --out"
        )


def remove_pages(draft: Draft, submission: str, keep: Collection[str] = ()) -> None:
    """Remove the files that an earlier run wrote for *submission*, except those that *draft*
    replaces, and the pages *keep*.
    """
    place = file_name(submission)
    own = (draft.before / place).glob("*/result.json")
    remaining = {page_folder(page) for page in keep}
    for page in {place, *(f"{place}/{path.parent.name}" for path in own)} - remaining:
        for name in WRITTEN:
            draft.remove(f"{page}/{name}")


def link_to_class(page: str) -> str:
    """Return the link to the class's page from *page*."""
    return "../" * (page.count("/") + 1) + PAGE


# Changes without grading.


def finish_again(folder: Path) -> tuple[GradebookEntry, ...]:
    """Finish the results in *folder* with the present marks of tutors and decisions, rewrite it,
    and return its entries. Raises GraderError.
    """
    with changing(folder) as draft:
        made_with = class_state.digests(folder)  # before the files are read
        return finish_within(draft, course_decisions.read_record(folder), made_with)


def finish_within(
    draft: Draft, record: Record, made_with: Mapping[str, str]
) -> tuple[GradebookEntry, ...]:
    """Finish the results of a class with the present marks of tutors and the decisions in *record*;
    return its entries. Raises GraderError.

    made_with: see `class_state.digests`. Late days already deducted stay, and so do the gradebook's
    columns from the roster. Only existing reports are rewritten.
    """
    folder = draft.before
    class_state.refuse_outdated(folder, class_state.ALL)
    before = _read(folder)
    marks = tutors.read(folder)
    results = finished_again(before, marks, record.decisions, digests(folder))
    people = people_by_page(before)
    for page, old in results_by_page(before).items():
        new = results[page]
        if new != old:
            place = page_folder(page)
            draft.copy(WRITTEN, place, place)
            report_style = report_style_of(new, people.get(page, ()))
            home = link_to_class(page)
            report_folder.rewrite(draft.after, new, report_style, home, place)
    entries = tuple(
        with_result(entry, results[entry.row.page]) if entry.row.result else entry
        for entry in before
    )
    applied = {source: made_with[source] for source in class_state.DECIDED}
    write_marked(draft, entries, record, applied)
    return entries


def write_marked(
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
    book = from_csv((folder / BOOK).read_bytes())
    rows = [entry.row for entry in entries]
    table = _with_the_rosters_columns(gradebook.table(rows), book)
    gradebook.write(draft.after / BOOK, table)
    if (folder / PAGE).exists():
        rewrite_page(folder, draft.after, rows, record)
    course_decisions.write_grounds(folder, record.decisions, draft.after)
    class_state.write(draft.after, class_state.remade(folder, made_with))


def with_result(entry: GradebookEntry, new: Result) -> GradebookEntry:
    """Return *entry*, which has a result, with the *new* result and that result's flags."""
    assert entry.row.result is not None
    former, present = map(attention.open_flags, (entry.row.result, new))
    gone = {*former} - {*present}
    flags = [flag for flag in entry.row.flags if flag not in gone]
    flags += [flag for flag in present if flag not in (*former, *flags)]
    return replace(entry, row=replace(entry.row, result=new, flags=tuple(flags)))


def rewrite_page(folder: Path, out: Path, rows: Sequence[GradebookRow], record: Record) -> None:
    """Write the page of the class in *folder* below *out*, if there are results. Raises
    GraderError.
    """
    results = gradebook.results_of(rows)
    if not results:
        return
    report_style, assignment = report_style_of(results[0]), results[0].assignment
    counterexamples = Counterexamples()
    for result in results:
        counterexamples.add(result)
    title = f"{report_style.title} ({assignment})"
    summary = summary_of(folder, rows, title, record)
    write_page(out, summary, rows, counterexamples.common(), report_style, assignment)


def finished_again(
    entries: Sequence[GradebookEntry],
    tutors: TutorMarks,
    decisions: Decisions,
    digests: Mapping[str, str],
) -> dict[str, Result]:
    """Return the results of *entries*, finished: page -> result."""
    submissions: dict[str, dict[str, Share]] = {}
    for entry in entries:
        if entry.row.result is not None:
            shares = submissions.setdefault(entry.row.submission, {})
            shares[entry.row.page] = Share(entry.row.result)
    finished: dict[str, Result] = {}
    for submission, shares in submissions.items():
        files = digests.get(submission, "")
        results = finish([*shares.values()], None, tutors, decisions, files)
        finished |= zip(shares, results, strict=True)
    return finished


def _with_the_rosters_columns(new: Table, old: Table) -> Table:
    """Return *new* with the columns that only a roster gives, as *old* has them line by line: the
    one about the roster, before the flags, and those after them.
    """
    end = [heading_key(title) for title in old.heading].index("flags") + 1
    first = end - 2 if old.heading[end - 2] == ON_ROSTER else end - 1

    def joined(mine: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
        *before, flags = mine
        return (*before, *others[first : end - 1], flags, *others[end:])

    lines = zip(new.lines, old.lines, strict=True)
    return Table(joined(new.heading, old.heading), tuple(starmap(joined, lines)))


class _LastRun(msgspec.Struct):
    lateness: dict[str, Lateness] = {}
    """Own page of a person (see `pages`) -> their lateness."""
    late: Late | None = None
    """The late policy that staff chose instead of the assignment's."""
    groups: tuple[FaultGroup, ...] = ()
    changes: tuple[ResultChange, ...] = ()
    enrolment: tuple[str, ...] = ()
    same_files: tuple[SameFile, ...] = ()
    maxima: dict[str, str] = {}
    """See `Roster.maxima`."""
    unreadable: dict[str, str] = {}
    """Submission -> the reason why it cannot be read, for its authors."""


def store_last_run(
    folder: Path,
    summary: ClassSummary,
    rows: Iterable[GradebookRow] = (),
    late: Late | None = None,
    maxima: Mapping[str, str] = {},
    unreadable: Mapping[str, str] = {},
) -> None:
    """Store the facts that only the run behind *summary* and *rows* knows. Raises GraderError.

    late: the policy that staff chose instead of the assignment's; maxima: see `Roster.maxima`;
    unreadable: see `unreadable`.
    """
    lateness = {
        own_page(row.submission, row.student_id, row.name): Lateness(
            row.student.days_late, row.student.tokens
        )
        for row in rows
        if row.student and row.student.days_late
    }
    last = _LastRun(
        lateness,
        late,
        summary.groups,
        summary.changes,
        summary.enrolment,
        summary.same_files,
        {**maxima},
        {printable(name): printable(why) for name, why in unreadable.items()},
    )
    write_readable(folder / LAST_RUN, msgspec.to_builtins(last, enc_hook=str))


def _last_run(folder: Path) -> _LastRun:
    """Return the facts about the last run, as far as they can be read."""
    try:
        return msgspec.json.decode(
            (folder / LAST_RUN).read_bytes(),
            type=_LastRun,
            dec_hook=lambda kind, text: kind(text),
        )
    except (OSError, msgspec.DecodeError, ValueError):
        return _LastRun()


def late_policy(folder: Path) -> Late | None:
    """Return the late policy that staff chose for the class in *folder*; None for the
    assignment's.
    """
    return _last_run(folder).late


def roster_columns(folder: Path) -> dict[str, str]:
    """Return the headings of the roster as written, each with the maximum that the roster has in a
    line of its own, or "". *folder* is a class that `read` accepts.
    """
    heading = from_csv((folder / BOOK).read_bytes()).heading
    last = [heading_key(title) for title in heading].index("flags")
    maxima = _last_run(folder).maxima
    return {each: maxima.get(each, "") for each in heading[last + 1 :]}


def unreadable(folder: Path) -> Mapping[str, str]:
    """Return submission -> the reason why the last run could not read it, for its authors."""
    return _last_run(folder).unreadable


def last_groups(folder: Path) -> tuple[FaultGroup, ...]:
    """Return the groups of submissions with the same fault, as the last run found them."""
    return _last_run(folder).groups


def lateness(folder: Path, entries: Iterable[GradebookEntry]) -> list[Lateness]:
    """Return how late the people of *entries* are.

    The gradebook rounds days to hundredths, so the last run's exact ones are used if there are any.
    """
    exact_days = _last_run(folder).lateness
    found = []
    for entry in entries:
        row = entry.row
        person = own_page(row.submission, row.student_id, row.name)
        tokens = entry.cell(headings_of("tokens"))
        found.append(
            exact_days.get(person)
            or Lateness(row.days_late, _number(tokens) if tokens else Fraction(0))
        )
    return found


def _number(cell: str) -> Fraction:
    try:
        return Fraction(cell.replace(",", "."))
    except ValueError:
        return Fraction(0)


def summary_of(
    folder: Path, rows: Sequence[GradebookRow], title: str, record: Record
) -> ClassSummary:
    """Return the summary of the class in *folder* for *rows*, with facts about its last run."""
    last = _last_run(folder)
    summary = summarise(
        title,
        rows,
        digests=digests(folder),
        changes=last.changes,
        enrolment=last.enrolment,
        groups=last.groups,
    )
    summary = replace(summary, same_files=last.same_files)
    return record.reviewed.applied(summary, rows)


def digests(folder: Path) -> Mapping[str, str]:
    """Return the stored digests: submission -> digest of its files."""
    try:
        return parse_json((folder / FILES).read_bytes(), dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def write_digests(folder: Path, by_submission: Mapping[str, str]) -> None:
    """Store the digests. Raises GraderError."""
    write_readable(folder / FILES, dict(sorted(by_submission.items())))
