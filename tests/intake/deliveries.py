"""Small deliveries for the tests of intake: the same tree as a folder, a zip or a tar."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graders.harness.intake import LIMITS, IntakeLimits, Submission, read_submission
from graders.harness.reports.sentences import note_text


@dataclass(frozen=True)
class Files:
    """The fields of a manifest that intake uses."""

    submitted: tuple[str, ...] = ("block.py", "goal.py")
    course: tuple[str, ...] = ("settings.py",)


@dataclass(frozen=True)
class Handout:
    """An assignment with the fields that intake uses."""

    files: Files = Files()


HANDOUT = Handout()
BLOCK = b"class Block:\n    pass\n"
GOAL = b"class Goal:\n    pass\n"
TREE: Mapping[str, bytes] = {"block.py": BLOCK, "goal.py": GOAL}
"""A submission with the expected files and nothing else."""


def read(path: Path, limits: IntakeLimits = LIMITS) -> Submission:
    """Read *path* as a submission to HANDOUT."""
    return read_submission(path, HANDOUT, limits=limits)


def as_folder(path: Path, tree: Mapping[str, bytes]) -> Path:
    """Write *tree* as a folder."""
    path.mkdir(parents=True, exist_ok=True)
    for name, content in tree.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return path


def as_zip(
    path: Path, entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]], method: int = 8
) -> Path:
    """Write these entries, in this order, as a zip. A name may be anything, and may occur twice."""
    pairs = entries.items() if isinstance(entries, Mapping) else entries
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in pairs:
            archive.writestr(zip_entry(name, method=method), content)
    return path


def zip_entry(name: str, mode: int = stat.S_IFREG | 0o644, method: int = 8) -> zipfile.ZipInfo:
    """Return an entry with this name, unchecked, and this Unix mode."""
    info = zipfile.ZipInfo("x")
    info.filename = info.orig_filename = name
    info.external_attr = mode << 16
    info.compress_type = method
    return info


def as_tar(
    path: Path,
    entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]],
    packing: str = "",
    format: int = tarfile.PAX_FORMAT,
) -> Path:
    """Write these entries, in this order, as a tar; packing is "", "gz", "bz2" or "xz"."""
    pairs = entries.items() if isinstance(entries, Mapping) else entries
    with tarfile.open(path, f"w:{packing}", format=format) as archive:
        for name, content in pairs:
            add(archive, name, content)
    return path


def add(
    archive: tarfile.TarFile,
    name: str,
    content: bytes = b"",
    kind: bytes = tarfile.REGTYPE,
    to: str = "",
) -> None:
    """Add one member of any kind to an open tar."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, to, len(content)
    archive.addfile(info, io.BytesIO(content))


PACKERS = {
    "folder": lambda folder, tree: as_folder(folder / "alice", tree),
    "zip": lambda folder, tree: as_zip(folder / "alice.zip", tree),
    "tar": lambda folder, tree: as_tar(folder / "alice.tar", tree),
    "tar.gz": lambda folder, tree: as_tar(folder / "alice.tar.gz", tree, "gz"),
    "tar.bz2": lambda folder, tree: as_tar(folder / "alice.tar.bz2", tree, "bz2"),
    "tar.xz": lambda folder, tree: as_tar(folder / "alice.tar.xz", tree, "xz"),
}
"""Way of delivery -> function that writes a tree that way under a folder, named "alice"."""


def told(submission: Submission) -> tuple[str, ...]:
    """Return the sentences of the notes."""
    return tuple(map(note_text, submission.notes))
