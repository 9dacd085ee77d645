"""Decides whether a path is one submission or a class, and lists the class.

Names alone decide, in this order. "Children" are folders, archives and source files, without
by-products of tools.

1. A source file or a tar is one submission. (A tar of a class has to be unpacked, because it does
   not allow random access.)
2. A folder or zip that directly holds an expected file, ignoring case and numbers in its name, is
   one submission. If the handout does not name files, any source file counts. If two or more of
   its folders or archives hold expected files as well, it is ambiguous.
3. A platform's download is a class (`platforms` recognises its shapes).
4. A single child that is a folder is entered, and all rules apply to it. Any other single child
   is one submission.
5. Two or more children, including folders or archives, are a class, unless exactly one holds
   expected files, or all have names of parts of a program (``src``, ``lib``). Then they may be
   parts of one submission, and the path is ambiguous. (An archive counts as holding expected files,
   because nothing is unpacked.)
6. Source files alone, none with an expected name, are ambiguous.

The course's files are no submission. Files alone are a class only if the handout expects one file,
and staff get a note. Otherwise each would be a student with most files missing. A source file
beside folders is a delivery with a flag, or no delivery if its name is expected.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from posixpath import basename, join

from graders.harness.intake import archives, names
from graders.harness.intake.class_trees import (
    CLASS_LIMITS,
    FolderTree,
    Tree,
    ZipTree,
    of_kind,
)
from graders.harness.intake.collector import ARCHIVE_SUFFIXES, Kind, Refusal
from graders.harness.intake.delivery import FileSource
from graders.harness.intake.folder import is_link, open_file
from graders.harness.intake.limits import LIMITS
from graders.harness.intake.platforms import (
    OTHER_ARCHIVES,
    UnnamedSubmission,
    is_submittable,
    recognise,
)
from graders.harness.intake.read import stem
from graders.harness.intake.select import are_parts_of_one, could_be
from graders.harness.intake.sources import TreeEntry, Unreadable
from graders.harness.intake.submission import (
    ExpectedFiles,
    IntakeError,
    source_suffixes,
)


@dataclass(frozen=True, slots=True)
class ClassListing:
    """The submissions of a class, without names."""

    drafts: tuple[UnnamedSubmission, ...]
    notes: tuple[str, ...]
    """Remarks for staff on ignored entries."""
    platform: str = ""
    """The platform that made it, if one did, and how it was recognised."""
    is_guess: bool = False
    """Whether only the content of an archive or of a folder within the path makes it a class; a
    student may have made that.
    """


class _AmbiguousError(Refusal):
    """The path may be one submission or a class."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"may be one submission or a class: {reason}; "
            "say which with --as one or --as class, or name every submission by itself"
        )


def class_at(
    path: Path, files: ExpectedFiles, *, forced: bool, lenient: bool
) -> ClassListing | None:
    """Return the class at *path*, or None if it is one submission. Raises IntakeError.

    forced: it is a class, by an option;
    lenient: an ambiguous path, or one that cannot be listed, is one submission.
    """
    try:
        return _forced_class(path, files) if forced else _class_or_submission(path, files)
    except Refusal as refusal:
        if lenient:
            return None
        raise IntakeError(f"{names.display(str(path), 200)}: {refusal}") from None


def are_parts(sources: Sequence[str], files: ExpectedFiles) -> bool:
    """Return whether source files in one folder are parts of one submission.

    They are if the handout expects several files, or does not name them. If it expects one file,
    a file of exactly that name and others beside it, helpers, are one submission.
    """
    if len(files.submitted) != 1:
        return True
    (expected,) = files.submitted
    return expected in sources and not all(could_be(name, expected) for name in sources)


def _tree(path: Path, files: ExpectedFiles) -> Tree:
    """Return a view of a folder or zip. Raises Refusal for anything else."""
    if is_link(os.lstat(path)):
        raise Refusal("is a link; name its target")
    if os.path.isdir(path):
        return FolderTree(path)
    with open_file(path) as stream:
        kind = archives.format_of(stream)
    if kind != "zip" or path.name.lower().endswith(tuple(source_suffixes(files))):
        raise Refusal(
            "is not a class: a class is a folder or a zip; unpack a tar and name the folder"
        )
    return ZipTree(path)


