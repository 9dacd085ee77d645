"""Decides whether a path is one submission or a class, and lists the class.

It is decided from names alone, in this order; "children" are folders, archives and source files,
without those that tools leave behind:

1. A source file or a tar is one submission. (A tar that holds a class has to be unpacked: it cannot
   be read at random.)
2. A folder or zip that directly holds one of the expected files, whatever the case or number in its
   name, is one submission; where the handout leaves the names free, one that directly holds a
   source file. If two or more of its folders or archives hold expected files as well, it is
   ambiguous.
3. A platform's download is a class (`platforms` recognises its shapes).
4. A single child that is a folder is entered, and all rules apply to it. Any other single child
   is one submission.
5. Two or more children, folders or archives among them: a class, unless exactly one of them holds
   expected files; then the others may be parts of the same submission, and it is ambiguous. (An
   archive counts as holding them; nothing is unpacked to find out.)
6. Source files alone, none with an expected name, are ambiguous.

The course's own files are nobody's submission. Files alone are a class only where the handout
expects one file, and staff get a note of it: elsewhere each would be a student with most files
missing. A source file beside folders is a delivery with a flag, or, if it has an expected name
there, none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from graders.harness.intake import archives, names
from graders.harness.intake.delivery import Entry, Source, Unreadable
from graders.harness.intake.folder import is_link, open_file
from graders.harness.intake.harvest import ARCHIVE_SUFFIXES, Kind, Member, Refusal
from graders.harness.intake.limits import LIMITS
from graders.harness.intake.platforms import OTHER_ARCHIVES, Draft, is_submittable, join, recognise
from graders.harness.intake.read import stem
from graders.harness.intake.select import could_be
from graders.harness.intake.submission import Files, IntakeError, source_suffixes
from graders.harness.intake.trees import CLASS_LIMITS, FolderTree, Tree, ZipTree


@dataclass(frozen=True, slots=True)
class ClassListing:
    """The submissions of a class, without names."""

    drafts: tuple[Draft, ...]
    notes: tuple[str, ...]
    """Entries that were left out, for staff."""


class _AmbiguousError(Exception):
    """The path may be one submission or a class; the message says why."""


def class_at(path: Path, files: Files, *, forced: bool, lenient: bool) -> ClassListing | None:
    """Return the class at *path*, None if it is one submission. Raises IntakeError.

    *forced*: staff say that it is a class. *lenient*: an ambiguous path, or one that cannot be
    listed, is one submission, because others stand beside it.
    """
    try:
        tree = _tree(path, files, forced=forced)
        return _list(tree, files, forced=forced) if tree is not None else None
    except _AmbiguousError as reason:
        if lenient:
            return None
        problem = f"may be one submission or a class: {reason}"
        remedy = "say which with --as one or --as class, or name every submission by itself"
        raise IntakeError(f"{names.display(str(path), 200)}: {problem}; {remedy}") from None
    except Refusal as refusal:
        if lenient and not forced:
            return None
        raise IntakeError(f"{names.display(str(path), 200)}: {refusal}") from None


def are_parts(sources: Sequence[str], files: Files) -> bool:
    """Return whether source files side by side are parts of one submission, or a student each.

    They are parts where the handout expects several files, or leaves the names free. Where it
    expects one file, a file of exactly that name with others beside it is one submission, whose
    author also handed in helpers.
    """
    if len(files.submitted) != 1:
        return True
    (expected,) = files.submitted
    return expected in sources and not all(could_be(name, expected) for name in sources)


def _tree(path: Path, files: Files, *, forced: bool) -> Tree | None:
    """Return a view of a folder or zip, None for one submission. Raises Refusal if *forced*."""
    if is_link(os.lstat(path)):
        if forced:
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
        if forced:
            raise
        return None  # reading the submission reports the error
    if forced:
        raise Refusal(
            "is not a class: a class is a folder or a zip; unpack a tar and name the folder"
        )
    return None


def _list(tree: Tree, files: Files, *, forced: bool) -> ClassListing | None:
    """Return the class in *tree*, None for one submission. Raises Refusal and _AmbiguousError."""
    folder = _Folder(tree, "", files)
    for _ in range(CLASS_LIMITS.depth):
        if not forced and folder.is_submission():
            return None
        recognised = recognise(tree, folder.path, folder.entries, files)
        if recognised:
            rest = folder.children.keys() - recognised.used
            drafts = (*recognised.drafts, *folder.drafts(rest))
            return ClassListing(drafts, folder.notes(folder.children.keys() | recognised.used))
        inner = folder.only_folder()
        if inner is None or (forced and inner.holds_expected(directly=True)):
            break  # a class, or a class of one
        folder = inner
    if len(folder.children) < 2 and not forced:
        return None
    return _list_children(folder, forced=forced)


def _list_children(folder: _Folder, *, forced: bool) -> ClassListing:
    """Return each child of a class's folder. Raises Refusal and _AmbiguousError."""
    if not folder.children:
        raise Refusal("holds no submission")
    sources = folder.sources
    sources_alone = len(sources) == len(folder.children)
    if not forced:
        folder.refuse_ambiguous()
    if sources_alone and are_parts(sources, folder.files):
        raise Refusal(
            f"holds source files only ({names.listing(sources)}), which are parts of one "
            "submission and no class; name the folder that holds a folder for each submission, "
            "or say --as one"
        )
    chosen = folder.children.keys() - folder.parts()
    notes = folder.notes(chosen)
    if sources_alone:
        taken = f"each of {len(sources)} source files is taken for one submission"
        notes = (f"{taken}: {names.listing(sources)}", *notes)
    return ClassListing(tuple(folder.drafts(chosen)), notes)


