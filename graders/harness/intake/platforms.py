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
from dataclasses import dataclass, replace
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
from graders.harness.intake.select import could_be
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
_CANVAS_NAMED = re.compile(
    r"(?P<who>.*?)(?P<late>_LATE)?_(?P<user>[0-9]+)_(?P<file>[0-9]+)_(?P<name>.+)",
    re.DOTALL,
)
_CANVAS_ANONYMOUS = re.compile(
    r"(?P<who>)(?P<late>LATE_)?anon_(?P<user>[0-9A-Za-z]+)_(?P<file>[0-9]+)_(?P<name>.+)",
    re.DOTALL,
)
_MORE_NUMBERS = re.compile(r"(?:[0-9]+_)+(?P<name>.+)", re.DOTALL)
_MOODLE_FOLDER = re.compile(
    r"(?P<who>[^_]+)(?:_(?P<id>[0-9]+))?_assignsubmission_(?P<kind>file|onlinetext)_?"
)
_MOODLE_FILE = re.compile(
    r"(?P<who>[^_]+)(?:_(?P<id>[0-9]+))?_assignsubmission_file_(?P<name>.+)"
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
    `nameofstudent[_LATE]_userid_fileid_filename[-N].ext`, or `[LATE_]anon_ID_fileid_filename` if
    staff mark without names. For a group, the name is the group's.

    Most source files and archives must have such a name, and there must be no folder. The user id
    is the column "ID" of Canvas' gradebook. The download names only one member of a group. The
    newer of two versions of a file has the higher N and the higher file id; if these disagree, the
    delivery needs review. So does a file whose numbers can be read in two ways.
    """
    visible = {name: entries[name] for name in filterfalse(names.is_litter, entries)}
    if set(visible.values()) != {Kind.FILE}:
        return None
    matches = canvas_files(visible)
    others = [name for name in visible.keys() - matches if is_submittable(name, files)]
    if len(matches) <= len(others):
        return None
    drafts = [
        _canvas_draft(tree, folder, own, files)
        for own in _by_participant(matches.values(), "user").values()
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
    tree: Tree, folder: str, own: list[re.Match[str]], files: ExpectedFiles
) -> UnnamedSubmission:
    """Return the draft of one person's files."""
    source, flags = _newest_versions(tree, folder, own, files)
    who, user = own[0]["who"], own[0]["user"]
    is_anonymous = own[0].re is _CANVAS_ANONYMOUS
    person = Person(who, (f"anonymous {user}" if is_anonymous else user,))
    if not is_anonymous and any(_is_doubtful(match, files) for match in own):
        flags += ("the numbers in its name can be read in two ways: whose is it?",)
        person = replace(person, certain=False)
    return UnnamedSubmission(
        wishes=(f"{'anon' if is_anonymous else who}_{user}",),
        label=who or user,
        source=source,
        people=(person,),
        late=any(match["late"] for match in own),
        flags=flags,
    )


def _is_doubtful(match: re.Match[str], files: ExpectedFiles) -> bool:
    """Return whether a file of Canvas has an expected name only if its first number is part of the
    person's name: "team_12" may hand in, too.
    """
    more = _MORE_NUMBERS.fullmatch(match["name"])
    expected = [path.rpartition("/")[2] for path in files.submitted]
    return bool(
        more
        and could_be(more["name"], *expected)
        and not could_be(match["name"], *expected)
    )


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
    grading worksheet, column "Identifier"). If groups hand in, name and number are the group's
    (from Moodle 4.1 on), and the group of those without one has no number. If staff mark without
    names, one word stands for all of them. With folders switched off, the file's name follows.
    Texts typed online are not graded.
    """
    folders = _matches(_MOODLE_FOLDER, entries, Kind.FOLDER)
    flat = _matches(_MOODLE_FILE, entries, Kind.FILE)
    own_entries = sorted(
        [*folders.values(), *flat.values()], key=lambda match: match.string
    )
    if not any(match["id"] for match in own_entries):
        return None
    by_number = grouped(
        own_entries, key=lambda m: (m["id"] or "", "" if m["id"] else m["who"])
    )
    called = {match["who"] for match in own_entries}
    drafts = []
    for (number, _), own in by_number.items():
        who = own[0]["who"]
        anonymous = _is_word_for_all(who) or len(called) == 1 < len(by_number)
        id = (f"Participant {number}",) if number else ()
        drafts.append(
            UnnamedSubmission(
                wishes=(f"{who}_{number}" if number else who,),
                label=f"{who} {number}" if anonymous else who,
                source=_moodle_source(tree, folder, own),
                people=(Person("" if anonymous and number else who, id),),
            )
        )
    return Recognised(tuple(drafts), frozenset([*folders, *flat]))


def _is_word_for_all(who: str) -> bool:
    """Return whether Moodle's word for a participant stands for the name."""
    return " ".join(re.sub(r"\W+", " ", names.folded(who)).split()) in _MOODLE_ANONYMOUS


def _moodle_source(tree: Tree, folder: str, own: list[re.Match[str]]) -> FileSource:
    """Return the files of one participant, whose matching entries are *own*."""
    by_pattern = grouped(own, key=lambda match: match.re)
    folders, flat = by_pattern.get(_MOODLE_FOLDER, []), by_pattern.get(_MOODLE_FILE, [])
    uploaded = [match for match in folders if match["kind"] == "file"]
    if len(uploaded) + bool(flat) > 1:
        return Unreadable(
            f"there are several folders of {names.display(own[0]['who'])} "
            f"{own[0]['id'] or ''}; leave only the one to grade"
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
    of `gh classroom clone`), or the common beginning of all clones, up to a dash. Teams may share
    the beginning of their names, so a shorter beginning may be the assignment's, too. Git's times
    and names are not read, because students choose them.
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
            people=(Person(ids=tuple(_after(name, prefix, around))),),
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


def _after(name: str, prefix: str, around: str) -> list[str]:
    """Return the parts of a clone's name that may be its owner: after *prefix*, or after a shorter
    beginning of that, unless the folder *around* tells the assignment's name.
    """
    if around.endswith("-submissions") and prefix == around.removesuffix("submissions"):
        return [name.removeprefix(prefix)]
    ends = [match.end() for match in re.finditer("-", prefix)]
    return [name[end:] for end in reversed(ends)]


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
