"""Selects the folder with the expected files, and gives the files their expected names.

If it is doubtful which file is an expected one, nothing is graded until a person has chosen:
otherwise a file that is there would cost marks like one that is not. `WithChoices` has staff's
choices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import accumulate
from posixpath import basename, dirname, join, normpath

from graders.harness.intake import names
from graders.harness.intake.coding import as_utf_8
from graders.harness.intake.collector import Refusal, notes_on
from graders.harness.intake.grouping import grouped
from graders.harness.intake.imported import imported
from graders.harness.intake.submission import ExpectedFiles, WithChoices
from graders.harness.result import Note, NoteCode

_SUFFIXED = (r" ?\(\d{1,3}\)", r"-\d{1,3}")
"""Suffixes of repeated names, by browsers ("block (1).py", "block(1).py") and Canvas
("block-1.py").
"""

IN_BUNDLES = ("check.py", "test_checks.py")
"""Programs in students' bundles, which are the course's unless a submission imports them."""

PARTS = {"app", "code", "core", "game", "helpers", "include", "lib", "libs", "library", "model"}
PARTS |= {"modules", "source", "sources", "src", "ui", "util", "utilities", "utils", "view"}
"""Names of folders that are parts of a program, and no person's."""

NO_FILE = "none"
"""The choice that no file is an expected one."""


class _Tree:
    """The source files, indexed by folder.

    chosen: expected name -> the path that staff chose for it.
    """

    def __init__(
        self,
        sources: Mapping[str, bytes],
        expected: Sequence[str],
        chosen: Mapping[str, str],
    ) -> None:
        self.sources = sources
        self.expected = expected
        self.chosen = chosen
        self.by_folder = grouped(sorted(sources), key=dirname)

    def roots(self) -> list[str]:
        """Return every folder with a source file at any depth, including the top (""), shallow
        first.
        """
        folders = {""}
        for folder in self.by_folder:
            while folder not in folders:
                folders.add(folder)
                folder = dirname(folder)
        return sorted(folders, key=lambda folder: (_depth(folder), folder))

    def candidates(self, root: str, expected: str) -> list[str]:
        """Return the files below *root* that could be *expected*: the one that staff chose, else
        the file of that name, else those that differ in case, else those with a suffix.
        """
        if expected in self.chosen:
            return [self.chosen[expected]]
        wanted = join(root, expected)
        if wanted in self.sources:
            return [wanted]
        expected_paths = {join(root, name) for name in self.expected}
        siblings = sorted(set(self.by_folder.get(dirname(wanted), ())) - expected_paths)
        by_name = grouped(siblings, key=names.folded)
        if names.folded(wanted) in by_name:
            return by_name[names.folded(wanted)]
        alike = _alike(wanted)
        return [path for path in siblings if alike.fullmatch(names.folded(path))]

    def others(self, root: str, expected: str) -> list[str]:
        """Return the files beside *expected* that differ from it in content and by a suffix of
        their names.
        """
        wanted, alike = join(root, expected), _alike(join(root, expected))
        siblings = self.by_folder.get(dirname(wanted), ())
        return [
            path
            for path in siblings
            if path not in {join(root, name) for name in self.expected}
            and alike.fullmatch(names.folded(path))
            and names.folded(path) != names.folded(wanted)  # left out, and reported
            and self.sources[path] != self.sources[wanted]
        ]

    def match(self, root: str, expected: str) -> str | None:
        """Return the file to use as *expected*, or None if there is none or candidates differ."""
        candidates = self.candidates(root, expected)
        contents = {self.sources[path] for path in candidates}
        return candidates[0] if len(contents) == 1 else None

    def versions(self, root: str) -> dict[str, bytes]:
        """Return the content of each expected file below *root*."""
        paths = {name: self.match(root, name) for name in self.expected}
        return {name: self.sources[path] for name, path in paths.items() if path is not None}


def could_be(path: str, *expected: str) -> bool:
    """Return whether *path* equals an expected name, except for case or a suffix."""
    folded = names.folded(path)
    return any(_alike(name).fullmatch(folded) for name in expected)


def _alike(expected: str) -> re.Pattern[str]:
    stem, dot, suffix = names.folded(expected).rpartition(".")
    return re.compile(f"{re.escape(stem)}(?:{'|'.join(_SUFFIXED)})?{re.escape(dot + suffix)}")


