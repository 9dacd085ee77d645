"""Canvas (Quercus): "Download submissions", its gradebook and lists of people, re-upload.

Canvas names a file `nameofstudent[_LATE]_userid_fileid_filename[-N].ext`: it keeps letters, digits
and underscores of the sortable name, in small letters. If staff mark without names, the beginning
is `[LATE_]anon_ID`. For a group, the name is the group's, and the number one member's.

The upload is a zip of files named as at download; the two numbers identify the submission, and the
file becomes the attachment of a comment on it. The import of marks finds people by `ID`, then
`SIS User ID`, `SIS Login ID`, name; an assignment by its number, then its title, else it makes a
new one. A blank or `-` is no grade. By the exporter and importer of instructure/canvas-lms
(`submission_zip`, `find_or_create_student_view_student`).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from posixpath import join

from graders.extensions.platforms.downloads import Flat, by_person
from graders.extensions.platforms.feedback import (
    ONE_PLACE,
    Address,
    Addresses,
    Target,
    number_in,
)
from graders.extensions.platforms.marks_tables import COLUMN
from graders.extensions.platforms.platform import AssignmentColumns, Marks, Platform
from graders.extensions.platforms.tables import flat, maximum
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import Table, to_csv
from graders.harness.course.pages.mark_cells import mark_cell, marked_by_tutors
from graders.harness.course.pages.page_names import page_is_own
from graders.harness.course.people.headings import heading_key, headings_of
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import ARCHIVE_SUFFIXES, Kind
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import Recognised, UnnamedSubmission, is_submittable
from graders.harness.intake.select import could_be
from graders.harness.intake.sources import Unreadable
from graders.harness.intake.submission import ExpectedFiles, source_suffixes
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.result_folder import PAGE
from graders.harness.result import Note, NoteCode

_CANVAS_NAMED = re.compile(
    r"(?P<who>.*?)(?P<late>_LATE)?_(?P<user>[0-9]+)_(?P<file>[0-9]+)_(?P<name>.+)",
    re.DOTALL,
)
_CANVAS_ANONYMOUS = re.compile(
    r"(?P<who>)(?P<late>LATE_)?anon_(?P<user>[0-9A-Za-z]+)_(?P<file>[0-9]+)_(?P<name>.+)",
    re.DOTALL,
)
_DIGEST = re.compile(r"-[0-9a-f]{8}\Z")
"""The end of a submission's name that had to be changed."""
_MORE_NUMBERS = re.compile(r"(?:[0-9]+_)+(?P<name>.+)", re.DOTALL)
_ATTEMPT = re.compile(r"(?P<stem>.+?)(?:-(?P<attempt>\d{1,3}))?(?P<suffix>(?:\.tar)?\.[^.]+)")


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Canvas' (Quercus') "Download submissions": flat files
    `nameofstudent[_LATE]_userid_fileid_filename[-N].ext`, or `[LATE_]anon_ID_fileid_filename` if
    staff mark without names. For a group, the name is the group's.

    Most source files and archives must have such a name, and there must be no folder. The user id
    is the column "ID" of Canvas' gradebook. The download names only one member of a group. The
    newer of two versions of a file has the higher N and the higher file id; if these disagree, the
    delivery needs review. So does a file whose numbers can be read in two ways.
    """
    visible = {name: entry for name, entry in entries.items() if not names.is_litter(name)}
    if set(visible.values()) != {Kind.FILE}:
        return None
    matches = canvas_files(visible)
    others = [name for name in visible.keys() - matches if is_submittable(name, files)]
    if len(matches) <= len(others):
        return None
    drafts = [
        _canvas_draft(tree, folder, matches_of, files)
        for matches_of in by_person(matches.values(), "user").values()
    ]
    return Recognised(tuple(drafts), frozenset(matches))


def canvas_files(found: Iterable[str]) -> dict[str, re.Match[str]]:
    """Return the names that Canvas gives to files; all have a person's name, or none has one.

    Groups are who (may be empty), late, user, file, name.
    """
    found = list(found)
    named = filter(None, map(_CANVAS_NAMED.fullmatch, found))
    anonymous = [*filter(None, map(_CANVAS_ANONYMOUS.fullmatch, found))]
    chosen = anonymous if 2 * len(anonymous) > len(found) else named
    return {match.string: match for match in chosen}


def _canvas_draft(
    tree: Tree, folder: str, matches: list[re.Match[str]], files: ExpectedFiles
) -> UnnamedSubmission:
    """Return the draft of one person's files."""
    source, flags = _newest_versions(tree, folder, matches, files)
    who, user = matches[0]["who"], matches[0]["user"]
    is_anonymous = matches[0].re is _CANVAS_ANONYMOUS
    person = Person(who, (f"anonymous {user}" if is_anonymous else user,))
    if not is_anonymous and any(_is_doubtful(match, files) for match in matches):
        flags += ("the numbers in its name can be read in two ways: whose is it?",)
        person = replace(person, certain=False)
    return UnnamedSubmission(
        wishes=(f"{'anon' if is_anonymous else who}_{user}",),
        label=who or user,
        source=source,
        people=(person,),
        late=any(match["late"] for match in matches),
        flags=flags,
    )


