"""The tutors' sheet: a table with a row for each submission, written for tutors and read back.

A sheet is accepted as a whole or not at all, and all its mistakes are reported at once, with their
lines. An empty cell changes nothing, so several tutors can fill in a copy each, one after the
other.

The sheet is a way to edit the tutors' tables of `decisions_file`, as the desk is. Its last column
has a digest of each cell as it was written. So a cell that its tutor left alone never undoes a
later change, and one that both changed is reported with both values.
"""

from __future__ import annotations

import difflib
import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from itertools import chain
from pathlib import Path

from graders.extensions.tutoring import comment_cells, decisions_writing, remarking
from graders.extensions.tutoring.marking_edits import (
    TAKE_BACK,
    Author,
    Change,
    SetMarks,
    SetRemark,
    changed,
    tidy,
    typed_marks,
)
from graders.extensions.tutoring.part_names import short_names
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import nearest
from graders.harness.course.marks import decisions_file, tutors, up_to_date
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.markings import MARKS, Marking
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.class_folder import GradebookEntry, graded_entries
from graders.harness.course.pages.gradebook import (
    Table,
    as_it_was,
    is_unmarked,
    marks_cell,
    to_csv,
)
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people import workbook
from graders.harness.course.people.roster import csv_lines, heading_key, headings_of
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import TutorMark, TutorMarks
from graders.harness.intake import names
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.result_folder import code_beside
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Finding, FlagCode, Result, printable

WHO = ("submission", "student id", "login", "name", "group")
"""Columns that identify a row."""
COMMENT = "comment"
"""The column of comments on the submission and on its lines."""
FILES = "files"
"""The column with a digest of the submission's files."""
AS_WRITTEN = "as written"
"""The last column: a digest of each cell that tutors fill in."""
PLACES = 5
"""Lines of code listed for a rule."""
MOST_RULES = 30
"""Rules listed for a part."""
MOST_ERRORS = 20
MOST_LINES = 999_999
"""The last line of a file that is not saved."""
LONGEST_CELL = 30_000
"""Characters of a cell; spreadsheets keep 32,767."""


@dataclass(frozen=True, slots=True)
class MarkedPart:
    """A part that a tutor marks, and its columns."""

    name: str
    short: str
    """Prefix of its headings: the name up to a bracket, if that is unique."""
    max_marks: Fraction

    @property
    def marks(self) -> str:
        """Heading of its marks."""
        return f"{self.short} (of {marks_in_words(self.max_marks)})"

    @property
    def comment(self) -> str:
        """Heading of its comments."""
        return f"{self.short}: comment"

    @property
    def findings(self) -> str:
        """Heading of the findings that bear on it."""
        return f"{self.short}: findings"

    @property
    def columns(self) -> tuple[str, ...]:
        """All its headings."""
        return self.marks, self.comment, self.findings


@dataclass(frozen=True, slots=True)
class SheetChanges:
    """The changes made by a sheet."""

    new: int = 0
    changed: tuple[str, ...] = ()
    """Marks that replaced others, in words."""
    removed: int = 0
    comments: int = 0
    unmarked: tuple[str, ...] = ()
    """Submissions with an unmarked part."""
    of: int = 0
    """Submissions with parts for tutors to mark."""
    notes: tuple[str, ...] = ()


def parts_of(entries: Iterable[GradebookEntry], folder: Path) -> tuple[MarkedPart, ...]:
    """Return the parts that tutors mark in this class. Raises GraderError if nothing is graded."""
    results = class_folder.results_of(entries)
    if not results:
        raise GraderError(
            f"{names.display(str(folder), 200)}: has no graded submission, so nothing to mark"
        )
    manual = results[0].manual
    short = short_names(part.name for part in manual)
    return tuple(MarkedPart(part.name, short[part.name], part.max_marks) for part in manual)


def _headings(parts: Iterable[MarkedPart]) -> tuple[str, ...]:
    of_parts = chain.from_iterable(part.columns for part in parts)
    return (*WHO, COMMENT, *of_parts, FILES, AS_WRITTEN)


# Writing.


