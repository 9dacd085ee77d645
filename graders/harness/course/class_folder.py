"""The folder that a graded class leaves: its page is written here, and read back here for other
formats.

Beside a folder for each submission (see `pages`) it holds ``gradebook.csv``, which says who is who,
and ``staff-index.html``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.harness.content import atomic_write, write_readable
from graders.harness.course import gradebook
from graders.harness.course.class_page import class_page
from graders.harness.course.counterexamples import Counterexample, Counterexamples
from graders.harness.course.gradebook import (
    ON_ROSTER,
    Change,
    Row,
    Standing,
    Table,
    from_csv,
)
from graders.harness.course.identical import SameFile
from graders.harness.course.pages import own_page, page_folder
from graders.harness.course.roster import heading_key
from graders.harness.course.summary import ClassSummary, summarise
from graders.harness.errors import GraderError
from graders.harness.grading.finish import Share, finish
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.intake.names import display, file_name
from graders.harness.reports import folder as report_folder
from graders.harness.reports.look import Look
from graders.harness.reports.reporting import look_of
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Result, from_json, one_line

BOOK = "gradebook.csv"
PAGE = "staff-index.html"
FILES = "files.json"
"""Says by a digest which files each submission consisted of, so that others are known when they
come.
"""
WRITTEN = (
    "result.json",
    "report.txt",
    report_folder.STAFF_PAGE,
    report_folder.CODE,
    "run.log",
)
"""Files of one page."""
LAST_RUN = "last-run.json"
"""What a run tells of the class that its results do not: they are read back when its page is
written again.
"""


def write_page(
    out: Path,
    summary: ClassSummary,
    rows: Sequence[Row],
    counterexamples: Sequence[Counterexample],
    look: Look,
    assignment: str,
) -> None:
    """Write the page of a class below *out*, beside the folders of its submissions. Raises
    GraderError.
    """
    folders: dict[str, str] = {}
    for row in rows:
        if row.result:
            folders[row.page] = page_folder(row.page)
            # Words about the whole submission link to the first member's page.
            folders.setdefault(row.submission, folders[row.page])
    page = class_page(
        summary, rows, counterexamples, look.palette, folders, look.title, assignment
    )
    try:
        out.mkdir(parents=True, exist_ok=True)
        atomic_write(out / PAGE, page)
    except OSError as error:
        raise GraderError(f"cannot write below {out}: {error.strerror}") from None


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the gradebook, as it was read back."""

    row: Row
    roster: Mapping[str, str]
    """What the roster says of this person: folded heading -> cell."""
    on_roster: bool = True
    """False for a delivery that belongs to nobody on the roster, where there was one."""

    def cell(self, headings: Sequence[str]) -> str:
        """Return what the roster says under the first of *headings* (a row of `roster.HEADINGS`)
        that has anything.
        """
        return next(
            (self.roster[heading] for heading in headings if self.roster.get(heading)),
            "",
        )


def results_of(entries: Iterable[Entry]) -> list[Result]:
    """Return the results that there are, in the order of the entries."""
    return gradebook.results_of(entry.row for entry in entries)


def results_by_page(entries: Iterable[Entry]) -> dict[str, Result]:
    """Return the results that there are, each once: page -> result."""
    results: dict[str, Result] = {}
    for entry in entries:
        if entry.row.result is not None:
            results.setdefault(entry.row.page, entry.row.result)
    return results


def read(folder: Path) -> tuple[Entry, ...]:
    """Read the gradebook in *folder* and the results beside it. Raises GraderError for what is no
    graded class.
    """
    shown = display(str(folder / BOOK), 200)
    try:
        book = from_csv((folder / BOOK).read_bytes())
    except OSError as error:
        raise GraderError(
            f"{shown}: {error.strerror}; a class is a folder that `grader grade` wrote"
        ) from None
    try:
        return tuple(_entries(folder, book))
    except (KeyError, ValueError) as error:
        raise GraderError(
            f"{shown}: is not a gradebook of this grader ({error})"
        ) from None


def _entries(folder: Path, book: Table) -> Iterator[Entry]:
    own = [heading_key(column) for column in book.heading]
    last = own.index("flags")  # what follows is the roster's
    for line in book.lines:
        cells = dict(zip(own[: last + 1], line, strict=False))
        standing = Standing(cells["status"])
        page, result = "", None
        if standing in (Standing.GRADED, Standing.NOT_GRADABLE):
            page = own_page(cells["submission"], cells["student id"], cells["name"])
            if not (folder / page_folder(page) / "result.json").exists():
                page = cells["submission"]
            result = _result(folder, page)
        row = Row(
            student_id=cells["student id"],
            name=cells["name"],
            group=cells["group"],
            submission=cells["submission"],
            standing=standing,
            result=result,
            days_late=Fraction(cells["days late"]) if cells["days late"] else None,
            flags=tuple(cells["flags"].split("; ")) if cells["flags"] else (),
            page=page,
        )
        roster = dict(zip(own[last + 1 :], line[last + 1 :], strict=False))
        yield Entry(row, roster, on_roster=cells.get(ON_ROSTER) != "no")


class _Of(msgspec.Struct):
    assignment: str = ""


def refuse_another(out: Path, assignment: str) -> None:
    """Raise GraderError if *out* holds results of another assignment: the two would be one
    gradebook.
    """
    for path in sorted((*out.glob("*/result.json"), *out.glob("*/*/result.json"))):
        try:
            other = msgspec.json.decode(path.read_bytes(), type=_Of).assignment
        except (OSError, msgspec.DecodeError):
            continue
        if other and other != assignment:
            raise GraderError(
                f"{display(str(out), 200)} holds results of {one_line(other, 80)} "
                f"({display(path.parent.name)}), and these are of {assignment}: name another "
                "folder with --out"
            )


