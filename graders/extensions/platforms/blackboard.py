"""Blackboard Learn: "Assignment File Download", the Grade Center's download and upload.

Each file is `[gradebook_COURSE_]ASSIGNMENT_USERNAME_attempt_2026-02-05-23-31-11_FILENAME`. Beside
them, a text file of the attempt has no file name at its end; its first line is Blackboard's record
of the person: "Name: Ada King (ada)".

By its manual's page on working offline, and scripts of courses (English, Dutch) for names, headings
and UTF-16.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from posixpath import join

from graders.extensions.platforms.downloads import Flat, matches_in
from graders.extensions.platforms.feedback import PERSONAL_FOLDERS
from graders.extensions.platforms.marks_tables import COLUMN
from graders.extensions.platforms.platform import (
    AssignmentColumns,
    Marks,
    MarksOptions,
    Platform,
)
from graders.extensions.platforms.tables import flat
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import Table, to_csv
from graders.harness.course.pages.mark_cells import mark_cell, marked_by_tutors
from graders.harness.course.people.headings import headings_of
from graders.harness.intake import moments
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import Kind, Refusal
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import Recognised, UnnamedSubmission, is_submittable
from graders.harness.intake.sources import Unreadable
from graders.harness.intake.submission import ExpectedFiles

_FILE = re.compile(
    r"(?P<before>.+?)_(?P<word>[^\W\d_]+)_(?P<when>[0-9]{4}(?:-[0-9]{2}){5})"
    r"(?:_(?P<name>.+)|(?P<record>\.txt))",
    re.DOTALL,
)
_NAME = re.compile(r"[^:]+: (?P<who>.+?) ?\((?P<login>[^()]+)\)\s*")
_RECORD_BYTES = 1 << 20
_LINE = 1000
"""Characters of the first line of a record."""


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Recognise the files of attempts. The newest attempt of a person counts, by the time in the
    name, and only files of that attempt are read.
    """
    matches = matches_in(_FILE, entries, Kind.FILE)
    others = [name for name in entries.keys() - matches if is_submittable(name, files)]
    if len(matches) <= len(others) or len({match["word"] for match in matches.values()}) > 1:
        return None
    in_order = sorted(matches.values(), key=lambda match: match.string)
    by_person = grouped(in_order, key=lambda match: match["before"])
    prefix = _common(by_person)
    drafts = []
    for before, matches_of in by_person.items():
        person = _recorded(tree, folder, before, matches_of) or _unrecorded(before, prefix)
        attempts = grouped(matches_of, key=lambda match: match["when"])
        drafts += [
            _draft(tree, folder, person, before, when, of_one) for when, of_one in attempts.items()
        ]
    return Recognised(tuple(drafts), frozenset(matches))


def _common(beginnings: Iterable[str]) -> str:
    """Return the part before the user name that all beginnings share; of a single person, all but
    the last part.
    """
    common = os.path.commonprefix([*beginnings])  # noqa: RUF071  a part of a name, not of a path
    return common[: common.rfind("_") + 1]


def _unrecorded(before: str, prefix: str) -> Person:
    """Return the person by the file's name. The user name (or group) is the part behind *prefix*,
    or a longer one, because all user names may begin alike ("s_ada", "s_bo").
    """
    ends = [match.end() for match in re.finditer("_", prefix)]
    logins = tuple(before[end:] for end in reversed(ends))
    return Person("", logins) if logins else Person(before)


def _draft(
    tree: Tree,
    folder: str,
    person: Person,
    before: str,
    when: str,
    matches: Sequence[re.Match[str]],
) -> UnnamedSubmission:
    """Return the draft of one attempt."""
    first_id = person.ids[0] if person.ids else before
    uploaded = [(match["name"], join(folder, match.string)) for match in matches if match["name"]]
    source: FileSource = Flat(tree, tuple(uploaded))
    if not uploaded:
        source = Unreadable("has a text in Blackboard only, and no file")
    return UnnamedSubmission(
        wishes=(first_id, f"{before}_{when}"),
        label=person.name or first_id,
        source=source,
        people=(person,),
        submitted_at=moments.parsed(when),
    )


def _recorded(
    tree: Tree, folder: str, before: str, matches: Sequence[re.Match[str]]
) -> Person | None:
    """Return the person by the first line of Blackboard's newest record; None without one."""
    records = [match for match in matches if match["record"]]
    if not records:
        return None
    try:
        data = tree.read(join(folder, records[-1].string), _RECORD_BYTES)
    except Refusal:
        return None
    line = data.decode("utf-8-sig", "replace").split("\n", 1)[0][:_LINE]
    match = _NAME.fullmatch(line.rstrip("\r"))
    # The file's name has the user name, too; what does not agree is no record.
    if match is None or not before.endswith(f"_{match['login']}"):
        return None
    return Person(match["who"].strip(), (match["login"],))


def marks(entries: Sequence[GradebookEntry], options: MarksOptions) -> bytes:
    """Return the table for "Upload" in the Grade Center.

    Blackboard finds people by Username, and its column by the heading that its own download has:
    "A2 [Total Pts: 10 Score] |12345". Cells between commas have to be quoted.
    """
    with_tutors = marked_by_tutors(entries)
    heading = ("Username", flat(options.column or options.title))
    lines = [
        (
            entry.cell(["username", "user name", *headings_of("login")]) or entry.row.student_id,
            mark_cell(entry.row, with_tutors),
        )
        for entry in entries
    ]
    return to_csv(Table(heading, tuple(lines)), quoted=True)


_COLUMNS = AssignmentColumns(
    re.compile(r"(?P<name>.+ \[[^\[\]:]+: ?(?P<maximum>[0-9][0-9.,]*)(?: [^\[\]]*)?\] ?\|[0-9]+)"),
    "Blackboard does not find its column",
)
"""Headings such as "A2 [Total Pts: 10 Score] |12345", or without the word behind the number. A
column of totals has "up to 110" instead of the number.
"""

PLATFORM = Platform(
    name="blackboard",
    title="Blackboard Learn",
    recognise=recognise,
    marks=Marks(
        "blackboard",
        marks,
        "grades for the Grade Center's upload, CSV",
        columns=_COLUMNS,
        options=(COLUMN,),
    ),
    feedback=PERSONAL_FOLDERS,
    time_forms=("%Y-%m-%d-%H-%M-%S",),
)
