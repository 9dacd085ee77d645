"""Moodle: "Download all submissions", the grading worksheet, feedback files in a zip.

The worksheet is in the language of the member of staff who downloads it. Its rows are found by the
number at the end of "Participant 123", whatever the word.

Feedback files are a zip of `Full Name_PARTICIPANT_assignsubmission_file_/...`; the number is
*Identifier* in the worksheet. The import takes each comment that differs. By `mod/assign` and the
language packs of moodle/moodle.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from posixpath import join

from graders.extensions.platforms.columns import note_other_maximum
from graders.extensions.platforms.downloads import Flat, matches_in
from graders.extensions.platforms.feedback import (
    Address,
    Addresses,
    Target,
    number_in,
    path_part,
)
from graders.extensions.platforms.marks_tables import COLUMN, WORKSHEET
from graders.extensions.platforms.platform import Marks, MarksOptions, Platform
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.mark_cells import mark_cell, marked_by_tutors
from graders.harness.course.people.class_list import csv_lines
from graders.harness.course.people.headings import heading_key, headings_of, participants
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import Kind
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import Recognised, UnnamedSubmission
from graders.harness.intake.sources import TreeEntry, Unreadable
from graders.harness.intake.submission import ExpectedFiles
from graders.harness.reports.result_folder import PAGE

_MOODLE_FOLDER = re.compile(
    r"(?P<who>.+?)(?:_(?P<id>[0-9]+))?_assignsubmission_(?P<kind>file|onlinetext)_?",
    re.DOTALL,
)
_MOODLE_FILE = re.compile(
    r"(?P<who>.+?)(?:_(?P<id>[0-9]+))?_assignsubmission_file_(?P<name>.+)",
    re.DOTALL,
)
_MOODLE_ANONYMOUS = frozenset(
    {
        "deelnemer", "deltagare", "deltager", "deltaker", "osallistuja", "partecipante",
        "participant", "participant e", "participante", "résztvevő", "teilnehmer",
        "teilnehmer in", "uczestnik", "účastník", "συμμετέχων", "участник", "учасник",
        "مشارك", "משתתף", "参与者", "参加者", "參與者", "참가자",
    }
)  # fmt: skip
"""Words that Moodle writes for a name if staff mark without names, without signs and folded."""


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Moodle's "Download all submissions": folders `Full Name_1234567_assignsubmission_file_`, or
    files whose names begin like this.

    The number is the participant's within this assignment ("Participant 1234567" in Moodle's
    grading worksheet, column "Identifier"). If groups hand in, name and number are the group's
    (from Moodle 4.1 on), and the group of those without one has no number. If staff mark without
    names, one word stands for all of them. With folders switched off, the file's name follows.
    Texts typed online are not graded.
    """
    folders = matches_in(_MOODLE_FOLDER, entries, Kind.FOLDER)
    flat = matches_in(_MOODLE_FILE, entries, Kind.FILE)
    own_entries = sorted([*folders.values(), *flat.values()], key=lambda match: match.string)
    if not any(match["id"] for match in own_entries):
        return None
    by_number = grouped(own_entries, key=lambda m: (m["id"] or "", "" if m["id"] else m["who"]))
    called = {match["who"] for match in own_entries}
    drafts = []
    for (number, _), matches in by_number.items():
        who = matches[0]["who"]
        anonymous = _is_word_for_all(who) or len(called) == 1 < len(by_number)
        id = (f"Participant {number}",) if number else ()
        drafts.append(
            UnnamedSubmission(
                wishes=(f"{who}_{number}" if number else who,),
                label=f"{who} {number}" if anonymous else who,
                source=_moodle_source(tree, folder, matches),
                people=(Person("" if anonymous and number else who, id),),
            )
        )
    return Recognised(tuple(drafts), frozenset([*folders, *flat]))


def _is_word_for_all(who: str) -> bool:
    """Return whether Moodle's word for a participant stands for the name."""
    return " ".join(re.sub(r"\W+", " ", names.folded(who)).split()) in _MOODLE_ANONYMOUS


def _moodle_source(tree: Tree, folder: str, matches: list[re.Match[str]]) -> FileSource:
    """Return the files of one participant, whose matching entries are *matches*."""
    by_pattern = grouped(matches, key=lambda match: match.re)
    folders, flat = by_pattern.get(_MOODLE_FOLDER, []), by_pattern.get(_MOODLE_FILE, [])
    uploaded = [match for match in folders if match["kind"] == "file"]
    if len(uploaded) + bool(flat) > 1:
        return Unreadable(
            f"there are several folders of {names.display(matches[0]['who'])} "
            f"{matches[0]['id'] or ''}; leave only the one to grade"
        )
    if flat:
        return Flat(tree, tuple((match["name"], join(folder, match.string)) for match in flat))
    return TreeEntry(tree, join(folder, (uploaded or folders)[0].string))


# Feedback and marks.


def _addresses(entries: Sequence[GradebookEntry], download: Path | None) -> Addresses:
    """Moodle identifies people by the participant number in its grading worksheet. A submission's
    own number counts only without a roster: it may be a group's.
    """
    numbers = participant_numbers(entries)

    def address(entry: GradebookEntry) -> Address:
        number = numbers.get(id(entry), "")
        if not (number or entry.roster):
            number = number_in(entry.row.submission)
        if not number:
            return Address(
                remark="no participant number; grade with Moodle's grading worksheet as the roster"
            )
        who = path_part(entry.row.name or "participant").replace("_", " ")
        return Address(f"{who}_{number}_assignsubmission_file_/{PAGE}")

    return address