def _is_doubtful(match: re.Match[str], files: ExpectedFiles) -> bool:
    """Return whether a file of Canvas has an expected name only if its first number is part of the
    person's name: "team_12" may hand in, too.
    """
    more = _MORE_NUMBERS.fullmatch(match["name"])
    expected = [path.rpartition("/")[2] for path in files.submitted]
    return bool(
        more and could_be(more["name"], *expected) and not could_be(match["name"], *expected)
    )


@dataclass(frozen=True, slots=True)
class _FileVersion:
    """A file in a Canvas download: a version of a student's file."""

    match: re.Match[str]
    file: str
    """A key that all versions of a file share."""
    attempt: int
    plain: str
    """The name of the file without Canvas' number of the attempt."""

    @property
    def name(self) -> str:
        """The name of the file, with Canvas' number of the attempt, if it has one."""
        return self.match["name"]

    def is_newer(self, other: _FileVersion) -> bool:
        """Return whether both of Canvas' numbers make it newer."""
        has_higher_id = int(self.match["file"]) > int(other.match["file"])
        return self.attempt > other.attempt and has_higher_id


def _version(
    match: re.Match[str], expected: Collection[str], suffixes: Collection[str]
) -> _FileVersion:
    """Parse a version; only names of *expected* files, archives and modules have attempts.

    A module with one of the *suffixes* has a name that can be imported, which `columns-1` cannot.
    """
    parts = _ATTEMPT.fullmatch(match["name"])
    if parts and names.folded(match["name"]) not in expected:
        plain = parts["stem"] + parts["suffix"]
        file = names.folded(plain)
        is_module = parts["stem"].isidentifier() and parts["suffix"].lower() in suffixes
        if is_module or file in expected or file.endswith(ARCHIVE_SUFFIXES):
            return _FileVersion(match, file, int(parts["attempt"] or 0), plain)
    return _FileVersion(match, names.folded(match["name"]), 0, match["name"])


def _newest_versions(
    tree: Tree, folder: str, matches: list[re.Match[str]], files: ExpectedFiles
) -> tuple[FileSource, tuple[str, ...]]:
    """Return the source with the newest versions of one student's files, and flags."""
    expected = {names.folded(name.rpartition("/")[2]) for name in files.submitted}
    suffixes = source_suffixes(files)
    versions = [_version(match, expected, suffixes) for match in matches]
    paths: dict[str, str] = {}
    notes: list[Note] = []
    for same_file in grouped(versions, key=lambda version: version.file).values():
        newest = max(same_file, key=lambda version: version.attempt)
        older = [version for version in same_file if version is not newest]
        if not all(map(newest.is_newer, older)):
            listed = names.listing(version.name for version in same_file)
            reason = (
                f"holds several versions of one file ({listed}), "
                "and Canvas' numbers do not tell which is newer"
            )
            return Unreadable(reason), (reason,)
        for version in older:
            values = {
                "name": names.display(version.name),
                "newer": names.display(newest.name),
            }
            notes.append(Note(NoteCode.OLDER_VERSION, values))
        paths[newest.plain] = join(folder, newest.match.string)
    return Flat(tree, tuple(sorted(paths.items())), tuple(notes)), ()


# Marks.

_NO_ASSIGNMENT = re.compile(
    r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)"
)
"""Canvas' import drops each column whose heading has one of these anywhere, and reports no changes
(NON_ASSIGNMENT_COLUMN_HEADERS in its lib/gradebook_importer.rb).
"""


def marks(entries: Sequence[GradebookEntry], column: str) -> bytes:
    """Return a gradebook for Canvas or Quercus: one assignment, a line for each person.

    Once tutors' marks exist, the marks are whole marks, empty for people not marked in all parts.
    column: Canvas' name of the assignment, with its number in brackets if there is one ("Assignment
    2 (12345)"). Canvas identifies people by its own ID, then by SIS ids; these come from the roster
    if Canvas exported it. Canvas takes an empty cell for "no grade": a person without a mark keeps
    the cell of the roster, such as EX. Raises GraderError if Canvas would drop the column.
    """
    dropped = _NO_ASSIGNMENT.search(column)
    if dropped:
        raise GraderError(
            f"Canvas ignores the column '{flat(column)}', because '{dropped[0]}' is in its title: "
            "rename the assignment in Canvas, and give the new title with --column"
        )
    heading = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", flat(column))
    with_tutors = marked_by_tutors(entries)
    full = maximum(entries, with_tutors)
    lines = [("    Points Possible", "", "", "", "", marks_in_words(full))]
    for entry in entries:
        row = entry.row
        name = entry.roster.get("student") or row.name or row.submission
        id = entry.roster.get("id") or entry.roster.get("canvas user id", "")
        section = entry.roster.get("section") or entry.roster.get("sections", "")
        login = entry.cell(headings_of("login"))
        mark = mark_cell(row, with_tutors) or entry.cell([heading_key(column)])
        lines.append((name, id, _sis_number(entry), login, section, mark))
    return to_csv(Table(heading, tuple(lines)))


