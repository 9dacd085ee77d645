"""ILIAS: "Download all submissions" of an assignment in an exercise.

In `TITLE/Submissions/` each person has a folder `King_Ada_ada.king_4711`: last name, first name,
login and ILIAS' own number, in plain ASCII. Folders of a team's members are together in `Team 12`;
only those who uploaded a file have one. A file that came late has this before its name, in the
site's language: `Late Submission - a2.py`. The words for folders and lateness are the site's.

A file that was uploaded again is there again, as `a2 (2).py`. Which one is newer is not recorded:
the newer exporters order them by nothing, and the times in the archive are those of the download.

By `SubmissionManager` and `ilExerciseManagementCollectFilesJob` of ILIAS-eLearning/ILIAS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from posixpath import basename, join

from graders.extensions.platforms.downloads import Flat, matches_in
from graders.extensions.platforms.platform import Platform
from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree, of_kind
from graders.harness.intake.collector import Kind, Refusal
from graders.harness.intake.delivery import Person
from graders.harness.intake.limits import LIMITS
from graders.harness.intake.names import is_litter
from graders.harness.intake.platforms import Recognised, UnnamedSubmission
from graders.harness.intake.sources import Unreadable
from graders.harness.intake.submission import (
    ExpectedFiles,
    HasFiles,
    Submission,
    WithChoices,
)

_MEMBER = re.compile(r".*_.*_\S+_[0-9]+")
_CLEAR = re.compile(r"(?P<last>[^_]+)_(?P<first>[^_]+)_(?P<login>\S+)_[0-9]+")
_LOGIN = re.compile(r"[^\s_]\S*")
_TEAM = re.compile(r"(?P<word>\w+) (?P<team>[0-9]+)")
_AGAIN = re.compile(r"(?P<stem>.+) \([0-9]{1,3}\)(?P<suffix>\.[^.]*|)")
_LATE = re.compile(r"(?P<word>Late Submission|Versp(?:ae|a|ä)tete Abgabe) - (?P<name>.+)")


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Recognise a folder of nothing but folders that ILIAS has named, of people or of teams."""
    folders = [name for name in of_kind(entries, Kind.FOLDER) if not is_litter(name)]
    members = matches_in(_MEMBER, entries, Kind.FOLDER)
    teams = matches_in(_TEAM, entries, Kind.FOLDER)
    if teams and len(teams) == len(folders):
        inside = {name: _members(tree, join(folder, name)) for name in teams}
        if not all(inside.values()):
            return None
        drafts = [
            _draft(tree, name, [join(folder, name, one) for one in own], files)
            for name, own in inside.items()
        ]
    elif members and len(members) == len(folders):
        drafts = [_draft(tree, name, [join(folder, name)], files) for name in members]
    else:
        return None
    return Recognised(tuple(drafts), frozenset(folders))


def _members(tree: Tree, team: str) -> list[str]:
    """Return the folders of a team's members; none if the folder has others."""
    folders = [name for name in of_kind(tree.entries(team), Kind.FOLDER) if not is_litter(name)]
    return folders if all(map(_MEMBER.fullmatch, folders)) else []


def _draft(
    tree: Tree, name: str, folders: Iterable[str], files: ExpectedFiles
) -> UnnamedSubmission:
    """Return the submission of a person, or of a team whose members' *folders* these are."""
    people = tuple(map(_person, folders))
    found: dict[str, str] = {}
    twice, late = set(), False
    for folder in folders:
        for file in of_kind(tree.entries(folder), Kind.FILE):
            match = _LATE.fullmatch(file)
            late = late or match is not None
            uploaded = match["name"] if match else _without_word(file, files)
            twice |= {uploaded} & found.keys()
            found[uploaded] = join(folder, file)
    source = _Uploads(Flat(tree, tuple(found.items()))) if found else Unreadable("has no file")
    if twice:
        source = Unreadable(f"'{min(twice)}' was handed in twice: choose one")
    return UnnamedSubmission(
        wishes=("".join(people[0].ids) or name if len(people) == 1 else name, name),
        label=", ".join(person.name for person in people),
        source=source,
        people=people,
        late=late or None,
    )


@dataclass(frozen=True, slots=True)
class _Uploads:
    """The files of a person or a team; of one that was uploaded again, a person chooses one."""

    flat: Flat

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        expected = assignment.files
        chosen = dict(expected.chosen) if isinstance(expected, WithChoices) else {}
        files = dict(self.flat.files)
        doubts: dict[str, list[str]] = {}
        for name, uploads in self._again().items():
            if chosen.get(name) in uploads:
                path = files[chosen.pop(name)]
            elif len({self.flat.tree.read(files[one], LIMITS.file_bytes) for one in uploads}) > 1:
                doubts[name] = uploads
                continue
            else:
                path = files[name]
            files = {one: files[one] for one in files if one not in uploads} | {name: path}
        if doubts:
            listed = "; ".join(names.listing(uploads) for uploads in doubts.values())
            raise Refusal(f"has several uploads of one file ({listed}): choose one", doubts)
        flat = replace(self.flat, files=tuple(files.items()))
        return flat.read(WithChoices(expected, chosen) if chosen else assignment)

    def _again(self) -> dict[str, list[str]]:
        """Return the names of all uploads of each file that was uploaded again, by its name."""
        files = dict(self.flat.files)
        found: dict[str, list[str]] = {}
        for name in files:
            match = _AGAIN.fullmatch(name)
            plain = match["stem"] + match["suffix"] if match else name
            if plain != name and plain in files:
                found.setdefault(plain, [plain]).append(name)
        return found


def _without_word(file: str, files: ExpectedFiles) -> str:
    """Return the name of an expected file behind the word for lateness in another language."""
    behind = file.partition(" - ")[2]
    return behind if behind in files.submitted else file


def _person(folder: str) -> Person:
    """Return the person of a folder. Letters that are no ASCII became the sign between the parts,
    which a login may have, too: if there are two possible logins, staff are asked.
    """
    name = basename(folder)
    match = _CLEAR.fullmatch(name)
    if match is not None:
        return Person(f"{match['first']} {match['last']}", (match["login"],))
    parts = name.split("_")[:-1]
    ends = ["_".join(parts[place:]) for place in range(2, len(parts))]
    logins = tuple(filter(_LOGIN.fullmatch, ends))
    return Person(" ".join(parts).strip(), logins if len(logins) == 1 else ())


PLATFORM = Platform(
    name="ilias",
    title="ILIAS",
    recognise=recognise,
)
