"""How the bulk downloads of platforms are laid out, and who handed in what by the platform's own
record.

One function for each shape: it looks at one folder of a `Tree` and returns the deliveries that it
recognises with the names of the entries they are made of, or nothing. Only shapes that are known
for certain are recognised; what is left over is taken as if no platform had made it. Identity comes
from the layout and from a platform's own metadata file beside the submissions, never from within a
submission.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from graders.harness.intake import names
from graders.harness.intake.delivery import Entry, Flat, Person, Source, Unreadable
from graders.harness.intake.harvest import ARCHIVE_SUFFIXES, Kind, Refusal
from graders.harness.intake.submission import Files, source_suffixes
from graders.harness.intake.trees import Tree
from graders.harness.result import Note, NoteCode

METADATA = "submission_metadata.yml"
_METADATA_BYTES = 64 << 20
_PARSED_CHARS = 4 << 20
"""What of a metadata file is parsed at most: submitters and times of some 20,000 submissions."""
_GRADESCOPE = re.compile(r"submission_\d+")
CANVAS_FILE = re.compile(r"(?P<who>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<name>.+)")
_MOODLE_FOLDER = re.compile(
    r"(?P<who>[^_]+)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?"
)
_MOODLE_FILE = re.compile(r"(?P<who>[^_]+)_(?P<id>\d+)_assignsubmission_file_(?P<name>.+)")
_ATTEMPT = re.compile(r"(?P<stem>.+?)(?:-(?P<attempt>\d{1,3}))?(?P<suffix>(?:\.tar)?\.[^.]+)")


@dataclass(frozen=True, slots=True)
class Draft:
    """A delivery that has no name yet."""

    wishes: tuple[str, ...]
    """What it might be called, best first; two of a class may wish the same."""
    label: str
    source: Source
    people: tuple[Person, ...] = ()
    submitted_at: datetime | None = None
    late: bool | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recognised:
    """What one shape makes of a folder."""

    drafts: tuple[Draft, ...]
    used: frozenset[str]
    """Names of the entries that are accounted for."""


Shape = Callable[[Tree, str, Mapping[str, Kind], Files], Recognised | None]


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: Files
) -> Recognised | None:
    """Return what the first shape that fits makes of *entries*, all that lies in *folder*. Raises
    Refusal.
    """
    return next((found for shape in SHAPES if (found := shape(tree, folder, entries, files))), None)


def join(folder: str, name: str) -> str:
    """Return the path of an entry of *folder*."""
    return f"{folder}/{name}" if folder else name


def gradescope(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: Files
) -> Recognised | None:
    """Gradescope's "Export submissions": `submission_metadata.yml` beside folders `submission_NNN`.

    The metadata names the submitters (all members of a group) and the time of each submission. Its
    other parts, which hold text that students made, are not even parsed. A submission that is in
    one of the two places only is a delivery that needs a person.
    """
    if entries.get(METADATA) is not Kind.FILE:
        return None
    folders = {
        name
        for name, kind in entries.items()
        if kind is Kind.FOLDER and _GRADESCOPE.fullmatch(name)
    }
    known = _submissions(tree.read(join(folder, METADATA), _METADATA_BYTES + 1))
    if not folders and not known:
        return None
    drafts = []
    for name in sorted(folders | known.keys()):
        people, created = known.get(name, ((), None))
        flags, source = [], Entry(tree, join(folder, name))
        if name not in known:
            flags.append(f"{METADATA} does not say whose '{name}' is")
        elif not people:
            flags.append(f"{METADATA} names nobody who handed in '{name}'")
        drafts.append(
            Draft(
                wishes=(
                    *(
                        ["_".join(sorted(person.ids[0] for person in people))]
                        if _all_known(people)
                        else []
                    ),
                    name,
                ),
                label=", ".join(person.name for person in people if person.name) or name,
                source=source
                if name in folders
                else Unreadable(f"{METADATA} lists '{name}', but it is not there"),
                people=people,
                submitted_at=created,
                flags=tuple(flags),
            )
        )
    return Recognised(tuple(drafts), frozenset(folders | {METADATA}))


def _all_known(people: tuple[Person, ...]) -> bool:
    return bool(people) and all(person.ids for person in people)


def _submissions(data: bytes) -> dict[str, tuple[tuple[Person, ...], datetime | None]]:
    """Return folder -> submitters and time of a Gradescope metadata file. Raises Refusal."""
    import yaml  # every command that names submissions would load it

    if len(data) > _METADATA_BYTES:
        raise Refusal(
            f"{METADATA} is larger than {_METADATA_BYTES:,} bytes; export the submissions again"
        )
    text = data.decode("utf-8", "replace")
    table: dict[str, Any] = {}
    for part in (
        _relevant(text),
        text,
    ):  # the whole only where its style is another, or a part refers to the rest
        try:
            if len(part) > _PARSED_CHARS:
                raise ValueError
            table = _table(
                yaml.load(part, Loader=yaml.BaseLoader)
            )  # makes strings, lists and tables, nothing else
        except (yaml.YAMLError, RecursionError, ValueError):
            continue
        if table:
            break
    if not table and text.strip():
        raise Refusal(f"{METADATA} cannot be read as Gradescope's; export the submissions again")
    found = {}
    for name, entry in table.items():
        if _GRADESCOPE.fullmatch(name):
            listed = _table(entry).get("submitters")
            people = tuple(map(_submitter, listed)) if isinstance(listed, list) else ()
            found[name] = (people, _time(_table(entry).get("created_at")))
    return found


def _relevant(text: str) -> str:
    """Return the lines that say who handed in and when, without results and history.

    In block style, what belongs to a key is indented deeper than the key (or is a list at its
    side), so a line that starts with exactly two spaces and a key is one, whatever text of students
    stands around it.
    """
    kept, keeping = [], False
    for line in text.split("\n"):
        if re.match(r"submission_\d+:\s*$", line):
            kept.append(line)
            keeping = False
        elif re.match(r"  :?(?:submitters|created_at):(?:\s|$)", line):
            kept.append(line)
            keeping = True
        elif keeping and line.startswith(("   ", "  -")):
            kept.append(line)
        else:
            keeping = False
    return "\n".join(kept)


def _table(value: Any) -> dict[str, Any]:
    """Return a table with the colons of Ruby's symbols taken off its keys; an empty one for
    anything else.
    """
    return (
        {str(key).removeprefix(":"): inner for key, inner in value.items()}
        if isinstance(value, dict)
        else {}
    )


def _submitter(value: Any) -> Person:
    fields = {key: inner.strip() for key, inner in _table(value).items() if isinstance(inner, str)}
    ids = (fields.get("sid", ""), fields.get("email", ""))
    return Person(fields.get("name", ""), tuple(id for id in ids if id and id not in ("~", "null")))


def _time(value: Any) -> datetime | None:
    """Return a time as the metadata writes it ("2026-02-05 22:31:11.482 Z"), in UTC; None for
    anything else.
    """
    text = re.sub(r"\s*(?:Z|UTC)$", "+00:00", value.strip()) if isinstance(value, str) else ""
    try:
        moment = datetime.fromisoformat(re.sub(r"\s+(?=[+-]\d\d:?\d\d$)", "", text))
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def canvas(tree: Tree, folder: str, entries: Mapping[str, Kind], files: Files) -> Recognised | None:
    """Canvas' (Quercus') "Download submissions": flat files
    `nameofstudent[_LATE]_userid_fileid_filename[-N].ext`.

    Every source file and archive must be called so, and there must be no folder. The user id is
    Canvas' own, the column "ID" of its gradebook. Of a group the download names one member only. Of
    two versions of one file, the newer has the higher N and the higher file id; where these
    disagree the delivery needs a person.
    """
    visible = {name: kind for name, kind in entries.items() if not names.is_litter(name)}
    matches = {name: match for name in visible if (match := CANVAS_FILE.fullmatch(name))}
    if not matches or any(kind is not Kind.FILE for kind in visible.values()):
        return None
    if any(is_submittable(name, files) for name in visible.keys() - matches.keys()):
        return None
    drafts = []
    for user, own in _grouped(matches.values(), "user").items():
        source, flags = _newest_versions(tree, folder, own, files)
        who = own[0]["who"]
        drafts.append(
            Draft(
                wishes=(f"{who}_{user}",),
                label=who,
                source=source,
                people=(Person(who, (user,)),),
                late=any(match["late"] for match in own),
                flags=flags,
            )
        )
    return Recognised(tuple(drafts), frozenset(matches))


def _grouped(matches: Iterable[re.Match[str]], key: str) -> dict[str, list[re.Match[str]]]:
    groups: dict[str, list[re.Match[str]]] = {}
    for match in sorted(matches, key=lambda match: match.string):
        groups.setdefault(match[key], []).append(match)
    return groups


def _newest_versions(
    tree: Tree, folder: str, own: list[re.Match[str]], files: Files
) -> tuple[Source, tuple[str, ...]]:
    """Return where the newest versions of one student's files are, and flags."""
    expected = {names.folded(name.rpartition("/")[2]) for name in files.submitted}
    chosen: dict[str, re.Match[str]] = {}
    versions: dict[str, list[tuple[int, int, re.Match[str]]]] = {}
    for match in own:
        parts = _ATTEMPT.fullmatch(match["name"])
        base = names.folded(parts["stem"] + parts["suffix"]) if parts else ""
        numbered = base in expected or base.endswith(ARCHIVE_SUFFIXES)
        attempt = int(parts["attempt"] or 0) if parts and numbered else 0
        key = base if numbered else names.folded(match["name"])
        versions.setdefault(key, []).append((attempt, int(match["file"]), match))
    notes: list[Note] = []
    for found in versions.values():
        newest = max(found, key=lambda version: version[0])
        others = [version for version in found if version is not newest]
        shown = names.display(newest[2]["name"])
        if any(version[0] == newest[0] or version[1] >= newest[1] for version in others):
            listed = names.listing(version[2]["name"] for version in found)
            reason = (
                f"holds several versions of one file ({listed}), "
                "and Canvas' numbers do not tell which is newer"
            )
            return Unreadable(reason), (reason,)
        for other in others:
            values = {"name": names.display(other[2]["name"]), "newer": shown}
            notes.append(Note(NoteCode.OLDER_VERSION, values))
        chosen[newest[2]["name"]] = newest[2]
    listed_files = tuple((name, join(folder, chosen[name].string)) for name in sorted(chosen))
    return Flat(tree, listed_files, tuple(notes)), ()