def select(
    sources: Mapping[str, bytes], files: ExpectedFiles, ignored: Iterable[str] = ()
) -> tuple[dict[str, bytes], list[Note]]:
    """Return the submission's files and notes for staff. Raises Refusal if a choice is unclear.

    If names are free, the files that others import are expected. ignored: the paths of files of
    other kinds, one of which may be an expected file with ".txt" behind its name, or as a notebook.
    """
    answers = files.chosen if isinstance(files, WithChoices) else {}
    found = {name: _decided(path, sources) for name, path in answers.items()}
    chosen_paths = {name: path for name, path in found.items() if path}
    settled = {*chosen_paths, *(name for name in answers if answers[name] == NO_FILE)}
    tree = _Tree(sources, files.submitted, chosen_paths)
    root = _root(tree, files.course)
    below = [path for path in sources if path.startswith(join(root, ""))]
    notes = notes_on({NoteCode.OTHER_FOLDERS: sources.keys() - below})
    if root:
        notes.insert(0, Note(NoteCode.FOLDER_CHOSEN, {"folder": names.display(root)}))
    modules = imported((sources[name] for name in below), files.course)
    wanted = files.submitted or modules
    tree = _Tree(sources, wanted, chosen_paths)
    renamed, renaming = _rename(tree, root, below)
    course = {*files.course, *IN_BUNDLES} - {*modules, *files.submitted}
    chosen, dropping = _drop(_rename_only(renamed, files, renaming), files.submitted, course)
    notes += renaming + dropping
    texts = {names.folded(path): names.display(path) for path in ignored}
    doubts: dict[str, list[str]] = {}
    is_lost = chosen.keys().isdisjoint(files.submitted)
    for name in [name for name in wanted if name not in chosen]:
        unread = (f"{name}.txt", f"{name.rpartition('.')[0]}.ipynb")
        folded = (names.folded(join(root, path)) for path in unread)
        text = next((texts[path] for path in folded if path in texts), "")
        alike = similar(name, chosen, files) if name in files.submitted else []
        if text or name in files.submitted:
            only = names.display(alike[0]) if len(alike) == 1 else ""
            notes.append(Note(NoteCode.FILE_MISSING, {"file": name, "similar": text or only}))
        candidates = tree.candidates(root, name)
        if not candidates and (len(alike) > 1 or is_lost):
            others = [*chosen] if len(files.submitted) == 1 else []
            candidates = [join(root, path) for path in alike or others]
        if name not in settled and (name in answers or (candidates and not text)):
            doubts[name] = candidates or [join(root, path) for path in chosen]
    if doubts:
        raise _doubtful(doubts)
    for path, data in chosen.items():
        chosen[path], note = as_utf_8(path, data)
        if note is not None:
            notes.append(note)
    return chosen, notes


def _decided(path: str, sources: Iterable[str]) -> str:
    """Return which of *sources* staff mean by *path*: that one, or the only one that ends so; "" if
    there is none.
    """
    alike = [source for source in sources if f"/{source}".endswith(f"/{path}")]
    return path if path in alike else "".join(alike) if len(alike) == 1 else ""


def _doubtful(choices: Mapping[str, Sequence[str]]) -> Refusal:
    doubts = (
        f"{expected}, which could be {names.listing(paths, 8)}"
        for expected, paths in choices.items()
    )
    return Refusal(f"has no {'; and no '.join(doubts)}: give the file to grade its name", choices)


def similar(missing: str, present: Iterable[str], files: ExpectedFiles) -> list[str]:
    """Return the unexpected files with names similar to the *missing* one: all that contain it, or
    else the most similar one.
    """
    stem, _, suffix = names.folded(missing).rpartition(".")
    expected = {names.folded(file) for file in (*files.submitted, *files.course)}
    by_stem: dict[str, str] = {}
    for path in present:
        folded = names.folded(path)
        if folded not in expected and folded.endswith(f".{suffix}"):
            by_stem[folded.rpartition(".")[0]] = path
    holding = [other for other in by_stem if stem in other]
    likely = holding or get_close_matches(stem, by_stem, n=1, cutoff=0.75)
    return [by_stem[stem] for stem in likely]


def _root(tree: _Tree, course: Iterable[str]) -> str:
    """Return the folder to grade: the one with most expected files, the shallowest of several.

    Raises Refusal if another folder that is no deeper holds a different version of an expected file
    (a backup, the starter, an older attempt), because no rule tells which one the student meant.
    """
    for expected, path in tree.chosen.items():
        return dirname(path).removesuffix(dirname(expected)).rstrip("/")
    if not tree.expected:
        return _shallowest(tree, course)
    versions = {root: tree.versions(root) for root in tree.roots()}
    best = min(versions, key=lambda root: (-len(versions[root]), _depth(root), root))
    for root, contents in versions.items():
        kept = versions[best]
        different = [name for name in contents if contents[name] != kept.get(name, contents[name])]
        if _depth(root) <= _depth(best) and different:
            first, second = sorted(map(normpath, (best, root)))  # "." for the top
            name = different[0]
            raise Refusal(
                f"holds different versions of the expected files in '{names.display(first)}' and "
                f"'{names.display(second)}'; leave only the one to grade",
                {name: [tree.candidates(folder, name)[0] for folder in (best, root)]},
            )
    return best