def make_sheet(folder: Path) -> Table:
    """Return the sheet of the class in *folder*, with the marks so far. Raises GraderError."""
    entries = up_to_date.read(folder, but=up_to_date.TUTORING)
    parts = parts_of(entries, folder)
    rules = _rules(entries)
    digests = class_file.read(folder).digests
    file = decisions_file.read(folder)
    marks = tutors.written(file)
    lines = []
    for submission, group in graded_entries(entries).items():
        result = group[0].row.result
        assert result is not None
        cells = _cells(file.marking(submission), marks, parts)
        line = [submission, *_who(group), cells[COMMENT]]
        for part in parts:
            findings = _findings(result, part.name, rules.get(part.name, ("*",)))
            line += [cells[part.marks], cells[part.comment], findings]
        as_written = " ".join(map(_digest, cells.values()))
        lines.append((*line, digests.get(submission, ""), as_written))
    return Table(_headings(parts), tuple(lines))


def _cells(marking: Marking, marks: TutorMarks, parts: Iterable[MarkedPart]) -> dict[str, str]:
    """Return the cells that tutors fill in, by heading, as they are now."""
    cells = {COMMENT: comment_cells.written(marking.comment)[:LONGEST_CELL]}
    for part in parts:
        mark = _mark_of(marks, marking.submission, part.name)
        cells[part.marks] = marks_cell(mark.exact(part.max_marks))
        cells[part.comment] = marking.mark(part.name).comment
    return cells


def _digest(cell: str) -> str:
    digest = hashlib.blake2b(cell.encode(), digest_size=4).hexdigest()
    return f"c{digest}"  # a letter first: no spreadsheet takes it for a number


def _who(group: Sequence[GradebookEntry]) -> Iterator[str]:
    """Yield ids, logins, names and groups of a submission's authors."""
    columns: tuple[Callable[[GradebookEntry], str], ...] = (
        lambda entry: entry.row.student_id,
        lambda entry: entry.cell(headings_of("login")),
        lambda entry: entry.row.name,
        lambda entry: entry.row.group,
    )
    for column in columns:
        yield "; ".join(dict.fromkeys(filter(None, map(column, group))))


def _rules(entries: Iterable[GradebookEntry]) -> Mapping[str, Sequence[str]]:
    assignment = class_folder.results_of(entries)[0].assignment
    try:
        manual = load_assignment(assignment).manifest.manual
    except GraderError:  # unknown assignment: all findings bear on all parts
        return {}
    return {part.name: part.rules for part in manual}