def moodle(tree: Tree, folder: str, entries: Mapping[str, Kind], files: Files) -> Recognised | None:
    """Moodle's "Download all submissions": folders `Full Name_1234567_assignsubmission_file_`, or
    files so called.

    The number is the participant's within this assignment ("Participant 1234567" in Moodle's
    grading worksheet, column "Identifier"). With folders switched off every file's own name follows
    instead. Texts typed online are not graded.
    """
    folders = {
        name: match
        for name, kind in entries.items()
        if kind is Kind.FOLDER and (match := _MOODLE_FOLDER.fullmatch(name))
    }
    flat = {
        name: match
        for name, kind in entries.items()
        if kind is Kind.FILE and (match := _MOODLE_FILE.fullmatch(name))
    }
    if not folders and not flat:
        return None
    drafts = []
    for number, own in _grouped([*folders.values(), *flat.values()], "id").items():
        who = own[0]["who"]
        uploaded = [match for match in own if match.string in folders and match["kind"] == "file"]
        loose = tuple(
            (match["name"], join(folder, match.string)) for match in own if match.string in flat
        )
        source: Source
        if len(uploaded) + bool(loose) > 1:
            source = Unreadable(
                f"there are several folders of participant {number}; leave only the one to grade"
            )
        elif loose:
            source = Flat(tree, loose)
        else:
            source = Entry(tree, join(folder, (uploaded or own)[0].string))
        person = Person(who, (f"Participant {number}",))
        drafts.append(
            Draft(wishes=(f"{who}_{number}",), label=who, source=source, people=(person,))
        )
    return Recognised(tuple(drafts), frozenset(folders) | frozenset(flat))