def refuse_own_pages(out: Path, submission: str) -> None:
    """Raise GraderError if members of a group have their own pages of *submission* below *out*: a
    result that is graded alone would stand beside them.
    """
    if any((out / file_name(submission)).glob("*/result.json")):
        raise GraderError(
            f"{display(str(out), 200)}: each member of {display(submission)} has a page of their "
            "own there; grade the class again, or name another folder with --out"
        )


def remove_pages(out: Path, submission: str, keep: Collection[str] = ()) -> None:
    """Remove what an earlier run wrote of *submission*, but not the pages *keep*."""
    shared = out / file_name(submission)
    remaining = {out / page_folder(page) for page in keep}
    for folder in (*(path.parent for path in shared.glob("*/result.json")), shared):
        if folder not in remaining:
            for name in WRITTEN:
                with contextlib.suppress(OSError):
                    (folder / name).unlink()
            with contextlib.suppress(OSError):  # it is not empty
                folder.rmdir()


def link_to_class(page: str) -> str:
    """Return the address of the class's page, as a page in its folder names it."""
    return "../" * (page.count("/") + 1) + PAGE


def _result(folder: Path, page: str) -> Result:
    path = folder / page_folder(page) / "result.json"
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise GraderError(
            f"{display(str(path), 200)}: {error.strerror}; grade the class again"
        ) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: is not a result ({error})"
        ) from None


# What changes without grading.


def rewrite(
    folder: Path, tutors: TutorMarks, decisions: Decisions
) -> tuple[Entry, ...]:
    """Write what lies in *folder* again, with every result finished by these marks and decisions;
    return it. Raises GraderError.

    Late days that were taken off stay. Reports are written where there are some; what the gradebook
    has from the roster stays.
    """
    book = from_csv((folder / BOOK).read_bytes())
    before = read(folder)
    results = _finished_again(before, tutors, decisions, digests(folder))
    for page, old in results_by_page(before).items():
        new = results[page]
        if new != old:
            look, place = look_of(new), page_folder(page)
            report_folder.write_again(folder, new, look, link_to_class(page), place)
    entries = tuple(_with_result(entry, results) for entry in before)
    rows = [entry.row for entry in entries]
    gradebook.write(
        folder / BOOK, _with_the_rosters_columns(gradebook.table(rows), book)
    )
    if (folder / PAGE).exists():
        write_page_again(folder, folder, rows)
    return entries


def _with_result(entry: Entry, results: Mapping[str, Result]) -> Entry:
    """Return *entry* with its result of *results* (page -> result) and the flags of that."""
    if entry.row.result is None:
        return entry
    new = results[entry.row.page]
    former, present = (
        list(map(flag_text, result.flags)) for result in (entry.row.result, new)
    )
    gone = {*former} - {*present}
    flags = [flag for flag in entry.row.flags if flag not in gone]
    flags += [flag for flag in present if flag not in (*former, *flags)]
    return replace(entry, row=replace(entry.row, result=new, flags=tuple(flags)))


def write_page_again(folder: Path, out: Path, rows: Sequence[Row]) -> None:
    """Write the page of the class in *folder* below *out*, if anybody has a result. Raises
    GraderError.
    """
    results = gradebook.results_of(rows)
    if not results:
        return
    look, assignment = look_of(results[0]), results[0].assignment
    counterexamples = Counterexamples()
    for result in results:
        counterexamples.add(result)
    summary = summary_of(folder, rows, f"{look.title} ({assignment})")
    write_page(out, summary, rows, counterexamples.common(), look, assignment)


def _finished_again(
    entries: Sequence[Entry],
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
    """Return *new* with what stood behind the flags in *old*, line by line."""
    place = [heading_key(column) for column in old.heading].index("flags") + 1
    return Table(
        (*new.heading, *old.heading[place:]),
        tuple(
            (*line, *other[place:])
            for line, other in zip(new.lines, old.lines, strict=True)
        ),
    )


class _LastRun(msgspec.Struct):
    changes: tuple[Change, ...] = ()
    enrolment: tuple[str, ...] = ()
    same_files: tuple[SameFile, ...] = ()


def keep_last_run(folder: Path, summary: ClassSummary) -> None:
    """Keep for `summary_of` what only the run that made *summary* can tell. Raises GraderError."""
    last = _LastRun(summary.changes, summary.enrolment, summary.same_files)
    write_readable(folder / LAST_RUN, msgspec.to_builtins(last, enc_hook=str))


def summary_of(folder: Path, rows: Sequence[Row], title: str) -> ClassSummary:
    """Return the summary of the class in *folder* for *rows*, with the remarks of its last run."""
    try:
        last = msgspec.json.decode(
            (folder / LAST_RUN).read_bytes(),
            type=_LastRun,
            dec_hook=lambda kind, text: kind(text),
        )
    except (OSError, msgspec.DecodeError, ValueError):
        last = _LastRun()
    summary = summarise(
        title,
        rows,
        digests=digests(folder),
        changes=last.changes,
        enrolment=last.enrolment,
    )
    return replace(summary, same_files=last.same_files)


def digests(folder: Path) -> Mapping[str, str]:
    """Return a digest of each submission's files, if grading left one: submission -> digest."""
    try:
        return msgspec.json.decode((folder / FILES).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def write_digests(folder: Path, found: Mapping[str, str]) -> None:
    """Keep what `digests` returns. Raises GraderError."""
    write_readable(folder / FILES, dict(sorted(found.items())))
