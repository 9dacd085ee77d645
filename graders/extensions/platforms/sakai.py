"""Sakai: "Download All" of an assignment's submissions.

Below a folder with the assignment's title, each submission has a folder `King, Ada(ada)`, a group's
`Team 3 (id of the group)`, an anonymous one `id Anonymous`. Sakai writes a `timestamp.txt` there,
puts the files into `Submission attachment(s)` (a word of the site's language), and what staff wrote
beside it. Without folders, files are named `King, Ada(ada)_Submission attachment(s)_a2.py`.
`grades.csv`, beside the folders, has the members of groups. All names are in plain ASCII.

By `zipSubmissions` and `zipGroupSubmissions` of sakaiproject/sakai.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from posixpath import join

from graders.extensions.platforms.downloads import Flat, matches_in
from graders.extensions.platforms.platform import Platform
from graders.harness.intake import moments
from graders.harness.intake.class_trees import Tree, of_kind
from graders.harness.intake.collector import Kind, Refusal
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import Recognised, UnnamedSubmission
from graders.harness.intake.sources import TreeEntry, Unreadable
from graders.harness.intake.submission import ExpectedFiles

_FILES = "Submission attachment(s)"
_FEEDBACK = "Feedback Attachment(s)"
_TIME = "timestamp.txt"
_TIME_BYTES = 100
_GRADES_BYTES = 4 << 20
_PERSON = re.compile(r"(?P<last>[^,;]*), ?(?P<first>[^;]*)\((?P<login>[^()]+)\)")
_GROUP = re.compile(r"(?P<title>.+) \((?P<group>[0-9a-f-]{36})\)")
_ANONYMOUS = re.compile(r"(?P<key>[0-9a-f-]{36}) \S.*")
_FLAT = re.compile(rf"(?P<who>.+?\)|[0-9a-f-]{{36}} [^_]+)_{re.escape(_FILES)}_(?P<name>.+)")


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Recognise the folders with Sakai's record of the time, or files that it has named."""
    flat = matches_in(_FLAT, entries, Kind.FILE)
    if flat:
        own = grouped(flat.values(), key=lambda match: match["who"])
        drafts = [
            _draft(
                who,
                Flat(tree, tuple((one["name"], join(folder, one.string)) for one in parts)),
                _people(who, {}),
            )
            for who, parts in own.items()
        ]
        return Recognised(tuple(drafts), frozenset(flat))
    named = [name for name in of_kind(entries, Kind.FOLDER) if _is_named(name)]
    folders = [name for name in named if _TIME in tree.entries(join(folder, name))]
    if not folders:
        return None
    members = _members(tree, folder, entries)
    drafts = [
        _draft(
            name,
            _source(tree, join(folder, name)),
            _people(name, members),
            tree.read(join(folder, name, _TIME), _TIME_BYTES),
        )
        for name in folders
    ]
    return Recognised(tuple(drafts), frozenset(folders))


def _is_named(name: str) -> bool:
    return any(pattern.fullmatch(name) for pattern in (_GROUP, _ANONYMOUS)) or bool(_people(name))


def _people(name: str, members: Mapping[str, str] | None = None) -> tuple[Person, ...]:
    """Return the people whom the name of a folder names, or the *members* of its group, or the
    group.
    """
    group = _GROUP.fullmatch(name)
    if group is not None:
        shown = (members or {}).get(group["group"]) or group["title"]
        return tuple(Person(one) for one in shown.split("; "))
    people = [_PERSON.fullmatch(part) for part in re.split(r"(?<=\)); ?", name)]
    return tuple(
        Person(f"{one['first'].strip()} {one['last'].strip()}".strip(), (one["login"],))
        for one in people
        if one is not None
    )


def _source(tree: Tree, folder: str) -> FileSource:
    """Return the folder of the files. Its name is known in English only: on a site in another
    language it has to be the only folder.
    """
    folders = of_kind(tree.entries(folder), Kind.FOLDER)
    ours = _FILES if _FILES in folders else next(iter({*folders} - {_FEEDBACK}), "")
    if not ours:
        return Unreadable("has a text in Sakai only, and no file")
    if ours != _FILES and len(folders) > 1 and _FEEDBACK not in folders:
        return Unreadable(f"has {len(folders)} folders, and none is called '{_FILES}'")
    return TreeEntry(tree, join(folder, ours))


def _draft(
    name: str, source: FileSource, people: tuple[Person, ...], when: bytes = b""
) -> UnnamedSubmission:
    group = _GROUP.fullmatch(name)
    logins = "_".join(person.ids[0] for person in people if person.ids)
    return UnnamedSubmission(
        wishes=(logins or (group["title"] if group else name), name),
        label=", ".join(person.name for person in people) or name,
        source=source,
        people=people,
        submitted_at=moments.parsed(when.decode("utf-8", "replace").strip()),
    )


def _members(tree: Tree, folder: str, entries: Mapping[str, Kind]) -> dict[str, str]:
    """Return the members of groups by the group's id, from Sakai's table; {} without one."""
    if entries.get("grades.csv") is not Kind.FILE:
        return {}
    try:
        text = tree.read(join(folder, "grades.csv"), _GRADES_BYTES).decode("utf-8-sig", "replace")
    except Refusal:
        return {}
    delimiter = ";" if text.partition("\n")[0].count(";") else ","
    rows = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        return {row[1]: row[2] for row in rows if len(row) > 2}
    except csv.Error:
        return {}


PLATFORM = Platform(
    name="sakai",
    title="Sakai",
    recognise=recognise,
)
