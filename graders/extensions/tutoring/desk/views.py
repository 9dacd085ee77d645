"""The data of the desk's page: a submission's code and result, and what tutors wrote about it.

Text of a submission is `printable` and goes to the page as text. The only HTML here is tutors'
Markdown, made by `reports.html.markdown`, and checks' exhibits, made by `reports.html.exhibits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from graders.extensions.tutoring.desk.colours import Line
from graders.harness.course.marks import tutors
from graders.harness.course.marks.markings import CommentTable, ItemTable, Mark, Marking, Rubric
from graders.harness.diagnosis import Diagnosis, FaultGroup
from graders.harness.reports.audience import Audience
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.diagnosed import fault_lines
from graders.harness.reports.html import exhibits
from graders.harness.reports.html.markdown import comment as as_html
from graders.harness.reports.painting import Painter
from graders.harness.reports.sentences import message_of
from graders.harness.reports.source import (
    MOST_BYTES,
    foreign_letters,
    lines_of,
)
from graders.harness.reports.verdicts import severity, words
from graders.harness.result import (
    CheckResult,
    Result,
    Status,
    Visibility,
    not_passed,
    one_line,
    printable,
    total,
)

MOST_FILES = 60
MOST_LINES = 5000
"""Lines shown of a file."""
WIDEST = 400
"""Characters shown of a line."""
MOST_CHARACTERS = 1_000_000
"""Characters shown of a submission."""
MOST_REMARKS = 400
"""Findings and checks shown of a submission."""
LONGEST_MESSAGE = 1500
MOST_EXHIBITS = 1_000_000
"""Characters of HTML shown of a submission's exhibits."""
CHANGES = "What changed"
_HUGE = "the file is too large to be shown"


class CodeFile(msgspec.Struct, frozen=True):
    """A file of a submission, as the page shows it."""

    name: str
    lines: list[str]
    left_out: str = ""
    """Why some of it is not shown; "" if all is."""
    is_changes: bool = False
    """Whether it is no file, but the changes since the files that were graded before."""


class Note(msgspec.Struct, frozen=True):
    """A finding or a failed check."""

    tone: str
    """The CSS class of its colour."""
    title: str
    text: str = ""
    source: str = ""
    """The check or the rule, and where it comes from."""
    file: str = ""
    line: int = 0
    """0 if it has none."""
    check: str = ""
    """The id of the failed check; "" for a finding."""
    exhibits: str = ""
    """The exhibits (given, expected, got) in the HTML of reports."""


class AdjustmentView(msgspec.Struct, frozen=True):
    """A change of the marks."""

    amount: str
    reason: str
    rule: str
    """By which it can be waived; "" for a decision."""


class ResultView(msgspec.Struct, frozen=True):
    """The outcome of grading a submission."""

    marks: str
    max_marks: str
    tasks: list[tuple[str, str, str]]
    """Name, marks and maximum."""
    notes: list[Note]
    more: int
    """Number of notes that are left out."""
    faults: list[tuple[str, tuple[str, ...]]]
    """Known faults, each with the checks that it explains."""
    unexplained: str
    """The checks that no known fault explains, in words."""
    places: list[str]
    """Where the faults may be."""
    groups: list[tuple[str, int]]
    """Groups of the class that it is in, and how many are in each."""
    adjustments: list[AdjustmentView]


def files_of(code: Mapping[str, bytes], not_kept: Iterable[str] = ()) -> list[CodeFile]:
    """Return the files of a submission, within limits; *not_kept*: those without a text."""
    left = MOST_CHARACTERS
    files = []
    for name in sorted([*code, *not_kept])[:MOST_FILES]:
        file = (
            _file(name, code[name], left) if name in code else CodeFile(one_line(name), [], _HUGE)
        )
        left -= sum(map(len, file.lines))
        files.append(file)
    return files


