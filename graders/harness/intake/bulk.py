"""Finds the deliveries of a class in what staff name: folders, archives, files, a platform's bulk
download.

`find_deliveries` lists, it reads no submission: each is read by `Delivery.read`, one at a time, and
one that cannot be read is a line for a person, never the end of the class.

**One submission or a class?** Decided from names alone, in this order; "children" are folders,
archives and source files, without what tools leave behind:

1. A source file or a tar is one submission. (A tar that holds a class has to be unpacked: it cannot
   be read at random.)
2. A folder or zip that directly holds one of the expected files, whatever the case or number in its
   name, is one submission; where the handout leaves the names free, one that directly holds a
   source file. If two or more of its folders or archives hold expected files as well, it is
   ambiguous.
3. A platform's download is a class (`platforms` says which shapes are known).
4. A single child that is a folder is entered, and all this asked again. Any other single child: one
   submission.
5. Two or more children, folders or archives among them: a class, unless exactly one of them holds
   expected files; then the others may be parts of the same submission, and it is ambiguous. (An
   archive counts as holding them; nothing is unpacked to find out.)
6. Source files alone, none with an expected name, are ambiguous.

The course's own files are nobody's submission. An ambiguous path is an error that says so;
`Reading` settles it, but files alone are a class only where the handout expects one file, which is
told: elsewhere each would be a student with most files missing. A source file beside folders is a
delivery with a flag, or, if it has an expected name there, none.

Several paths are a class: of single submissions, or, if each of them is a class by these rules, of
all that is in them. A path that looks like a class among others that do not stays one submission,
so that nobody hands in a "download" that speaks for others.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from graders.harness.intake import archives, names
from graders.harness.intake.delivery import Alone, Delivery, Entry, Unreadable
from graders.harness.intake.folder import is_link, open_file
from graders.harness.intake.harvest import ARCHIVE_SUFFIXES, Kind, Refusal
from graders.harness.intake.limits import LIMITS
from graders.harness.intake.platforms import OTHER_ARCHIVES, Draft, is_submittable, join, recognise
from graders.harness.intake.read import stem
from graders.harness.intake.select import could_be
from graders.harness.intake.submission import Files, HasFiles, IntakeError, source_suffixes
from graders.harness.intake.trees import CLASS_LIMITS, FolderTree, Tree, ZipTree

_Handed = TypeVar("_Handed", Delivery, Draft)


class Reading(enum.Enum):
    """How a path is to be understood."""

    AUTO = "auto"
    """By the rules above."""
    ONE = "one"
    """Every path is one submission."""
    CLASS = "class"
    """Every path is a class."""


@dataclass(frozen=True, slots=True)
class Deliveries(Sequence[Delivery]):
    """The deliveries of a class, sorted by name."""

    found: tuple[Delivery, ...]
    single: Delivery | None = None
    """The only one, if what staff named is one submission and no class."""
    superseded: tuple[Delivery, ...] = ()
    """Not among `found`: everybody in them handed in again later, by the platform's record."""
    notes: tuple[str, ...] = ()
    """What was left out, one line each, for staff."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.found)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        """Return one, or some for a slice."""
        return self.found[index]

    def __iter__(self) -> Iterator[Delivery]:
        """Go through them by name."""
        return iter(self.found)


def find_deliveries(
    paths: Sequence[Path], assignment: HasFiles, reading: Reading = Reading.AUTO
) -> Deliveries:
    """Return what is handed in at *paths*, without reading any submission.

    Raises IntakeError, one line, when no path is given, when one does not exist, when a class
    cannot be listed, and when nobody could tell whether a path is one submission or a class.
    """
    if not paths:
        raise IntakeError(
            "no submission is named; name a folder, an archive or a platform's download"
        )
    for path in paths:
        if not os.path.lexists(path):
            raise IntakeError(f"{names.display(str(path), 200)}: no such file or folder")
    paths = list({os.path.abspath(path): path for path in paths}.values())
    if reading is not Reading.ONE:
        _refuse_parts(paths, assignment.files)
    several = len(paths) > 1
    drafts: list[Draft] = []
    notes: list[str] = []
    classes = [_class_at(path, assignment.files, reading, lenient=several) for path in paths]
    each_alone = reading is Reading.AUTO and not all(classes)
    for path, listed in zip(paths, classes, strict=True):
        if listed is None:
            drafts.append(_alone(path, several=several))
        elif each_alone:
            looks = "looks like a class of its own; it is read as one submission"
            drafts.append(replace(_alone(path, several=True), flags=(looks,)))
        else:
            drafts += listed.drafts
            notes += listed.notes
    if not several and classes[0] is None:
        only = replace(
            _delivery(drafts[0], names.display(drafts[0].label) or "submission"), alone=True
        )
        return Deliveries((only,), single=only)
    around = _around(paths)
    drafts = [
        replace(draft, wishes=tuple(wish.removeprefix(around) for wish in draft.wishes))
        for draft in drafts
    ]
    kept, older = _without_older(drafts)
    superseded = tuple(_delivery(draft, names.file_name(draft.wishes[-1])) for draft in older)
    if superseded:
        notes.append(
            f"left out, because a newer submission replaces it: {names.listing(old.name for old in superseded)}"
        )
    return Deliveries(tuple(_with_namesakes(_named(kept))), None, superseded, tuple(notes))


def _refuse_parts(paths: Sequence[Path], files: Files) -> None:
    """Raise IntakeError where source files are named that nobody would call a submission each."""
    suffixes = tuple(source_suffixes(files))
    sources = [
        path for path in paths if not os.path.isdir(path) and path.name.lower().endswith(suffixes)
    ]
    if len(paths) < 2 or not sources:
        return
    ours = [
        path.name for path in sources if any(could_be(path.name, name) for name in files.course)
    ]
    if ours:
        raise IntakeError(
            f"the course's own files are nobody's submission: leave out {names.listing(ours)}"
        )
    by_folder: dict[str, list[str]] = {}
    for path in sources:
        by_folder.setdefault(os.path.dirname(os.path.abspath(path)), []).append(path.name)
    for folder, inside in by_folder.items():
        if len(inside) > 1 and _are_parts(inside, files):
            raise IntakeError(
                f"{names.listing(inside)} may be parts of one submission: name the folder that holds them "
                f"({names.display(folder, 200)}), or say --as one if each of them is a submission of its own"
            )


def _are_parts(sources: Sequence[str], files: Files) -> bool:
    """Tell whether source files side by side are rather the parts of one submission than a student
    each.

    So they are where the handout expects several files, or leaves the names free. Where it expects
    one, a file of exactly that name with others beside it is somebody's who also handed in helpers
    of their own.
    """
    if len(files.submitted) != 1:
        return True
    (expected,) = files.submitted
    return expected in sources and not all(could_be(name, expected) for name in sources)


@dataclass(frozen=True, slots=True)
class _Class:
    drafts: tuple[Draft, ...]
    notes: tuple[str, ...]


def _alone(path: Path, *, several: bool) -> Draft:
    whole = os.path.abspath(path)
    name = os.path.basename(whole)
    label = name if os.path.isdir(path) else stem(name)
    around = os.path.basename(os.path.dirname(whole))
    source = Alone(path, shown=name if several else None)
    return Draft(wishes=(label, name, f"{around}/{name}", whole), label=label, source=source)


def _around(paths: Sequence[Path]) -> str:
    """Return the path, with its end, of the folder that all *paths* lie in: no part of any
    submission's name.
    """
    try:
        folder = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    except ValueError:  # on several drives
        return ""
    return folder.rstrip(os.sep) + os.sep


# One submission or a class.


def _class_at(path: Path, files: Files, reading: Reading, *, lenient: bool) -> _Class | None:
    """Return the class at *path*, None for one submission. Raises IntakeError.

    lenient: what is ambiguous or cannot be listed is one submission, because others stand beside
    it.
    """
    if reading is Reading.ONE:
        return None
    shown = names.display(str(path), 200)
    try:
        tree = _tree(path, files, reading)
        if tree is None:
            return None
        try:
            return _listed(tree, files, forced=reading is Reading.CLASS)
        except _Ambiguous as why:
            if lenient:
                return None
            raise Refusal(
                f"may be one submission or a class: {why}; say which with --as one or --as class, or name every "
                "submission by itself"
            ) from None
    except Refusal as refusal:
        if lenient and reading is Reading.AUTO:
            return None
        raise IntakeError(f"{shown}: {refusal}") from None


class _Ambiguous(Exception):
    """Why nobody could tell."""


def _tree(path: Path, files: Files, reading: Reading) -> Tree | None:
    """Return a view of what may be a class; None for what is one submission. Raises Refusal."""
    must = reading is Reading.CLASS
    status = os.lstat(path)
    if is_link(status):
        if must:
            raise Refusal("is a link; name what it leads to")
        return None
    if os.path.isdir(path):
        return FolderTree(path)
    try:
        with open_file(path) as stream:
            kind = archives.format_of(stream)
        if kind == "zip" and not path.name.lower().endswith(tuple(source_suffixes(files))):
            return ZipTree(path)
    except (Refusal, OSError):
        if must:
            raise
        return None  # reading it will say what is wrong
    if must:
        raise Refusal(
            "is not a class: a class is a folder or a zip; unpack a tar and name the folder"
        )
    return None


def _listed(tree: Tree, files: Files, *, forced: bool) -> _Class | None:
    """Return the deliveries of a class, None for one submission. Raises Refusal and _Ambiguous."""
    folder = ""
    for _ in range(CLASS_LIMITS.depth):
        entries = tree.entries(folder)
        children = _children(entries, files)
        if not forced and _is_submission_folder(tree, folder, entries, children, files):
            return None
        recognised = recognise(tree, folder, entries, files)
        if recognised:
            left = {name: kind for name, kind in children.items() if name not in recognised.used}
            drafts = [*recognised.drafts, *_plain(tree, folder, left, files)]
            return _Class(
                tuple(drafts), _notes(tree, folder, entries, children.keys() | recognised.used)
            )
        if len(children) == 1 and Kind.FOLDER in children.values():
            if forced and _holds_expected(tree, join(folder, *children), files, own=True):
                break  # a class of one
            folder = join(folder, *children)
            continue
        if len(children) < 2 and not forced:
            return None
        break
    if not children:
        raise Refusal("holds no submission")
    if not forced:
        _decide(tree, folder, children, files)
    children = _without_parts(children, files)
    notes = _notes(tree, folder, entries, children.keys())
    sources = _sources(children, files)
    if len(sources) == len(children):
        notes = (
            f"each of {len(sources)} source files is taken for one submission: {names.listing(sources)}",
            *notes,
        )
    return _Class(tuple(_plain(tree, folder, children, files)), notes)


def _children(entries: Mapping[str, Kind], files: Files) -> dict[str, Kind]:
    """Return what may be a delivery. A link may: it is reported, not followed."""
    course = [name for name in files.course if "/" not in name]
    return {
        name: kind
        for name, kind in entries.items()
        if not names.is_litter(name)
        and not (kind is Kind.FILE and any(could_be(name, ours) for ours in course))
        and (
            kind in (Kind.FOLDER, Kind.LINK) or (kind is Kind.FILE and is_submittable(name, files))
        )
    }


def _is_archive(name: str, kind: Kind) -> bool:
    return kind is Kind.FILE and name.lower().endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES))


def _sources(entries: Mapping[str, Kind], files: Files) -> list[str]:
    suffixes = tuple(source_suffixes(files))
    return [
        name
        for name, kind in entries.items()
        if kind is Kind.FILE and name.lower().endswith(suffixes)
    ]


def _is_submission_folder(
    tree: Tree, folder: str, entries: Mapping[str, Kind], children: Mapping[str, Kind], files: Files
) -> bool:
    """Tell whether the assignment's own files lie here. Raises _Ambiguous where they lie further
    down too.
    """
    if not files.submitted:
        return bool(_sources(children, files))
    if not _has_expected(tree, folder, entries, files):
        return False
    more = [name for name in children if _holds(tree, folder, name, children[name], files)]
    if len(more) > 1:
        raise _Ambiguous(f"the expected files lie in it and also in {names.listing(more)}")
    return True


def _has_expected(tree: Tree, folder: str, entries: Mapping[str, Kind], files: Files) -> bool:
    for expected in files.submitted:
        *above, name = expected.split("/")
        inside: Mapping[str, Kind] = entries
        for depth, part in enumerate(above):
            is_there = inside.get(part) is Kind.FOLDER
            inside = tree.entries(join(folder, "/".join(above[: depth + 1]))) if is_there else {}
        if any(kind is Kind.FILE and could_be(found, name) for found, kind in inside.items()):
            return True
    return False


def _without_parts(children: Mapping[str, Kind], files: Files) -> dict[str, Kind]:
    """Return the deliveries of a class: no file that is a part of one. Raises Refusal where there
    are files only.
    """
    sources = _sources(children, files)
    if sources and len(sources) == len(children) and _are_parts(sources, files):
        raise Refusal(
            f"holds source files only ({names.listing(sources)}), which are parts of one submission and no class; "
            "name the folder that holds a folder for each submission, or say --as one"
        )
    if len(files.submitted) == 1:
        return dict(children)
    parts = {
        name for name in sources if any(could_be(name, expected) for expected in files.submitted)
    }
    return {name: kind for name, kind in children.items() if name not in parts}


def _decide(tree: Tree, folder: str, children: Mapping[str, Kind], files: Files) -> None:
    """Return if two or more children are a class. Raises _Ambiguous."""
    sources = _sources(children, files)
    if len(sources) == len(children):
        raise _Ambiguous(
            f"source files lie in it ({names.listing(sources)}), none with an expected name"
        )
    holding: list[str] = []
    for name, kind in children.items():
        if len(holding) < 2 and _holds(tree, folder, name, kind, files):
            holding.append(name)
    if len(holding) == 1:
        raise _Ambiguous(f"of all that is in it only {names.listing(holding)} holds expected files")


def _holds(tree: Tree, folder: str, name: str, kind: Kind, files: Files) -> bool:
    """Tell whether a child holds an expected file, or is an archive, which may."""
    return _is_archive(name, kind) or (
        kind is Kind.FOLDER and _holds_expected(tree, join(folder, name), files)
    )


def _holds_expected(tree: Tree, folder: str, files: Files, *, own: bool = False) -> bool:
    """Tell whether an expected file is in *folder*; own: directly, not further down."""
    wanted = [name.rpartition("/")[2] for name in files.submitted]
    suffixes = tuple(source_suffixes(files))
    try:
        for member in islice(tree.members(folder), LIMITS.entries):
            parts = member.name.split("/")
            if (
                member.kind is not Kind.FILE
                or (own and len(parts) > 1)
                or names.litter_in(member.name)
            ):
                continue
            if (
                any(could_be(parts[-1], name) for name in wanted)
                if wanted
                else parts[-1].lower().endswith(suffixes)
            ):
                return True
    except Refusal:  # reported when it is read
        pass
    return False


# From drafts to deliveries.


def _plain(tree: Tree, folder: str, children: Mapping[str, Kind], files: Files) -> Iterator[Draft]:
    """Make a delivery of every child, called what it is called."""
    alone = _sources(children, files) if len(files.submitted) != 1 else []
    around = (folder or os.path.basename(os.path.abspath(tree.path))).rpartition("/")[2]
    for name in sorted(children):
        kind = children[name]
        label = name if kind is Kind.FOLDER else stem(name)
        yield Draft(
            wishes=(
                label,
                name,
                f"{around}/{name}",
                f"{os.path.abspath(tree.path)}/{join(folder, name)}",
            ),
            label=label,
            source=Unreadable("is a link; put the files themselves there")
            if kind is Kind.LINK
            else Entry(tree, join(folder, name)),
            flags=("a single file, in no folder: whose is it?",) if name in alone else (),
        )


def _notes(
    tree: Tree, folder: str, entries: Mapping[str, Kind], used: Iterable[str]
) -> tuple[str, ...]:
    used = set(used)
    notes = []
    others = [name for name in entries if name not in used and not names.is_litter(name)]
    if others:
        notes.append(f"not taken for submissions: {names.listing(others)}")
    outside = tree.outside if isinstance(tree, ZipTree) else []
    if outside:
        notes.append(
            f"left out, because the name points outside the archive: {names.listing(outside)}"
        )
    return tuple(notes)


def _delivery(draft: Draft, name: str) -> Delivery:
    return Delivery(
        name=name,
        label=draft.label,
        source=draft.source,
        people=draft.people,
        submitted_at=draft.submitted_at,
        late=draft.late,
        flags=draft.flags,
    )


def _named(drafts: Sequence[Draft]) -> list[Delivery]:
    """Give every draft a name of its own: the best of its wishes that no other shares, whatever
    case and order.
    """
    drafts = sorted(drafts, key=lambda draft: draft.wishes)
    wish = [0] * len(drafts)
    while True:
        wished = [names.file_name(_wish(draft, at)) for draft, at in zip(drafts, wish, strict=True)]
        holders: dict[str, list[int]] = {}
        for place, name in enumerate(wished):
            holders.setdefault(names.folded(name), []).append(place)  # one folder to some disks
        shared = [places for places in holders.values() if len(places) > 1]
        if not shared:
            break
        for places in shared:
            for order, place in enumerate(places):
                last = wish[place] >= len(drafts[place].wishes) - 1
                wish[place] += order if last else 1
    found = [_delivery(draft, name) for draft, name in zip(drafts, wished, strict=True)]
    return sorted(found, key=lambda delivery: delivery.name)


def _wish(draft: Draft, at: int) -> str:
    """Return a draft's wish; after the last one it is numbered."""
    last = len(draft.wishes) - 1
    return draft.wishes[at] if at <= last else f"{draft.wishes[last]}#{at - last + 1}"


