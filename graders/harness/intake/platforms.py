"""The layouts of platforms' bulk downloads, with the submitters by the platform's record.

Each shape has a function. It reads a folder of a `Tree` and returns the recognised deliveries with
the names of their entries, or None. Only certain shapes are recognised. Other entries are treated
as in any folder. Identity comes from the layout and from the platform's metadata file beside the
submissions, never from within a submission.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import filterfalse
from posixpath import join
from typing import Any

from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree, of_kind
from graders.harness.intake.collector import (
    ARCHIVE_SUFFIXES,
    Kind,
    Refusal,
    check_limit,
)
from graders.harness.intake.delivery import (
    FileSource,
    Flat,
    Person,
    TreeEntry,
    Unreadable,
)
from graders.harness.intake.grouping import grouped
from graders.harness.intake.submission import ExpectedFiles, source_suffixes
from graders.harness.result import Note, NoteCode

METADATA = "submission_metadata.yml"
_METADATA_BYTES = 64 << 20
_PARSED_CHARS = 4 << 20
"""Maximum parsed part of a metadata file: submitters and times of some 20,000 submissions."""
_GRADESCOPE = re.compile(r"submission_\d+")
_RELEVANT = re.compile(
    r"""
    ^submission_\d+:[^\S\n]*$  # the beginning of a submission's entry
    | ^[ ]{2}:?(?:submitters|created_at):(?:[^\S\n].*)?$  # a key of it
    (?:\n(?:[ ]{3}|[ ]{2}-).*)*  # and the key's value
    """,
    re.MULTILINE | re.VERBOSE,
)
_ZONE = re.compile(r"[+-]\d\d:?\d\d\Z")
_NO_ID = frozenset({"", "~", "null"})
"""Values for a missing number or address in Gradescope's metadata."""
CANVAS_FILE = re.compile(
    r"(?P<who>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<name>.+)"
)
_MOODLE_FOLDER = re.compile(
    r"(?P<who>[^_]+)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?"
)
_MOODLE_FILE = re.compile(
    r"(?P<who>[^_]+)_(?P<id>\d+)_assignsubmission_file_(?P<name>.+)"
)
_ATTEMPT = re.compile(
    r"(?P<stem>.+?)(?:-(?P<attempt>\d{1,3}))?(?P<suffix>(?:\.tar)?\.[^.]+)"
)


@dataclass(frozen=True, slots=True)
class UnnamedSubmission:
    """A delivery without a name yet."""

    wishes: tuple[str, ...]
    """Possible names, best first; two drafts of a class may share some."""
    label: str
    source: FileSource
    people: tuple[Person, ...] = ()
    submitted_at: datetime | None = None
    late: bool | None = None
    flags: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Return keys that are the same in every run, the most specific first: of its people, or
        else its path and its entry's name.
        """
        people = sorted(
            " ".join(person.ids or (person.name,)) for person in self.people
        )
        return ("\n".join(people),) if people else self.wishes[:0:-1] or self.wishes


@dataclass(frozen=True, slots=True)
class Recognised:
    """The deliveries that a shape recognises in a folder."""

    drafts: tuple[UnnamedSubmission, ...]
    used: frozenset[str]
    """Names of their entries."""


Shape = Callable[[Tree, str, Mapping[str, Kind], ExpectedFiles], Recognised | None]


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Return the result of the first matching shape for *entries*, the content of *folder*, or
    None. Raises Refusal.
    """
    recognised = (shape(tree, folder, entries, files) for shape in SHAPES)
    return next(filter(None, recognised), None)


def _matches(
    pattern: re.Pattern[str], entries: Mapping[str, Kind], kind: Kind
) -> dict[str, re.Match[str]]:
    """Return the entries of this kind whose whole name matches the pattern."""
    matches = map(pattern.fullmatch, of_kind(entries, kind))
    return {match.string: match for match in filter(None, matches)}