def texts_of(code: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Return the lines of a submission's files, within limits, by name."""
    return {file.name: file.lines for file in files_of(code)}


def changes(lines: list[str] | None, unseen: Sequence[str]) -> CodeFile:
    """Return the *lines* of what changed as a file; None if comparing took too long. unseen: files
    that differ where they are not shown.
    """
    why = f"Also changed, where it is not shown: {', '.join(unseen[:20])}" if unseen else ""
    if lines is None:
        why = "Comparing these files with the earlier ones takes too long."
    return CodeFile(CHANGES, lines or [], why, is_changes=True)


def unseen_changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
    """Return the names of the files that differ, though their lines that are shown do not."""
    changed = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    was, is_now = texts_of(before), texts_of(after)
    return [name for name in map(one_line, changed) if was.get(name) == is_now.get(name)]


def _file(name: str, data: bytes, most: int) -> CodeFile:
    """Return a file, of which *most* characters may be shown."""
    if len(data) > MOST_BYTES:
        return CodeFile(one_line(name), [], _HUGE)
    raw = lines_of(data)
    lines = []
    for line in raw[:MOST_LINES]:
        if most <= 0:
            break
        lines.append(printable(line, WIDEST))
        most -= len(lines[-1]) + 1
    more = len(raw) - len(lines)
    return CodeFile(one_line(name), lines, f"{more:,} more lines" if more > 0 else "")


def with_foreign_letters(line: Line) -> Line:
    """Return a line in which letters that look like others have the class `x`."""
    pieces: Line = []
    for span in line:
        kind, text = ("", span) if isinstance(span, str) else span
        end = 0
        for index, _ in foreign_letters(text):
            if text[end:index]:
                pieces.append((kind, text[end:index]))
            pieces.append(("x", text[index]))
            end = index + 1
        if text[end:]:
            pieces.append((kind, text[end:]) if kind else text[end:])
    return pieces


def result_view(
    result: Result,
    diagnosis: Diagnosis | None,
    groups: Sequence[FaultGroup],
    painter: Painter | None = None,
) -> ResultView:
    """Return the view of a result. painter: draws pictures."""
    notes = [*_checks(result, painter), *_findings(result)]
    gradable = result.status is Status.GRADED
    return ResultView(
        marks_in_words(total(result)) if gradable else "no mark",
        marks_in_words(result.max_marks),
        [
            (
                one_line(task.shown, 200),
                marks_in_words(task.marks) if gradable else "no mark",
                marks_in_words(task.max_marks),
            )
            for task in result.tasks
        ],
        notes[:MOST_REMARKS],
        max(len(notes) - MOST_REMARKS, 0),
        _faults(diagnosis),
        _unexplained(diagnosis),
        [one_line(place, 1000) for place in diagnosis.places] if diagnosis else [],
        [
            (one_line(group.sentence, 600), len(group.submissions))
            for group in groups
            if result.submission in group.submissions
        ],
        [
            AdjustmentView(
                marks_in_words(change.amount),
                printable(change.reason or change.rule, 600),
                "" if change.by else change.rule,
            )
            for change in result.adjustments
        ],
    )


def no_result(max_marks: Fraction) -> ResultView:
    """Return the view of a submission without a result."""
    return ResultView("no mark", marks_in_words(max_marks), [], [], 0, [], "", [], [], [])


def _faults(diagnosis: Diagnosis | None) -> list[tuple[str, tuple[str, ...]]]:
    """Return a line for each known fault, as reports have it, with its checks."""
    if diagnosis is None:
        return []
    return [
        (one_line(line, 1000), fault.checks)
        for line, fault in zip(fault_lines(diagnosis), diagnosis.faults, strict=False)
    ]


def _unexplained(diagnosis: Diagnosis | None) -> str:
    """Return the line about what no known fault explains; "" for none."""
    if diagnosis is None or not diagnosis.unexplained:
        return ""
    return one_line([*fault_lines(diagnosis)][-1], 1000)


def _checks(result: Result, painter: Painter | None) -> Iterator[Note]:
    left = MOST_EXHIBITS
    for check in sorted(not_passed(result.checks), key=_lost, reverse=True):
        cause = check.cause
        hidden = " · hidden" if check.visibility is Visibility.HIDDEN else ""
        lost = f"-{marks_in_words(_lost(check))}" if _lost(check) else ""
        painted = exhibits.alone(check.exhibits, painter) if check.exhibits and left > 0 else ""
        left -= len(painted)
        yield Note(
            check.verdict.group.value,
            one_line(check.shown, 300),
            printable(message_of(check), LONGEST_MESSAGE),
            one_line(
                " · ".join(filter(None, (words(check, Audience.STAFF), check.id, lost))) + hidden,
                300,
            ),
            cause.file if cause else "",
            cause.line if cause else 0,
            check.id,
            painted,
        )


def _lost(check: CheckResult) -> Fraction:
    return check.max_marks - check.marks


def _findings(result: Result) -> Iterator[Note]:
    tones = {"breach": "failed", "review": "limit"}
    for finding in result.findings:
        yield Note(
            tones.get(finding.severity, "open"),
            one_line(finding.message, 600),
            "",
            one_line(f"{severity(finding)} · {finding.rule} · {finding.source}", 400),
            one_line(finding.file),
            finding.line,
        )


# Tutors' words.


class RemarkView(msgspec.Struct, frozen=True):
    """A comment, and its HTML."""

    id: str
    file: str
    line: int
    end: int
    text: str
    by: str
    at: str
    html: str
    stale: bool
    """Whether it is about other files than those shown."""
    item: str
    """Id of a rubric item, whose words come before the text."""


class PartView(msgspec.Struct, frozen=True):
    """A tutors' part of one submission."""

    name: str
    typed: str
    """The marks that a tutor typed; "" if the items decide."""
    marks: str
    """The marks that count; "" if there are none."""
    comment: str
    html: str
    by: str
    """The tutor who gave these marks."""
    stale: bool


class MarkingView(msgspec.Struct, frozen=True):
    """Marks, items and comments of a submission, and what its tutors tell each other."""

    name: str
    read_by: str
    parts: list[PartView]
    items: list[str]
    """Ids of the rubric items that apply."""
    comments: list[RemarkView]
    tutor: str
    look_by: str
    note: str
    note_by: str


class EntryView(msgspec.Struct, frozen=True):
    """An item of the rubric, and the HTML of its text."""

    id: str
    part: str
    name: str
    marks: str
    text: str
    html: str
    group: str


class RubricView(msgspec.Struct, frozen=True):
    """The rubric."""

    items: list[EntryView]
    from_zero: list[str]
    """Parts whose items add up from zero."""


def marking_view(
    marking: Marking, rubric: Rubric, marks: Mapping[str, Fraction | None], files: str
) -> MarkingView:
    """Return the view of a marking. marks: those of each part; files: digest of the files."""
    return MarkingView(
        marking.submission,
        marking.read_by,
        [
            _part(marking.mark(name), number, tutors.marker(marking, rubric, name)[0], files)
            for name, number in marks.items()
        ],
        [item.id for item in marking.item],
        [_remark(remark, rubric, files) for remark in marking.comment],
        marking.tutor,
        marking.look_by,
        marking.note,
        marking.note_by,
    )


def _part(mark: Mark, marks: Fraction | None, by: str, files: str) -> PartView:
    return PartView(
        mark.name,
        mark.marks,
        "" if marks is None else marks_in_words(marks),
        mark.comment,
        str(as_html(mark.comment)),
        by,
        _is_stale(mark.files, files),
    )


def _remark(remark: CommentTable, rubric: Rubric, files: str) -> RemarkView:
    return RemarkView(
        remark.id,
        one_line(remark.file),
        remark.line,
        remark.end,
        remark.text,
        remark.by,
        remark.at,
        str(as_html(tutors.remark_text(remark, rubric))),
        _is_stale(remark.files, files),
        remark.item,
    )


def _is_stale(seen: str, files: str) -> bool:
    return "" not in (seen, files) and seen != files


def rubric_view(rubric: Rubric, parts: Iterable[str]) -> RubricView:
    """Return the view of the rubric."""
    return RubricView(
        [_entry(item) for item in rubric.item],
        [part for part in parts if rubric.starts_from_zero(part)],
    )


def _entry(entry: ItemTable) -> EntryView:
    return EntryView(
        entry.id,
        entry.part,
        entry.name,
        entry.marks,
        entry.text,
        str(as_html(entry.text)),
        entry.group,
    )