def newest(handed_in: Sequence[_Handed]) -> _Handed | None:
    """Return the latest of one person's deliveries by the platform's record; None where it does not
    tell.
    """
    if len(handed_in) == 1:
        return handed_in[0]
    times = [one.submitted_at for one in handed_in if one.submitted_at is not None]
    if not times or len(times) < len(handed_in) or times.count(max(times)) > 1:
        return None
    return next(one for one in handed_in if one.submitted_at == max(times))


def _without_older(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Draft]]:
    """Part what is to be graded from what everybody in it has replaced; flag where the record does
    not tell.
    """
    by_person: dict[tuple[str, ...], list[int]] = {}
    for place, draft in enumerate(drafts):
        for key in {
            tuple(map(names.folded, person.ids or (person.name,))) for person in draft.people
        }:
            by_person.setdefault(key, []).append(place)
    counts = [not draft.people for draft in drafts]
    flags: list[dict[str, None]] = [{} for _ in drafts]
    for own in by_person.values():
        latest = newest([drafts[place] for place in own])
        for place in own:
            counts[place] |= latest is None or latest is drafts[place]
            if latest is None:
                others = names.listing(drafts[other].wishes[-1] for other in own if other != place)
                why = f"the same person also handed in {others}, and the platform does not tell which is newer"
                flags[place][why] = None
    kept = [
        replace(draft, flags=(*draft.flags, *why))
        for draft, why, count in zip(drafts, flags, counts, strict=True)
        if count
    ]
    return kept, [draft for draft, count in zip(drafts, counts, strict=True) if not count]


def _with_namesakes(deliveries: Sequence[Delivery]) -> Iterator[Delivery]:
    """Flag those that bear one label, such as a folder and the zip it came from, where no platform
    knows better.
    """
    alike: dict[str, list[Delivery]] = {}
    for delivery in deliveries:
        if not delivery.people:
            alike.setdefault(names.folded(delivery.label), []).append(delivery)
    for delivery in deliveries:
        same = alike.get(names.folded(delivery.label), []) if not delivery.people else []
        others = [other.name for other in same if other is not delivery]
        if not others:
            yield delivery
        else:
            flag = f"another submission bears the same name: {names.listing(others)}"
            yield replace(delivery, flags=(*delivery.flags, flag))
