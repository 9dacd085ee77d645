"""Finds the folder that holds the expected files, and gives the files the names that the assignment
expects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from posixpath import dirname

from graders.harness.intake import names
from graders.harness.intake.coding import as_utf_8
from graders.harness.intake.harvest import Refusal
from graders.harness.intake.submission import Files
from graders.harness.result import Note, NoteCode

_SUFFIXED = (r" ?\(\d{1,3}\)", r"-\d{1,3}")
"""What browsers ("block (1).py", "block(1).py") and Canvas ("block-1.py") add to a name handed in
again.
"""


@dataclass(frozen=True, slots=True)
class _Match:
    """Which entry stands for an expected file."""

    path: str
    note: Note | None


class _Tree:
    """The source files by folder, so that a folder's names are found without a search."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self.sources = sources
        self.by_folder: dict[str, list[str]] = {}
        for path in sorted(sources):
            self.by_folder.setdefault(dirname(path), []).append(path)

    def roots(self) -> list[str]:
        """Return every folder that holds a source file at any depth, the top one ("") included,
        shallow first.
        """
        found = {""}
        for folder in self.by_folder:
            while folder not in found:
                found.add(folder)
                folder = dirname(folder)
        return sorted(found, key=lambda folder: (_depth(folder), folder))

    def match(self, root: str, expected: str, all_expected: Iterable[str]) -> _Match | list[str]:
        """Return what stands for *expected* below *root*, or the candidates among which nobody
        could choose.
        """
        wanted = _join(root, expected)
        if wanted in self.sources:
            return _Match(wanted, None)
        taken = {_join(root, name) for name in all_expected}
        siblings = [path for path in self.by_folder.get(dirname(wanted), []) if path not in taken]
        suffixed = _suffixed(wanted)
        for candidates in (
            [path for path in siblings if names.folded(path) == names.folded(wanted)],
            [path for path in siblings if suffixed.fullmatch(names.folded(path))],
        ):
            if len({self.sources[path] for path in candidates}) == 1:
                shown = names.display(_below(root, candidates[0]))
                note = Note(NoteCode.TAKEN_FOR, {"name": shown, "file": expected})
                return _Match(candidates[0], note)
            if candidates:
                return candidates
        return []


def could_be(path: str, expected: str) -> bool:
    """Tell whether a file of this name may be taken for the expected one: but for case or a suffix,
    it is that name.
    """
    folded = names.folded(path)
    return folded == names.folded(expected) or _suffixed(expected).fullmatch(folded) is not None


def _suffixed(expected: str) -> re.Pattern[str]:
    stem, dot, suffix = names.folded(expected).rpartition(".")
    return re.compile(f"{re.escape(stem)}(?:{'|'.join(_SUFFIXED)}){re.escape(dot + suffix)}")


def select(sources: Mapping[str, bytes], files: Files) -> tuple[dict[str, bytes], list[Note]]:
    """Return the submission's files and what to tell staff. Raises Refusal when nobody could tell
    which to grade.
    """
    tree = _Tree(sources)
    root = _root(tree, files.submitted)
    kept = {_below(root, path): data for path, data in sources.items() if _is_below(root, path)}
    notes: list[Note] = []
    if root:
        notes.append(Note(NoteCode.FOLDER_CHOSEN, {"folder": names.display(root)}))
    outside = [path for path in sources if not _is_below(root, path)]
    if outside:
        notes.append(Note(NoteCode.OTHER_FOLDERS, names.few(outside)))
    kept, renaming = _rename(tree, root, kept, files)
    kept, dropping = _drop(kept, files)
    chosen = dict(sorted(kept.items()))
    notes += renaming + dropping
    for name in files.submitted:
        if name not in chosen:
            values = {"file": name, "similar": similar(name, chosen, files)}
            notes.append(Note(NoteCode.FILE_MISSING, values))
    for path, data in chosen.items():
        chosen[path], note = as_utf_8(path, data)
        notes += [note] if note else []
    return chosen, notes


def similar(missing: str, present: Iterable[str], files: Files) -> str:
    """Return the one unexpected file with a name like that of the *missing* one, or ""."""
    stem, _, suffix = names.folded(missing).rpartition(".")
    expected = {names.folded(name) for name in (*files.submitted, *files.course)}
    stems = {
        names.folded(path).rpartition(".")[0]: path
        for path in present
        if names.folded(path) not in expected and names.folded(path).endswith(f".{suffix}")
    }
    holding = [other for other in stems if stem in other]
    likely = holding or get_close_matches(stem, stems, n=1, cutoff=0.75)
    return names.display(stems[likely[0]]) if len(likely) == 1 else ""


