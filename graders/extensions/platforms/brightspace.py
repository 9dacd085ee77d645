"""Brightspace (D2L): "Download" of an assignment's submissions, its gradebook, feedback files.

Each submission has a folder `12345-67890 - Ada King - Feb 5, 2026 1131 PM`, or its files begin so.
The numbers are Brightspace's own of the person (or group) and the folder; no export of a gradebook
has them, so people are known by name, and groups by theirs. Some sites write the person's own id
before the name. A number tells namesakes apart, but two
names are never one person: folders with equal numbers are known.

By D2L's article *Importing grades*, and scripts of courses for the names of folders, which no
manual describes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
from graders.harness.errors import GraderError
from graders.harness.intake import moments, names
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import Kind
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import Recognised, UnnamedSubmission
from graders.harness.intake.sources import TreeEntry
from graders.harness.intake.submission import ExpectedFiles

_BEGIN = (
    r"(?P<key>(?P<user>[0-9]+)-[0-9]+ - (?:(?P<id>[A-Za-z]?[0-9]{4,}) - )?(?P<who>.+?) ?- "
    r"(?P<when>(?:(?!- ).)*[0-9]{4}(?:(?!- ).)*?))"
)
_FOLDER = re.compile(_BEGIN, re.DOTALL)
_FILE = re.compile(_BEGIN + r" ?- (?P<name>.+)", re.DOTALL)


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Recognise folders, or files beside each other, that Brightspace has named.

    The newest of one person's submissions counts, by the minute in the name.
    """
    folders = matches_in(_FOLDER, entries, Kind.FOLDER)
    flat_files = matches_in(_FILE, entries, Kind.FILE)
    visible = [entry for entry in entries if not names.is_litter(entry)]
    ours = sorted([*folders.values(), *flat_files.values()], key=lambda m: m.string)
    if 2 * len(ours) <= len([name for name in visible if name != "index.html"]):
        return None
    drafts = []
    for key, parts in grouped(ours, key=lambda match: match["key"]).items():
        first = parts[0]
        source: FileSource = TreeEntry(tree, join(folder, first.string))
        if first.re is _FILE:
            pairs = ((match["name"], join(folder, match.string)) for match in parts)
            source = Flat(tree, tuple(pairs))
        who, user = first["who"], first["user"]
        drafts.append(
            UnnamedSubmission(
                wishes=(f"{who}_{user}", key),
                label=who,
                source=source,
                people=(Person(who, (f"Brightspace {user} {who}", *filter(None, [first["id"]]))),),
                submitted_at=moments.parsed(first["when"]),
            )
        )
    return Recognised(tuple(drafts), frozenset(match.string for match in ours))


def marks(entries: Sequence[GradebookEntry], options: MarksOptions) -> bytes:
    """Return the table for "Import" of Brightspace's grades.

    Brightspace finds people by OrgDefinedId or Username, whichever a site uses, and its item by the
    heading "Title Points Grade", to which its own export adds "<Numeric MaxPoints:10>". The last
    column ends a line. Raises GraderError if the roster has neither of the ids.
    """
    with_tutors = marked_by_tutors(entries)
    title = flat(options.column or options.title)
    ids = {
        "OrgDefinedId": ["orgdefinedid", "org defined id", *headings_of("number")],
        "Username": ["username", "user name", *headings_of("login")],
    }
    columns = {
        heading: [entry.cell(titles) for entry in entries] for heading, titles in ids.items()
    }
    columns = {heading: cells for heading, cells in columns.items() if any(cells)}
    if not columns:
        raise GraderError(
            "Brightspace finds people by OrgDefinedId or Username, and the roster has neither: "
            "grade with Brightspace's export of grades as the roster"
        )
    columns |= {
        title if _POINTS in title else f"{title}{_POINTS}": [
            mark_cell(entry.row, with_tutors) for entry in entries
        ],
        "End-of-Line Indicator": ["#"] * len(entries),
    }
    return to_csv(Table(tuple(columns), tuple(zip(*columns.values(), strict=True))))


_POINTS = " Points Grade"
_COLUMNS = AssignmentColumns(
    re.compile(rf"(?P<name>.+){_POINTS}(?: <(?:.*?MaxPoints:(?P<maximum>[0-9.,]+))?[^<>]*>)?"),
    "Brightspace does not find its grade item",
)


PLATFORM = Platform(
    name="brightspace",
    title="Brightspace (D2L)",
    recognise=recognise,
    marks=Marks(
        "brightspace",
        marks,
        "grades for Brightspace's import, CSV",
        columns=_COLUMNS,
        options=(COLUMN,),
    ),
    feedback=PERSONAL_FOLDERS,
    headings={"number": ("org defined id", "orgdefinedid")},
    time_forms=("%b %d, %Y %I:%M %p", "%B %d, %Y %I:%M %p"),
)