def github_classroom(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: Files
) -> Recognised | None:
    """Clones of GitHub Classroom's repositories: two or more folders `assignment-username`, each
    with a `.git` folder.

    The assignment's part is what the folder around them is called but for `-submissions` (as `gh
    classroom clone` calls it), else what all clones begin with, up to a dash. Git's own times and
    names are the student's to choose and are not looked at.
    """
    clones = [
        name
        for name, kind in entries.items()
        if kind is Kind.FOLDER and not names.is_litter(name) and _is_clone(tree, join(folder, name))
    ]
    if len(clones) < 2:
        return None
    around = (folder or os.path.basename(os.path.abspath(tree.path))).rpartition("/")[2]
    told = around.removesuffix("-submissions") + "-"
    first, last = min(clones), max(clones)  # what these two begin with, all between them do
    common = "".join(
        a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    )
    prefix = (
        told
        if told != around + "-" and common.startswith(told)
        else common[: common.rfind("-") + 1]
    )
    if not prefix or prefix in clones:
        return None
    drafts = (
        Draft(
            wishes=(name,),
            label=name,
            source=Entry(tree, join(folder, name)),
            people=(Person(ids=(name.removeprefix(prefix),)),),
        )
        for name in clones
    )
    return Recognised(tuple(drafts), frozenset(clones))


def _is_clone(tree: Tree, folder: str) -> bool:
    try:
        return tree.entries(folder).get(".git") is Kind.FOLDER
    except Refusal:  # reported when it is read
        return False


def is_submittable(name: str, files: Files) -> bool:
    """Tell whether a file of this name alone may be a submission: a source file, or an archive,
    even one not read.
    """
    return name.lower().endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES, *source_suffixes(files)))


OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".tzst")
"""Suffixes of archives that intake names but does not read: what bears one was handed in by
somebody.
"""
SHAPES: tuple[Shape, ...] = (gradescope, moodle, canvas, github_classroom)