def _root(tree: _Tree, submitted: tuple[str, ...]) -> str:
    """Return the folder to grade: the one with most expected files, the shallowest of several.

    Where another folder that is no deeper holds a different version of one of them (a backup, the
    starter, an older try), no rule of ours knows which one the student meant: that is a Refusal,
    never a guess.
    """
    found = {root: _versions(tree, root, submitted) for root in tree.roots()}
    if not any(found.values()):
        return "" if submitted else _shallowest(tree)
    best = min(
        (root for root in found if found[root]),
        key=lambda root: (-len(found[root]), _depth(root), root),
    )
    for root, versions in found.items():
        if _depth(root) <= _depth(best) and any(
            found[best].get(name, data) != data for name, data in versions.items()
        ):
            first, second = sorted([best or ".", root or "."])
            raise Refusal(
                f"holds different versions of the expected files in '{names.display(first)}' and "
                f"'{names.display(second)}'; leave only the one to grade"
            )
    return best


def _versions(tree: _Tree, root: str, submitted: tuple[str, ...]) -> dict[str, bytes]:
    matches = ((name, tree.match(root, name, submitted)) for name in submitted)
    return {name: tree.sources[match.path] for name, match in matches if isinstance(match, _Match)}


def _shallowest(tree: _Tree) -> str:
    """Return the folder to grade where the handout leaves the names free: the shallowest with
    source files in it.
    """

    def rank(folder: str) -> tuple[int, int]:
        return _depth(folder), -len(tree.by_folder[folder])

    first, *others = sorted(tree.by_folder, key=rank)
    if others and rank(others[0]) == rank(first):
        folders = names.listing(tree.by_folder)
        raise Refusal(
            f"holds source files in several folders ({folders}); leave only the one to grade"
        )
    return first


def _rename(
    tree: _Tree, root: str, kept: Mapping[str, bytes], files: Files
) -> tuple[dict[str, bytes], list[Note]]:
    """Give the files that stand for an expected one its name."""
    renamed, notes = dict(kept), list[Note]()
    for name in files.submitted:
        match = tree.match(root, name, files.submitted)
        if isinstance(match, list):
            if match:
                candidates = names.few(_below(root, path) for path in match)
                notes.append(Note(NoteCode.AMBIGUOUS, {"file": name, **candidates}))
        elif match.note:
            renamed[name] = renamed.pop(_below(root, match.path), tree.sources[match.path])
            notes.append(match.note)
    if len(files.submitted) == 1 and len(renamed) == 1 and files.submitted[0] not in renamed:
        (other,) = renamed
        if names.folded(other) not in {names.folded(name) for name in files.course}:
            values = {"name": names.display(other), "file": files.submitted[0]}
            notes.append(Note(NoteCode.ONLY_FILE, values))
            renamed = {files.submitted[0]: renamed[other]}
    return renamed, notes


def _drop(kept: Mapping[str, bytes], files: Files) -> tuple[dict[str, bytes], list[Note]]:
    """Leave out the course's own files, names that are not safe, and names that some disks take for
    another.
    """
    course = {names.folded(name) for name in files.course}
    packages = {name.rpartition(".")[0] for name in course if "/" not in name}
    chosen: dict[str, bytes] = {}
    taken: set[str] = set()
    folders: set[str] = set()
    ours, unsafe, twins = [], [], []
    for path in sorted(kept, key=lambda path: (path not in files.submitted, path)):
        folded = names.folded(path)
        if folded in course or ("/" in folded and folded.split("/")[0] in packages):
            ours.append(path)
        elif not names.is_safe(path):
            unsafe.append(path)
        elif folded in taken or folded in folders or not taken.isdisjoint(_above(folded)):
            twins.append(path)
        else:
            taken.add(folded)
            folders.update(_above(folded))
            chosen[path] = kept[path]
    dropped = {
        NoteCode.COURSE_FILES: ours,
        NoteCode.UNSAFE_NAMES: unsafe,
        NoteCode.TWIN_NAMES: twins,
    }
    return chosen, [Note(code, names.few(paths)) for code, paths in dropped.items() if paths]


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _join(root: str, name: str) -> str:
    return f"{root}/{name}" if root else name


def _is_below(root: str, path: str) -> bool:
    return not root or path.startswith(root + "/")


def _below(root: str, path: str) -> str:
    return path[len(root) + 1 :] if root else path


def _above(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts))]
