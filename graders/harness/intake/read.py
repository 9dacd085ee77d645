"""The way from a path to a submission."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from graders.harness.intake import archives, names
from graders.harness.intake.folder import Folder, is_link, open_file
from graders.harness.intake.harvest import ARCHIVE_SUFFIXES, Harvest, Kind, Member, Refusal
from graders.harness.intake.limits import LIMITS, Limits
from graders.harness.intake.select import select
from graders.harness.intake.submission import (
    Files,
    HasFiles,
    IntakeError,
    Submission,
    source_suffixes,
)


def read_submission(
    path: Path, assignment: HasFiles, *, limits: Limits = LIMITS, shown: str | None = None
) -> Submission:
    """Read the folder, zip, tar (plain, gz, bz2, xz) or single source file at *path*.

    shown: what an error calls it, if not its whole path (who reads of it in a class need not know
    our folders). A file that is missing is no error: the notes say so, and the checks that need it
    get the verdict `missing`. Raises IntakeError, one line, when there is nothing to grade, when it
    cannot be read, when a limit is reached, or when it holds several versions of the expected
    files.
    """
    try:
        harvest = _harvest(path, assignment.files, limits)
        return _submission(_display_name(path), harvest, assignment.files)
    except Refusal as refusal:
        raise IntakeError(
            f"{names.display(str(path) if shown is None else shown, 200)}: {refusal}"
        ) from None


def read_submission_from_files(
    paths: Sequence[Path], assignment: HasFiles, *, name: str | None = None, limits: Limits = LIMITS
) -> Submission:
    """Read several source files as one submission, each under its own base name, named for the
    first one's folder.

    Raises IntakeError as `read_submission` does, also for an archive among them and for two files
    of one name.
    """
    if not paths:
        raise IntakeError("no file is named; name the files of one submission")
    harvest = Harvest(source_suffixes(assignment.files), limits)
    seen: set[str] = set()
    for path in paths:
        try:
            if path.name in seen:
                raise Refusal("another file of this name is already given")
            seen.add(path.name)
            if stat.S_ISDIR(_status(path).st_mode):
                raise Refusal("is a folder; name it alone, or name files only")
            harvest.gather([_single(path)])
            if harvest.archives:
                raise Refusal("is an archive; name it alone, or name files only")
        except Refusal as refusal:
            raise IntakeError(f"{names.display(str(path), 200)}: {refusal}") from None
    folder = Path(os.path.abspath(paths[0])).parent
    shown = names.display(name if name is not None else folder.name) or "submission"
    try:
        return _submission(shown, harvest, assignment.files)
    except Refusal as refusal:
        raise IntakeError(f"{names.display(str(folder), 200)}: {refusal}") from None


def submission_from_bytes(
    name: str, files: Mapping[str, bytes], assignment: HasFiles, *, limits: Limits = LIMITS
) -> Submission:
    """Return what a folder with these files would be read as (exemplars, mutants, tests). Raises
    IntakeError.
    """
    try:
        harvest = Harvest(source_suffixes(assignment.files), limits)
        harvest.gather(Member(path, Kind.FILE, BytesIO(files[path]).read) for path in sorted(files))
        return _submission(names.display(name) or "submission", harvest, assignment.files)
    except Refusal as refusal:
        raise IntakeError(f"{names.display(name)}: {refusal}") from None


def submission_from_members(
    name: str,
    members: Iterable[Member],
    assignment: HasFiles,
    *,
    open_archive: Callable[[str], BinaryIO],
    limits: Limits = LIMITS,
) -> Submission:
    """Return the submission that these entries are, wherever they lie.

    open_archive: opens one of them by its name, for when an archive is all there is. Raises
    IntakeError.
    """
    try:
        harvest = _gathered(members, open_archive, source_suffixes(assignment.files), limits)
        return _submission(names.display(name) or "submission", harvest, assignment.files)
    except Refusal as refusal:
        raise IntakeError(f"{names.display(name)}: {refusal}") from None


def _gathered(
    members: Iterable[Member],
    open_archive: Callable[[str], BinaryIO],
    suffixes: frozenset[str],
    limits: Limits,
) -> Harvest:
    harvest = Harvest(suffixes, limits)
    harvest.gather(members)
    if harvest.sources or len(harvest.archives) != 1:
        return harvest
    # A platform's folder around the archive that was uploaded.
    with open_archive(harvest.archives[0]) as stream:
        inner = Harvest(suffixes, limits)
        inner.gather(archives.members(stream, limits))
    return inner


def _harvest(path: Path, files: Files, limits: Limits) -> Harvest:
    harvest = Harvest(source_suffixes(files), limits)
    mode = _status(path).st_mode
    if stat.S_ISDIR(mode):
        with Folder(path) as folder:
            return _gathered(folder.members(limits), folder.open, harvest.suffixes, limits)
    if path.name.lower().endswith(tuple(harvest.suffixes)):
        harvest.gather([_single(path)])
    else:
        with open_file(path) as stream:
            harvest.gather(archives.members(stream, limits))
    return harvest


def _submission(name: str, harvest: Harvest, files: Files) -> Submission:
    if not harvest.sources:
        wanted = " or ".join(sorted(harvest.suffixes))
        inside = (
            f", only the archive {names.listing(harvest.archives)}: unpack it"
            if harvest.archives
            else ""
        )
        left_out = harvest.left_out()
        noun = "file" if len(left_out) == 1 else "files"
        instead = f" (ignored {len(left_out)} other {noun})" if left_out else ""
        raise Refusal(f"holds no {wanted} file{inside}{instead}")
    chosen, notes = select(harvest.sources, files)
    return Submission(name, chosen, tuple(harvest.notes() + notes))


def _status(path: Path) -> os.stat_result:
    """Return the status of what staff named. Raises Refusal for a link: what it leads to is named
    instead.
    """
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise Refusal("no such file or folder") from None
    except (OSError, ValueError) as error:
        raise Refusal(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if is_link(status):
        raise Refusal("is a link; name what it leads to")
    if not (stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)):
        raise Refusal("is neither a folder nor an ordinary file")
    return status


def _single(path: Path) -> Member:
    def read(size: int) -> bytes:
        with open_file(path) as stream:
            return stream.read(size)

    return Member(path.name, Kind.FILE, read)


def _display_name(path: Path) -> str:
    """Return the folder's name, or the file's without its suffix, fit for display. The content has
    no say in it.
    """
    name = os.path.basename(os.path.abspath(path))
    return names.display(name if os.path.isdir(path) else stem(name)) or "submission"


def stem(name: str) -> str:
    """Return a file's name without the suffix of an archive ("a.tar.gz" -> "a") or of any other
    kind of file.
    """
    suffix = next((end for end in ARCHIVE_SUFFIXES if name.lower().endswith(end)), None)
    return (name[: -len(suffix)] if suffix else name.rpartition(".")[0]) or name