@dataclass(frozen=True)
class _Folder:
    """A folder of a tree that may be one submission or a class."""

    tree: Tree
    path: str
    files: Files

    @cached_property
    def entries(self) -> Mapping[str, Kind]:
        """Everything in the folder. Raises Refusal."""
        return self.tree.entries(self.path)

    @cached_property
    def children(self) -> Mapping[str, Kind]:
        """Possible submissions. A link may be one: it is reported, not followed."""
        return {name: kind for name, kind in self.entries.items() if self._may_be_one(name, kind)}

    @cached_property
    def sources(self) -> list[str]:
        """Source files among the children."""
        return [name for name, kind in self.children.items() if self._is_source(name, kind)]

    def _may_be_one(self, name: str, kind: Kind) -> bool:
        if names.is_litter(name):
            return False
        if kind is not Kind.FILE:
            return kind in (Kind.FOLDER, Kind.LINK)
        course = [file for file in self.files.course if "/" not in file]
        return not _could_be_any(name, course) and is_submittable(name, self.files)

    def _is_source(self, name: str, kind: Kind) -> bool:
        return kind is Kind.FILE and name.lower().endswith(tuple(source_suffixes(self.files)))

    def inner(self, name: str) -> _Folder:
        """Return a folder in this one."""
        return _Folder(self.tree, join(self.path, name), self.files)

    def only_folder(self) -> _Folder | None:
        """Return the only child if it is a folder."""
        if list(self.children.values()) != [Kind.FOLDER]:
            return None
        return self.inner(*self.children)

    def is_submission(self) -> bool:
        """Return whether the assignment's own files are directly in the folder.

        Raises _AmbiguousError if several children hold such files, too.
        """
        if not self.files.submitted:
            return bool(self.sources)
        if not any(self._has(expected) for expected in self.files.submitted):
            return False
        holding = [name for name in self.children if self._child_holds_expected(name)]
        if len(holding) > 1:
            also = names.listing(holding)
            raise _AmbiguousError(f"the expected files lie in it and also in {also}")
        return True

    def _has(self, expected: str) -> bool:
        """Return whether there is a file that *expected*, a path, may stand for."""
        above, _, rest = expected.partition("/")
        if rest:
            is_there = self.entries.get(above) is Kind.FOLDER
            return is_there and self.inner(above)._has(rest)
        found = (name for name, kind in self.entries.items() if kind is Kind.FILE)
        return any(could_be(name, expected) for name in found)

    def refuse_ambiguous(self) -> None:
        """Raise _AmbiguousError unless two or more children are a class."""
        if len(self.sources) == len(self.children):
            sources = names.listing(self.sources)
            raise _AmbiguousError(f"source files lie in it ({sources}), none with an expected name")
        holding = filter(self._child_holds_expected, self.children)
        first_two = list(islice(holding, 2))
        if len(first_two) == 1:
            (only,) = first_two
            raise _AmbiguousError(
                f"of all that is in it only {names.listing([only])} holds expected files"
            )

    def _child_holds_expected(self, name: str) -> bool:
        """Return whether a child holds an expected file, or is an archive, which may."""
        kind = self.children[name]
        if kind is Kind.FILE:
            return name.lower().endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES))
        return kind is Kind.FOLDER and self.inner(name).holds_expected()

    def holds_expected(self, *, directly: bool = False) -> bool:
        """Return whether an expected file is in the folder; *directly*: not further down."""
        try:
            members = islice(self.tree.members(self.path), LIMITS.entries)
            return any(self._is_expected(member, directly=directly) for member in members)
        except Refusal:  # reported when it is read
            return False

    def _is_expected(self, member: Member, *, directly: bool) -> bool:
        folder, _, name = member.name.rpartition("/")
        if member.kind is not Kind.FILE or (directly and folder) or names.litter_in(member.name):
            return False
        if not self.files.submitted:
            return self._is_source(name, member.kind)
        return _could_be_any(name, [file.rpartition("/")[2] for file in self.files.submitted])

    def parts(self) -> set[str]:
        """Return the source files that are parts of a submission, and none themselves."""
        if len(self.files.submitted) == 1:
            return set()
        return {name for name in self.sources if _could_be_any(name, self.files.submitted)}

    def drafts(self, chosen: Iterable[str]) -> Iterator[Draft]:
        """Yield a submission for each of the *chosen* children, called like the child."""
        whole = os.path.abspath(self.tree.path)
        around = (self.path or os.path.basename(whole)).rpartition("/")[2]
        for name in sorted(chosen):
            kind, path = self.children[name], join(self.path, name)
            label = name if kind is Kind.FOLDER else stem(name)
            source: Source = Entry(self.tree, path)
            if kind is Kind.LINK:
                source = Unreadable("is a link; put the files themselves there")
            flags: tuple[str, ...] = ()
            if name in self.sources and len(self.files.submitted) != 1:
                flags = ("a single file, in no folder: whose is it?",)
            wishes = (label, name, f"{around}/{name}", f"{whole}/{path}")
            yield Draft(wishes=wishes, label=label, source=source, flags=flags)

    def notes(self, used: Iterable[str]) -> tuple[str, ...]:
        """Return notes to staff on entries that are not *used*."""
        used, notes = set(used), []
        others = [name for name in self.entries if name not in used and not names.is_litter(name)]
        if others:
            notes.append(f"not taken for submissions: {names.listing(others)}")
        outside = self.tree.outside if isinstance(self.tree, ZipTree) else []
        if outside:
            listed = names.listing(outside)
            notes.append(f"left out, because the name points outside the archive: {listed}")
        return tuple(notes)


def _could_be_any(name: str, expected: Iterable[str]) -> bool:
    return any(could_be(name, file) for file in expected)