def gradescope(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Gradescope's "Export submissions": `submission_metadata.yml` beside folders `submission_NNN`.

    The metadata names the submitters (all members of a group) and the time of each submission. Its
    other parts, which hold text of students, are not even parsed. A submission that lacks a folder
    or a record is a delivery that needs review.
    """
    if entries.get(METADATA) is not Kind.FILE:
        return None
    folders = _matches(_GRADESCOPE, entries, Kind.FOLDER).keys()
    records = _submissions(tree.read(join(folder, METADATA), _METADATA_BYTES + 1))
    drafts = []
    for name in sorted(folders | records.keys()):
        source: FileSource = TreeEntry(tree, join(folder, name))
        if name not in folders:
            source = Unreadable(f"{METADATA} lists '{name}', but it is not there")
        drafts.append(_gradescope_draft(name, records.get(name), source))
    return (
        Recognised(tuple(drafts), frozenset(folders | {METADATA})) if drafts else None
    )


@dataclass(frozen=True, slots=True)
class _Record:
    """A submission in Gradescope's metadata."""

    people: tuple[Person, ...]
    created_at: datetime | None


def _gradescope_draft(
    name: str, record: _Record | None, source: FileSource
) -> UnnamedSubmission:
    """Return the draft of a folder *name*; *record* is None if the metadata does not list it."""
    if record is None:
        return UnnamedSubmission(
            (name,), name, source, flags=(f"{METADATA} does not say whose '{name}' is",)
        )
    if not record.people:
        flag = f"{METADATA} names no submitter of '{name}'"
        return UnnamedSubmission(
            (name,), name, source, submitted_at=record.created_at, flags=(flag,)
        )
    wishes = [name]
    if all(person.ids for person in record.people):
        wishes.insert(0, "_".join(sorted(person.ids[0] for person in record.people)))
    return UnnamedSubmission(
        wishes=tuple(wishes),
        label=", ".join(filter(None, (person.name for person in record.people)))
        or name,
        source=source,
        people=record.people,
        submitted_at=record.created_at,
    )


def _submissions(data: bytes) -> dict[str, _Record]:
    """Return folder -> record from a Gradescope metadata file. Raises Refusal."""
    check_limit(
        len(data),
        _METADATA_BYTES,
        METADATA + " is larger than {:,} bytes; export the submissions again",
    )
    text = data.decode("utf-8", "replace")
    # the whole text only if its style differs, or the relevant part refers to the rest
    table = _parsed(_relevant(text)) or _parsed(text)
    if not table and text.strip():
        raise Refusal(
            f"{METADATA} cannot be read as Gradescope's; export the submissions again"
        )
    return {
        name: _record(_table(table[name]))
        for name in filter(_GRADESCOPE.fullmatch, table)
    }


def _parsed(text: str) -> dict[str, Any]:
    """Parse *text* as a YAML table; return an empty one if it is too long or not a table."""
    import yaml  # not at the top, because every command with submissions would load it

    if len(text) > _PARSED_CHARS:
        return {}
    try:
        # this loader makes only strings, lists and tables
        return _table(yaml.load(text, Loader=yaml.BaseLoader))
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}


def _relevant(text: str) -> str:
    """Return the lines with submitters and times, without results and history.

    In block style, the value of a key is indented deeper than the key (or is a list at its level).
    So a line that starts with exactly two spaces and a key is a key, whatever students' text
    surrounds it.
    """
    return "\n".join(_RELEVANT.findall(text))


def _table(value: Any) -> dict[str, Any]:
    """Return a table without the colons of Ruby's symbols in its keys; an empty one for any other
    value.
    """
    if not isinstance(value, dict):
        return {}
    return {str(key).removeprefix(":"): inner for key, inner in value.items()}


def _record(entry: Mapping[str, Any]) -> _Record:
    submitters = entry.get("submitters")
    if not isinstance(submitters, list):
        submitters = []
    return _Record(tuple(map(_submitter, submitters)), _time(entry.get("created_at")))


def _submitter(value: Any) -> Person:
    table = _table(value)
    ids = (_text(table.get("sid")), _text(table.get("email")))
    return Person(_text(table.get("name")), tuple(id for id in ids if id not in _NO_ID))


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _time(value: Any) -> datetime | None:
    """Parse a time of the metadata ("2026-02-05 22:31:11.482 Z"); return it in UTC, or None."""
    text = _text(value)
    for utc in ("Z", "UTC"):
        if text.endswith(utc):
            text = text.removesuffix(utc).rstrip() + "+00:00"
    zone = _ZONE.search(text)
    if zone is not None:
        text = text[: zone.start()].rstrip() + zone.group()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (
        moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    )


def canvas(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Canvas' (Quercus') "Download submissions": flat files
    `nameofstudent[_LATE]_userid_fileid_filename[-N].ext`.

    Every source file and archive must have such a name, and there must be no folder. The user id is
    the column "ID" of Canvas' gradebook. The download names only one member of a group. The newer
    of two versions of a file has the higher N and the higher file id; if these disagree, the
    delivery needs review.
    """
    visible = {name: entries[name] for name in filterfalse(names.is_litter, entries)}
    if set(visible.values()) != {Kind.FILE}:
        return None
    matches = _matches(CANVAS_FILE, visible, Kind.FILE)
    others = visible.keys() - matches.keys()
    if not matches or any(is_submittable(name, files) for name in others):
        return None
    drafts = []
    for user, own in _by_participant(matches.values(), "user").items():
        source, flags = _newest_versions(tree, folder, own, files)
        who = own[0]["who"]
        drafts.append(
            UnnamedSubmission(
                wishes=(f"{who}_{user}",),
                label=who,
                source=source,
                people=(Person(who, (user,)),),
                late=any(match["late"] for match in own),
                flags=flags,
            )
        )
    return Recognised(tuple(drafts), frozenset(matches))


def _by_participant(
    matches: Iterable[re.Match[str]], group: str
) -> dict[str, list[re.Match[str]]]:
    """Return the matches by participant's number, sorted by the matched name."""
    in_order = sorted(matches, key=lambda match: match.string)
    return grouped(in_order, key=lambda match: match[group])