def _findings(result: Result, part: str, patterns: Sequence[str]) -> str:
    """Return the findings that bear on a part: counts by rule, and lines."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in result.findings:
        if any(fnmatchcase(finding.rule, pattern) for pattern in patterns):
            by_rule.setdefault(finding.rule, []).append(finding)
    remarks = [
        flag_text(flag)
        for flag in result.flags
        if flag.code is FlagCode.HANDED_IN_AGAIN and part in flag.values["parts"]
    ]
    most_first = sorted(by_rule.items(), key=lambda item: (-len(item[1]), item[0]))
    listed = [_of_rule(rule, findings) for rule, findings in most_first[:MOST_RULES]]
    if len(most_first) > MOST_RULES:
        listed.append(f"{len(most_first) - MOST_RULES} more rules")
    return "; ".join([*remarks, *listed])


def _of_rule(rule: str, findings: Sequence[Finding]) -> str:
    positions = [f"{names.display(finding.file)}:{finding.line}" for finding in findings[:PLACES]]
    if len(findings) > PLACES:
        positions.append("...")
    return f"{len(findings)} {rule} ({', '.join(positions)})"


def sheet_bytes(sheet: Table, suffix: str) -> bytes:
    """Return a sheet as a workbook for `.xlsx`, else as CSV that spreadsheets open as UTF-8. Raises
    GraderError.
    """
    if suffix.lower() == ".xlsx":
        return _to_xlsx(sheet)
    return b"\xef\xbb\xbf" + to_csv(sheet)


def _to_xlsx(sheet: Table) -> bytes:
    """Return a workbook in which every cell but a mark is text."""
    book = workbook.library().Workbook()
    page = book.active
    page.title = "marks"
    of_marks = {column for column, title in enumerate(sheet.heading, 1) if title.endswith(")")}
    for row, line in enumerate((sheet.heading, *sheet.lines), 1):
        for column, text in enumerate(line, 1):
            cell = page.cell(row=row, column=column)
            if column in of_marks and MARKS.fullmatch(text):
                cell.value = float(text)
            elif text:
                cell.value = printable(text, 30_000)
                cell.data_type = "s"  # never a formula
                cell.number_format = "@"
    page.freeze_panes = "B2"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


# Reading back.


def apply_sheet(folder: Path, path: Path) -> SheetChanges:
    """Apply the sheet at *path* to the decisions and the results of the class in *folder*.

    Raises GraderError, and changes nothing, if anything in the sheet is wrong.
    """
    entries = up_to_date.read(folder, but=up_to_date.TUTORING)
    parts = parts_of(entries, folder)
    label = names.display(str(path), 200)
    lines = _lines_of(path)
    if not lines:
        command = f"grader report {names.display(str(folder))} --for sheet --out FILE"
        raise GraderError(f"{label}: is empty; `{command}` writes a sheet")
    where, others = _columns([cell.strip() for cell in lines[0][1]], parts, label)
    with decisions_file.locked(folder):
        file = decisions_file.read(folder)
        before = tutors.written(file)
        author = f"the sheet {path.name}"
        reading = _SheetReader(folder, parts, entries, file, before, author)
        for line, cells in lines[1:]:
            reading.add(line, cells, where, width=len(lines[0][1]))
        if reading.errors:
            raise GraderError(
                f"{label}: nothing was changed\n  " + "\n  ".join(_first(reading.errors))
            )
        # first, so that an interruption loses nothing
        data = decisions_file.content(folder)
        decisions_file.write(folder, decisions_writing.with_markings(data, reading.new.values()))
    entries = remarking.bring_in(folder)
    return _changes_of(before, tutors.read(folder), reading, entries, others)


def _first(errors: Sequence[str]) -> Iterator[str]:
    yield from errors[:MOST_ERRORS]
    if len(errors) > MOST_ERRORS:
        yield f"and {len(errors) - MOST_ERRORS} more"


def _lines_of(path: Path) -> list[tuple[int, list[str]]]:
    label = names.display(str(path), 200)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GraderError(
            f"{label}: {error.strerror}; give the sheet that tutors filled in"
        ) from None
    try:
        if data.startswith(workbook.WORKBOOK):
            return workbook.workbook_lines(data)
        return [(line, [as_it_was(cell) for cell in cells]) for line, cells in csv_lines(data)]
    except GraderError as error:
        raise GraderError(f"{label}: {error}") from None


def _columns(
    heading: Sequence[str], parts: Sequence[MarkedPart], label: str
) -> tuple[Mapping[str, int], Sequence[str]]:
    """Return the index of each known column, and the unknown ones. Raises GraderError."""
    titles = {heading_key(title): title for title in _headings(parts)}
    where: dict[str, int] = {}
    others = []
    for index, cell in enumerate(heading):
        title = titles.get(heading_key(cell), "")
        if title in where:
            raise GraderError(f"{label}: has two columns {_quoted(title)}")
        if title:
            where[title] = index
        elif cell:
            _refuse_misspelt(cell, titles.values(), label)
            others.append(_quoted(cell))
    if "submission" not in where:
        raise GraderError(f"{label}: has no column 'submission', which identifies the rows")
    to_fill = [COMMENT, *chain.from_iterable(part.columns[:2] for part in parts)]
    if where.keys().isdisjoint(to_fill):
        wanted = ", ".join(map(_quoted, to_fill))
        raise GraderError(f"{label}: has no column of marks or comments; this class has {wanted}")
    return where, others


def _refuse_misspelt(cell: str, titles: Iterable[str], label: str) -> None:
    """Raise GraderError if *cell* is almost a known heading."""
    for near in difflib.get_close_matches(cell, titles, 1, 0.8):
        raise GraderError(f"{label}: column {_quoted(cell)} is unknown; is it {_quoted(near)}?")


def _quoted(text: str) -> str:
    return f"'{names.display(text, 120)}'"


@dataclass
class _SheetReader:
    """Reads a sheet's lines."""

    folder: Path
    parts: Sequence[MarkedPart]
    entries: Iterable[GradebookEntry]
    file: DecisionsFile
    before: TutorMarks
    author: str
    new: dict[str, Marking] = field(default_factory=dict)
    """Submission -> its marking with the changes."""
    comments: int = 0
    """Number of changed comments."""
    errors: list[str] = field(default_factory=list)
    _lines: dict[str, int] = field(default_factory=dict)
    """Submission -> its line in the sheet."""

    @cached_property
    def people(self) -> Mapping[str, Sequence[GradebookEntry]]:
        """The authors of each submission."""
        return graded_entries(self.entries)

    def add(self, line: int, cells: Sequence[str], where: Mapping[str, int], width: int) -> None:
        """Add a line of the sheet. where: title -> index; width: number of headings."""
        if any(map(str.strip, cells[width:])):
            self.errors.append(
                f"line {line}: has {len(cells)} cells, but the first has {width}; check the quotes"
            )
            return
        filled = [*cells, *[""] * width]
        row = {title: filled[index].strip() for title, index in where.items()}
        try:
            submission = self._submission_of(row)
        except ValueError as error:
            self.errors.append(f"line {line}: {error}")
            return
        self._lines[submission] = line
        self._add_cells(line, submission, row)

    def _submission_of(self, row: Mapping[str, str]) -> str:
        """Return the submission of a row. Raises ValueError."""
        submission = _submission(row["submission"], self.people)
        if submission in self._lines:
            raise ValueError(f"{_quoted(submission)} is already on line {self._lines[submission]}")
        owners = self.people[submission]
        if _is_another(row.get("name", ""), owners):
            whose = "; ".join(entry.row.name for entry in owners)
            raise ValueError(
                f"names {_quoted(row['name'])}, but {_quoted(submission)} belongs to "
                f"{_quoted(whose)} (possibly, columns were sorted separately)"
            )
        return submission

    def _add_cells(self, line: int, submission: str, row: Mapping[str, str]) -> None:
        """Add the cells that a tutor filled in; empty ones change nothing."""
        before = self.file.marking(submission)
        now = _cells(before, self.before, self.parts)
        digests = row.get(AS_WRITTEN, "").split()
        written = dict(zip(now, digests, strict=False)) if len(digests) == len(now) else {}
        author = Author(self.author, row.get(FILES, ""))
        full = {part.name: part.max_marks for part in self.parts}
        after = before
        for title, cell in now.items():
            try:
                typed = _typed(row.get(title, ""), title, self.parts)
                if not _is_change(typed, cell, written.get(title)):
                    continue
                for change in self._changes(after, title, typed):
                    after = changed(after, change, author, full)
                self.comments += title not in {part.marks for part in self.parts}
            except ValueError as error:
                name = next((known.name for known in self.parts if title in known.columns), title)
                self.errors.append(f"line {line}: {_quoted(submission)}, {_quoted(name)}: {error}")
        if after != before:
            self.new[submission] = after

    def _changes(self, marking: Marking, title: str, typed: str) -> Iterator[Change]:
        """Yield the changes that a filled cell makes. Raises ValueError."""
        value = "" if typed == TAKE_BACK else typed
        if title == COMMENT:
            yield from comment_cells.changes(marking, value, self._files_of(marking))
            return
        part = next(part for part in self.parts if title in part.columns)
        mark = marking.mark(part.name)
        if title == part.comment:
            yield SetRemark(part.name, mark.comment, value)
            return
        if not value and not mark.marks:
            raise ValueError("the rubric's items gave this mark: take them off")
        yield SetMarks(part.name, mark.marks, value)

    def _files_of(self, marking: Marking) -> Mapping[str, int]:
        """Return the files of a submission that comments may name: file -> its last line."""
        row = self.people[marking.submission][0].row
        code = code_beside(self.folder / page_folder(row.page))
        files = {comment.file: MOST_LINES for comment in marking.comment}
        return files | {name: len(code[name].splitlines()) for name in code}