def _sis_number(entry: GradebookEntry) -> str:
    """Return a person's student number, or "" if the roster has other ids instead."""
    number = entry.cell(headings_of("number"))
    login, email = entry.cell(headings_of("login")), entry.cell(headings_of("email"))
    if number or entry.row.student_id in (login, email, entry.roster.get("id", "")):
        return number
    return entry.row.student_id


# Feedback.


class _Canvas:
    """Canvas identifies a submission by two numbers in its file name: the user's and the file's.

    It gives a group's files to one member, and shows that member's page to the others.
    """

    def __init__(self, entries: Iterable[GradebookEntry], download: Path) -> None:
        """Raises GraderError unless *download* is a download of Canvas."""
        self._beginnings = _beginnings(download)
        self._of_group: dict[str, str] = {}
        """Submission -> prefix of its file names in the download."""
        self._shared = set[str]()
        """Submissions of which a member has no file in the download."""
        for entry in entries:
            beginning = self._own_beginning(entry)
            if beginning:
                self._of_group.setdefault(entry.row.submission, beginning)
            else:
                self._shared.add(entry.row.submission)

    def _own_beginning(self, entry: GradebookEntry) -> str:
        number = _canvas_number(entry)
        handed_in = number_in(_DIGEST.sub("", entry.row.submission))
        # A number of the roster counts only for the submission that Canvas gave that number.
        if handed_in not in ("", number):
            return ""
        return self._beginnings.get(number, "")

    def address(self, entry: GradebookEntry) -> Address:
        """Return where a person's page goes."""
        submission = entry.row.submission
        if page_is_own(entry.row.page) and submission in self._shared:
            return Address(remark=f"{ONE_PLACE.format('Canvas')} use --for folders and mail it")
        beginning = self._own_beginning(entry)
        if beginning:
            return Address(f"{beginning}{PAGE}")
        if submission in self._of_group:
            path = f"{self._of_group[submission]}{PAGE}"
            return Address(path, "through the member of the group who handed in")
        return Address(remark="no file in Canvas' download")


def _canvas_number(entry: GradebookEntry) -> str:
    if entry.roster:
        return entry.roster.get("id") or entry.roster.get("canvas user id", "")
    return entry.row.student_id or number_in(entry.row.submission)


def _beginnings(download: Path) -> dict[str, str]:
    """Return the prefixes of file names: user's number -> prefix. Raises GraderError."""
    beginnings: dict[str, str] = {}
    for _, match in sorted(canvas_files(_names_in(download)).items()):
        beginnings.setdefault(match["user"], match.string[: match.start("name")])
    if not beginnings:
        raise GraderError(
            f"{names.display(str(download), 200)} contains no file named as in a Canvas download"
        )
    return beginnings


def _names_in(download: Path) -> Iterable[str]:
    try:
        if download.is_dir():
            return [path.name for path in download.rglob("*") if path.is_file()]
        with zipfile.ZipFile(download) as archive:
            return [name.rpartition("/")[2] for name in archive.namelist()]
    except (OSError, zipfile.BadZipFile) as error:
        raise GraderError(
            f"{names.display(str(download), 200)} cannot be read as a Canvas download ({error})"
        ) from None


def _addresses(entries: Sequence[GradebookEntry], download: Path | None) -> Addresses:
    if download is None:
        raise GraderError(
            "Canvas accepts files only under the names in its download: give the download with "
            "--download PATH"
        )
    return _Canvas(entries, download).address


_COLUMNS = AssignmentColumns(
    re.compile(r"(?P<name>.+ \([0-9]+\))"),
    "Canvas makes a new assignment unless one has exactly this title",
)
"""Headings such as "Assignment 2 (123456)"."""

PLATFORM = Platform(
    name="canvas",
    title="Canvas (Quercus)",
    recognise=recognise,
    marks=Marks(
        "canvas",
        lambda entries, options: marks(entries, options.column or options.title),
        "the gradebook of Canvas or Quercus, CSV",
        columns=_COLUMNS,
        options=(COLUMN,),
    ),
    feedback=Target(
        _addresses,
        zipped="canvas.zip",
        about="a zip to re-upload to Canvas or Quercus as submissions; needs --download",
        needs_download=True,
    ),
    headings={
        "number": ("sis user id", "sis id", "integration id"),
        "other": ("canvas user id",),
        "login": ("sis login id",),
    },
)