@dataclass(frozen=True, slots=True)
class _FileVersion:
    """A file in a Canvas download: a version of a student's file."""

    match: re.Match[str]
    file: str
    """A key that all versions of a file share."""
    attempt: int

    @property
    def name(self) -> str:
        """The student's name of the file."""
        return self.match["name"]

    def is_newer(self, other: _FileVersion) -> bool:
        """Return whether both of Canvas' numbers make it newer."""
        has_higher_id = int(self.match["file"]) > int(other.match["file"])
        return self.attempt > other.attempt and has_higher_id


def _version(match: re.Match[str], expected: Collection[str]) -> _FileVersion:
    """Parse a version; only names of *expected* files and of archives have attempts."""
    parts = _ATTEMPT.fullmatch(match["name"])
    if parts:
        file = names.folded(parts["stem"] + parts["suffix"])
        if file in expected or file.endswith(ARCHIVE_SUFFIXES):
            return _FileVersion(match, file, int(parts["attempt"] or 0))
    return _FileVersion(match, names.folded(match["name"]), 0)


def _newest_versions(
    tree: Tree, folder: str, own: list[re.Match[str]], files: ExpectedFiles
) -> tuple[FileSource, tuple[str, ...]]:
    """Return the source with the newest versions of one student's files, and flags."""
    expected = {names.folded(name.rpartition("/")[2]) for name in files.submitted}
    versions = [_version(match, expected) for match in own]
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
        paths[newest.name] = join(folder, newest.match.string)
    return Flat(tree, tuple(sorted(paths.items())), tuple(notes)), ()


def moodle(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Moodle's "Download all submissions": folders `Full Name_1234567_assignsubmission_file_`, or
    files whose names begin like this.

    The number is the participant's within this assignment ("Participant 1234567" in Moodle's
    grading worksheet, column "Identifier"). With folders switched off, the file's name follows.
    Texts typed online are not graded.
    """
    folders = _matches(_MOODLE_FOLDER, entries, Kind.FOLDER)
    flat = _matches(_MOODLE_FILE, entries, Kind.FILE)
    drafts = []
    for number, own in _by_participant(
        [*folders.values(), *flat.values()], "id"
    ).items():
        who = own[0]["who"]
        person = Person(who, (f"Participant {number}",))
        source = _moodle_source(tree, folder, own)
        drafts.append(
            UnnamedSubmission(
                wishes=(f"{who}_{number}",), label=who, source=source, people=(person,)
            )
        )
    return Recognised(tuple(drafts), frozenset([*folders, *flat])) if drafts else None


def _moodle_source(tree: Tree, folder: str, own: list[re.Match[str]]) -> FileSource:
    """Return the files of one participant, whose matching entries are *own*."""
    by_pattern = grouped(own, key=lambda match: match.re)
    folders, flat = by_pattern.get(_MOODLE_FOLDER, []), by_pattern.get(_MOODLE_FILE, [])
    uploaded = [match for match in folders if match["kind"] == "file"]
    if len(uploaded) + bool(flat) > 1:
        return Unreadable(
            f"there are several folders of participant {own[0]['id']}; leave only the one to grade"
        )
    if flat:
        return Flat(
            tree, tuple((match["name"], join(folder, match.string)) for match in flat)
        )
    return TreeEntry(tree, join(folder, (uploaded or folders)[0].string))


def github_classroom(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Clones of GitHub Classroom's repositories: two or more folders `assignment-username`, each
    with a `.git` folder.

    The assignment's part is the name of the folder around them without `-submissions` (the default
    of `gh classroom clone`), or the common beginning of all clones, up to a dash. Git's times and
    names are not read, because students choose them.
    """
    clones = list(
        filter(partial(_is_clone, tree, folder), of_kind(entries, Kind.FOLDER))
    )
    if len(clones) < 2:
        return None
    around = os.path.basename(folder or os.path.abspath(tree.path))
    prefix = _assignment_prefix(clones, around)
    if prefix in ("", *clones):
        return None
    drafts = (
        UnnamedSubmission(
            wishes=(name,),
            label=name,
            source=TreeEntry(tree, join(folder, name)),
            people=(Person(ids=(name.removeprefix(prefix),)),),
        )
        for name in clones
    )
    return Recognised(tuple(drafts), frozenset(clones))


def _assignment_prefix(clones: list[str], around: str) -> str:
    """Return the assignment's part of the clones' names; *around* is the folder around them."""
    common = os.path.commonprefix(clones)  # noqa: RUF071  a part of a name, not of a path
    prefix = around.removesuffix("-submissions") + "-"
    if around.endswith("-submissions") and common.startswith(prefix):
        return prefix
    return common[: common.rfind("-") + 1]


def _is_clone(tree: Tree, folder: str, name: str) -> bool:
    if names.is_litter(name):
        return False
    try:
        return tree.entries(join(folder, name)).get(".git") is Kind.FOLDER
    except Refusal:  # reported when the folder is read
        return False


def is_submittable(name: str, files: ExpectedFiles) -> bool:
    """Return whether a file of this name may be a submission: a source file or any archive."""
    return name.lower().endswith(
        (*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES, *source_suffixes(files))
    )


OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".tzst")
"""Suffixes of archives that intake reports but cannot read: somebody handed them in."""
SHAPES: tuple[Shape, ...] = (gradescope, moodle, canvas, github_classroom)