def participant_numbers(entries: Sequence[GradebookEntry]) -> dict[int, str]:
    """Return entry's identity -> its participant number, by the roster's column that has Moodle's
    word and a number for all people.
    """
    people = [entry for entry in entries if entry.row.on_roster]
    headings = dict.fromkeys(heading for entry in people for heading in entry.roster)
    likely = [heading for heading in headings if heading in headings_of("other")]
    likely += list(headings)[:1]  # Moodle's first column, in any language
    columns = [[entry.roster.get(column, "") for entry in people] for column in likely]
    columns.append([entry.row.student_id for entry in people])
    for cells in columns:
        numbers = participants(cells) if cells else []
        if numbers:
            return {id(entry): number for entry, number in zip(people, numbers, strict=True)}
    return {}


_GRADE = frozenset(
    heading_key(heading)
    for heading in (
        "Grade",
        "Bewertung",
        "Note",
        "Calificación",
        "Valutazione",
        "Nota",
        "Avaliação",
        "Cijfer",
        "Beoordeling",
        "Betyg",
        "Karakter",
        "Karaktär",
        "Arvosana",
        "Arviointi",
        "Ocena",
        "Známka",
        "Hodnocení",
        "Оценка",
        "Оцінка",
        "Βαθμός",
        "評点",
        "评分",
        "成绩",
        "成績",
        "성적",
        "الدرجة",
        "ציון",
        "Not",
        "Érdemjegy",
        "Osztályzat",
        "Qualificació",
        "Cualificación",
        "Kalifikazioa",
        "Notă",
        "Vērtējums",
        "Hinne",
        "Įvertinimas",
    )
)
"""Headings of the worksheet's column for grades."""


def marks(entries: Sequence[GradebookEntry], options: MarksOptions) -> bytes:
    """Return Moodle's worksheet with the grades filled in; all else stays as Moodle wrote it.
    Print who has a mark and no line, and which lines get no mark.

    Moodle finds its columns by the headings of its language, and takes each comment that differs
    from its own, so no cell is escaped or cut. People without a mark keep their cell.
    Raises GraderError without a worksheet, for one without grades, and if nobody of it is known.
    """
    if options.worksheet is None:
        raise GraderError(
            "Moodle takes marks in its own grading worksheet: give it with --worksheet FILE"
        )
    label = names.display(str(options.worksheet), 200)
    try:
        (_, heading), *lines = csv_lines(options.worksheet.read_bytes())
    except (OSError, ValueError) as error:
        raise GraderError(f"{label}: cannot be read as a worksheet ({error})") from None
    wanted = {heading_key(options.column)} if options.column else _GRADE
    columns = [place for place, title in enumerate(heading) if heading_key(title) in wanted]
    rows = [list(cells) + [""] * (len(heading) - len(cells)) for _, cells in lines]
    numbers = participants([row[0] for row in rows]) if rows else []
    if len(columns) != 1 or not numbers:
        raise GraderError(
            f"{label} is not a grading worksheet of Moodle: it needs participants in the first "
            "column, and one column of grades (--column TITLE names it)"
        )
    note_other_maximum(entries, label, _maximum(rows, columns[0]))
    with_tutors = marked_by_tutors(entries)
    known = participant_numbers(entries)
    by_number = {known.get(id(entry), ""): entry.row for entry in entries}
    by_number.pop("", None)
    cells = {number: mark_cell(row, with_tutors) for number, row in by_number.items()}
    if not cells.keys() & set(numbers):
        raise GraderError(
            f"{label} has none of the people with marks; grade with this worksheet as the roster"
        )
    for row, number in zip(rows, numbers, strict=True):
        row[columns[0]] = cells.get(number) or row[columns[0]]
    with_mark, with_line = {cell for cell in cells if cells.get(cell)}, set(numbers)
    called = dict(zip(numbers, (row[0] for row in rows), strict=True))
    called |= {number: row.shown for number, row in by_number.items()}
    unpaired = {
        f"with a mark but without a line in {label}, so not in the table (download a new "
        "worksheet, or enter these marks by hand)": with_mark - with_line,
        f"of {len(rows)} lines of {label} without a mark, left as they were": with_line - with_mark,
    }
    for what, who in [(what, who) for what, who in unpaired.items() if who]:
        shown = names.listing((called[item] for item in who), 5)
        print(f"grader: {len(who)} {what}: {shown}", file=sys.stderr)
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows([heading, *rows])
    return text.getvalue().encode()


def _maximum(rows: Sequence[Sequence[str]], grade: int) -> str:
    """Return the assignment's maximum, which Moodle writes on each line behind the column *grade*;
    "" if the cells there differ.
    """
    cells = {"".join(row[grade + 1 : grade + 2]).strip() for row in rows}
    return cells.pop() if len(cells) == 1 else ""


PLATFORM = Platform(
    name="moodle",
    title="Moodle",
    recognise=recognise,
    marks=Marks(
        "moodle",
        marks,
        "Moodle's grading worksheet, filled in (--worksheet)",
        options=(
            replace(COLUMN, about="the column of grades in the worksheet"),
            WORKSHEET,
        ),
    ),
    feedback=Target(
        _addresses,
        zipped="moodle.zip",
        about="a zip of feedback files; needs Moodle's grading worksheet as the class's roster",
    ),
    headings={"submitted": ("last modified submission",)},
    time_forms=(
        "%A, %d %B %Y, %I:%M %p",
        "%A, %B %d, %Y, %I:%M %p",  # in the English of the United States
        "%A, %d %B %Y, %H:%M",  # an extension's, beside times of the forms above
        "%A, %B %d, %Y, %H:%M",
    ),
)