def _shallowest(tree: _Tree, course: Iterable[str]) -> str:
    """Return the folder to grade if the handout does not name files: the shallowest with source
    files that are not the *course*'s, if there are any.
    """
    given = {names.folded(file) for file in course}
    own = (path for path in tree.sources if names.folded(basename(path)) not in given)
    by_folder = grouped(sorted(own), key=dirname) or tree.by_folder

    def rank(folder: str) -> tuple[int, int]:
        return _depth(folder), -len(by_folder[folder])

    first, *others = sorted(by_folder, key=rank)
    beside = [folder for folder in others if _depth(folder) == _depth(first)]
    if beside and (
        rank(beside[0]) == rank(first) or are_parts_of_one(map(basename, [first, *beside]))
    ):
        folders = names.listing(by_folder)
        raise Refusal(
            f"holds source files in several folders ({folders}); leave only the one to grade"
        )
    return first


def are_parts_of_one(folders: Iterable[str]) -> bool:
    """Return whether all these names of folders are those of parts of a program."""
    return {names.folded(folder) for folder in folders} <= PARTS


def _rename(tree: _Tree, root: str, below: Iterable[str]) -> tuple[dict[str, bytes], list[Note]]:
    """Return the files *below* the root, with expected names where they match."""
    prefix = join(root, "")
    renamed = {path.removeprefix(prefix): tree.sources[path] for path in below}
    notes = []
    for expected in tree.expected:
        path = tree.match(root, expected)
        candidates = [other.removeprefix(prefix) for other in tree.candidates(root, expected)]
        if path is not None and candidates[0] != expected:
            renamed[expected] = renamed.pop(candidates[0], tree.sources[path])
            values = {"name": names.display(candidates[0]), "file": expected}
            notes.append(Note(NoteCode.TAKEN_FOR, values))
        elif path is not None and (others := tree.others(root, expected)):
            names_there = [other.removeprefix(prefix) for other in others]
            values = {"file": expected, **names.few(names_there)}
            notes.append(Note(NoteCode.OTHER_VERSIONS, values))
    return renamed, notes


def _rename_only(
    sources: dict[str, bytes], files: ExpectedFiles, notes: list[Note]
) -> dict[str, bytes]:
    """Return *sources*; an only file gets the name of the only expected file, with a note."""
    if not len(sources) == len(files.submitted) == 1:
        return sources
    (expected,), (path,) = files.submitted, sources
    if path == expected or names.folded(path) in map(names.folded, files.course):
        return sources
    notes.append(Note(NoteCode.ONLY_FILE, {"name": names.display(path), "file": expected}))
    return {expected: sources[path]}


def _drop(
    sources: Mapping[str, bytes], submitted: Sequence[str], course: Iterable[str]
) -> tuple[dict[str, bytes], list[Note]]:
    """Drop the *course*'s files, unsafe names, and names that some disk takes for another.

    Returns the remaining files, sorted, and notes.
    """
    of_course = {names.folded(file) for file in course}
    packages = {name.rpartition(".")[0] + "/" for name in of_course if "/" not in name}
    chosen: dict[str, bytes] = {}
    taken: set[str] = set()
    taken_with_folders: set[str] = set()
    dropped: dict[NoteCode, list[str]] = {
        NoteCode.COURSE_FILES: [],
        NoteCode.UNSAFE_NAMES: [],
        NoteCode.TWIN_NAMES: [],
    }
    for path in sorted(sources, key=lambda path: (path not in submitted, path)):
        folded = names.folded(path)
        if folded in of_course or folded.startswith(tuple(packages)):
            dropped[NoteCode.COURSE_FILES].append(path)
        elif not names.is_safe(path):
            dropped[NoteCode.UNSAFE_NAMES].append(path)
        elif folded in taken_with_folders or not taken.isdisjoint(_with_folders(folded)):
            dropped[NoteCode.TWIN_NAMES].append(path)
        else:
            taken.add(folded)
            taken_with_folders.update(_with_folders(folded))
            chosen[path] = sources[path]
    return dict(sorted(chosen.items())), notes_on(dropped)


def _depth(folder: str) -> int:
    return folder.count("/") + bool(folder)


def _with_folders(path: str) -> Iterator[str]:
    """Return the folders above *path*, outermost first, and *path* itself."""
    return accumulate(path.split("/"), "{}/{}".format)