def _typed(cell: str, title: str, parts: Iterable[MarkedPart]) -> str:
    """Return a filled cell as files would keep it. Raises ValueError."""
    if cell in ("", TAKE_BACK):
        return cell
    for part in parts:
        if title == part.marks:
            return typed_marks(cell, part.max_marks)
    return cell.replace("\r\n", "\n") if title == COMMENT else tidy(cell)


def _is_change(typed: str, now: str, written: str | None) -> bool:
    """Return whether a cell changes the value that it has *now*. Raises ValueError if the value
    was changed elsewhere, too.

    written: digest of the cell when the sheet was written, or None.
    """
    if typed in ("", now) or (typed == TAKE_BACK and not now):
        return False
    if written is None or _digest(now) == written:
        return True
    if _digest(typed) == written:  # the tutor left it alone
        return False
    raise ValueError(
        f"was changed since the sheet was written: it is {_quoted(now)} now, and the sheet has "
        f"{_quoted(typed)}; write a new sheet and enter there which one counts"
    )


def _mark_of(marks: TutorMarks, submission: str, part: str) -> TutorMark:
    """Return the mark of a part; an empty one if there is none."""
    return marks.of(submission).get(part) or TutorMark(submission, part, None)


def _submission(cell: str, people: Mapping[str, Sequence[GradebookEntry]]) -> str:
    """Return the submission that *cell* names, even if a spreadsheet made it a number. Raises
    ValueError.
    """
    if cell in people:
        return cell
    if not cell:
        raise ValueError("names no submission")
    if cell.isdecimal():
        number = cell.lstrip("0")
        same = [name for name in people if name.lstrip("0") == number]
        if len(same) == 1:
            return same[0]
    near = nearest(cell, people)
    hint = f"; is it {_quoted(near)}?" if near else ""
    raise ValueError(f"there is no submission {_quoted(cell)} in this class{hint}")