def _class_or_submission(path: Path, files: ExpectedFiles) -> ClassListing | None:
    """Return the class at *path*, or None for one submission. Raises Refusal."""
    try:
        top = _Folder(_tree(path, files), "", files)
    except (Refusal, OSError):  # reported when the submission is read
        return None
    for folder in top.with_only_folders():
        if folder.is_submission():
            return None
        listing = folder.platform_listing()
        if listing:
            return _guessed(folder, listing)
    if len(folder.children) < 2:
        return None
    folder.refuse_ambiguous()
    return _guessed(folder, folder.listing())


def _guessed(folder: _Folder, listing: ClassListing) -> ClassListing:
    """Return *listing* with the fact whether a student may have made all of *folder*."""
    made_by_staff = isinstance(folder.tree, FolderTree) and not folder.path
    return replace(listing, is_guess=not made_by_staff)


def _forced_class(path: Path, files: ExpectedFiles) -> ClassListing:
    """Return the class at *path*, even if it looks like one submission. Raises Refusal."""
    top = _Folder(_tree(path, files), "", files)
    for folder in top.with_only_folders():
        listing = folder.platform_listing()
        if listing:
            return listing
        inner = folder.only_folder()
        if inner and inner.holds_expected_directly():
            break  # a class of one submission
    if not folder.children:
        raise Refusal("holds no submission")
    return _list_sources(folder) if folder.has_sources_only else folder.listing()


def _list_sources(folder: _Folder) -> ClassListing:
    """Return a class in which each source file is a submission. Raises Refusal."""
    sources = names.listing(folder.sources)
    if are_parts(folder.sources, folder.files):
        raise Refusal(
            f"holds source files only ({sources}), which are parts of one "
            "submission and no class; name the folder that holds a folder for each submission, "
            "or say --as one"
        )
    note = f"each of {len(folder.sources)} source files is taken for one submission: {sources}"
    listing = folder.listing()
    return replace(listing, notes=(note, *listing.notes))


@dataclass(frozen=True)
class _Folder:
    """A folder of a tree that may be one submission or a class."""

    tree: Tree
    path: str
    files: ExpectedFiles

    @cached_property
    def entries(self) -> Mapping[str, Kind]:
        """Everything in the folder. Raises Refusal."""
        return self.tree.entries(self.path)

    @cached_property
    def children(self) -> Mapping[str, Kind]:
        """Possible submissions, including links, which are reported and not followed."""
        return {name: kind for name, kind in self.entries.items() if self._may_be_child(name, kind)}

    @cached_property
    def sources(self) -> list[str]:
        """Source files among the children."""
        return [child for child in of_kind(self.children, Kind.FILE) if self._is_source(child)]

    @property
    def has_sources_only(self) -> bool:
        """Whether all children are source files."""
        return len(self.sources) == len(self.children)

    def _may_be_child(self, name: str, kind: Kind) -> bool:
        if kind is Kind.SPECIAL or names.is_litter(name):
            return False
        if kind is not Kind.FILE:
            return True
        return is_submittable(name, self.files) and not could_be(name, *self.files.course)

    def _is_source(self, name: str) -> bool:
        return name.lower().endswith(tuple(source_suffixes(self.files)))

    def inner(self, name: str) -> _Folder:
        """Return a folder in this one."""
        return _Folder(self.tree, join(self.path, name), self.files)

    def only_folder(self) -> _Folder | None:
        """Return the only child if it is a folder."""
        if list(self.children.values()) != [Kind.FOLDER]:
            return None
        return self.inner(*self.children)

    def with_only_folders(self) -> Iterator[_Folder]:
        """Yield this folder, its only child if that is a folder, and so on."""
        folder: _Folder | None = self
        for _ in range(CLASS_LIMITS.depth):
            if folder is None:
                return
            yield folder
            folder = folder.only_folder()

    def is_submission(self) -> bool:
        """Return whether expected files are directly in the folder.

        Raises _AmbiguousError if several children hold expected files, too.
        """
        if not self.files.submitted:
            return bool(self.sources)
        if not any(map(self._has, self.files.submitted)):
            return False
        holding = [child for child in self.children if self._child_holds_expected(child)]
        if len(holding) > 1:
            also = names.listing(holding)
            raise _AmbiguousError(f"expected files are in it and also in {also}")
        return True

    def _has(self, expected: str) -> bool:
        """Return whether there is a file that could be *expected*, a path."""
        above, _, rest = expected.partition("/")
        if not rest:
            return any(could_be(name, expected) for name in of_kind(self.entries, Kind.FILE))
        return self.entries.get(above) is Kind.FOLDER and self.inner(above)._has(rest)

    def refuse_ambiguous(self) -> None:
        """Raise _AmbiguousError unless two or more children are a class."""
        if self.has_sources_only:
            sources = names.listing(self.sources)
            raise _AmbiguousError(f"it holds source files ({sources}), none with an expected name")
        if are_parts_of_one(self.children):
            parts = names.listing(self.children)
            raise _AmbiguousError(f"its folders ({parts}) may be parts of one program")
        holding = (child for child in self.children if self._child_holds_expected(child))
        first_two = list(islice(holding, 2))
        if len(first_two) == 1:
            (only,) = first_two
            raise _AmbiguousError(f"only {names.listing([only])} in it holds expected files")

    def _child_holds_expected(self, name: str) -> bool:
        """Return whether a child holds an expected file, or is an archive, which may."""
        kind = self.children[name]
        if kind is Kind.FILE:
            return name.lower().endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES))
        return kind is Kind.FOLDER and self.inner(name).holds_expected()

    def holds_expected(self) -> bool:
        """Return whether an expected file is anywhere in the folder."""
        try:
            members = islice(self.tree.members(self.path), LIMITS.entries)
            paths = (member.name for member in members if member.kind is Kind.FILE)
            return any(map(self._is_expected, paths))
        except Refusal:  # reported when the folder is read
            return False

    def holds_expected_directly(self) -> bool:
        """Return whether an expected file is directly in the folder."""
        return any(map(self._is_expected, of_kind(self.entries, Kind.FILE)))

    def _is_expected(self, path: str) -> bool:
        if names.litter_in(path):
            return False
        if not self.files.submitted:
            return self._is_source(path)
        return could_be(basename(path), *map(basename, self.files.submitted))

    def platform_listing(self) -> ClassListing | None:
        """Return the class if a platform made the folder. Raises Refusal."""
        recognised = recognise(self.tree, self.path, self.entries, self.files)
        if not recognised:
            return None
        others = self.children.keys() - recognised.used
        flag = "is named unlike the platform's other submissions: whose is it?"
        odd = (replace(draft, flags=(*draft.flags, flag)) for draft in self._drafts(others))
        drafts = (*recognised.drafts, *odd)
        notes = self._notes(self.children.keys() | recognised.used)
        return ClassListing(drafts, notes, platform=recognised.platform)

    def listing(self) -> ClassListing:
        """Return the class of all children, except source files that are parts of a submission."""
        chosen = set(self.children)
        if len(self.files.submitted) != 1:
            chosen -= {name for name in self.sources if could_be(name, *self.files.submitted)}
        return ClassListing(tuple(self._drafts(chosen)), self._notes(chosen))

    def _drafts(self, chosen: Iterable[str]) -> Iterator[UnnamedSubmission]:
        return map(self._draft, sorted(chosen))

    def _draft(self, name: str) -> UnnamedSubmission:
        """Return a submission with the name of this child."""
        whole = os.path.abspath(self.tree.path)
        around = os.path.basename(self.path or whole)
        kind, path = self.children[name], join(self.path, name)
        label = name if kind is Kind.FOLDER else stem(name)
        source: FileSource = TreeEntry(self.tree, path)
        if kind is Kind.LINK:
            source = Unreadable("is a link; replace it by the files")
        flags: tuple[str, ...] = ()
        if name in self.sources and len(self.files.submitted) != 1:
            flags = ("a single file, in no folder: whose is it?",)
        wishes = (label, name, f"{around}/{name}", f"{whole}/{path}")
        return UnnamedSubmission(wishes=wishes, label=label, source=source, flags=flags)

    def _notes(self, used: Collection[str]) -> tuple[str, ...]:
        """Return notes for staff on entries that are not *used*."""
        notes = []
        others = {key for key in self.entries.keys() - used if not names.is_litter(key)}
        if others:
            notes.append(f"not taken for submissions: {names.listing(others)}")
        if self.tree.outside:
            listed = names.listing(self.tree.outside)
            notes.append(f"left out, because the name points outside the archive: {listed}")
        if self.tree.remark:
            notes.append(self.tree.remark)
        return tuple(notes)