def _is_another(name: str, mine: Sequence[GradebookEntry]) -> bool:
    """Return whether the row names someone other than the authors."""
    whose = "; ".join(dict.fromkeys(filter(None, (entry.row.name for entry in mine))))
    return "" not in (name, whose) and heading_key(name) != heading_key(whose)


def _changes_of(
    before: TutorMarks,
    after: TutorMarks,
    reading: _SheetReader,
    entries: Sequence[GradebookEntry],
    others: Sequence[str],
) -> SheetChanges:
    new, removed, changed_marks = 0, 0, []
    for submission in reading.new:
        for part in reading.parts:
            earlier, now = (
                _mark_of(marks, submission, part.name).exact(part.max_marks)
                for marks in (before, after)
            )
            if earlier == now:
                continue
            new += earlier is None
            removed += now is None
            if earlier is not None and now is not None:
                which = f"{names.display(submission)}, {names.display(part.name)}"
                changed_marks.append(
                    f"{which}: was {marks_in_words(earlier)}, now {marks_in_words(now)}"
                )
    by_submission = graded_entries(entries)
    unmarked = [name for name, mine in by_submission.items() if is_unmarked(mine[0].row.result)]
    notes = [f"unknown columns were ignored: {', '.join(others)}"]
    return SheetChanges(
        new=new,
        changed=tuple(changed_marks),
        removed=removed,
        comments=reading.comments,
        unmarked=tuple(unmarked),
        of=len(by_submission) if reading.parts else 0,
        notes=tuple(notes) if others else (),
    )


def describe(taken: SheetChanges) -> Iterator[str]:
    """Yield the changes made by a sheet, a line each."""
    counts = [f"{taken.new} new", f"{len(taken.changed)} changed"]
    if taken.removed:
        counts.append(f"{taken.removed} removed")
    yield f"tutors' marks: {', '.join(counts)}; comments: {taken.comments} new or changed"
    yield from (f"changed: {change}" for change in taken.changed)
    yield from taken.notes
    if taken.unmarked:
        listed = names.listing(taken.unmarked, 5)
        yield f"{len(taken.unmarked)} of {taken.of} not marked yet by a tutor: {listed}"
    elif taken.of:
        yield f"all {taken.of} are marked"
