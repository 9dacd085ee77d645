"""The way from a path to a submission."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from graders.harness.intake import archives, names
from graders.harness.intake.folder import Folder, is_link, open_file
from graders.harness.intake.harvest import (
    ARCHIVE_SUFFIXES,
    Harvest,
    Kind,
    Member,
    Refusal,
)
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
    path: Path,
    assignment: HasFiles,
    *,
    limits: Limits = LIMITS,
    shown: str | None = None,
) -> Submission:
    """Read the folder, zip, tar (plain, gz, bz2, xz) or single source file at *path*.

    shown: what an error calls it, if not its whole path (who reads of it in a class need not know
    our folders). A file that is missing is no error: the notes say so, and the checks that need it
    get the verdict `missing`. Raises IntakeError, one line, when there is nothing to grade, when it
    cannot be read, when a limit is reached, or when it holds several versions of the expected
    files.
    """
    with refusals_of(names.display(shown or str(path), 200)):
        harvest = _harvest(path, assignment.files, limits)
        return _submission(_name(path), harvest, assignment.files)


@contextmanager
def refusals_of(shown: str) -> Iterator[None]:
    """Turn a Refusal into an IntakeError that begins with *shown*, fit for display."""
    try:
        yield
    except Refusal as refusal:
        raise IntakeError(f"{shown}: {refusal}") from None


def read_submission_from_files(
    paths: Sequence[Path],
    assignment: HasFiles,
    *,
    name: str | None = None,
    limits: Limits = LIMITS,
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
        with refusals_of(names.display(str(path), 200)):
            if path.name in seen:
                raise Refusal("another file of this name is already given")
            seen.add(path.name)
            if stat.S_ISDIR(_status(path).st_mode):
                raise Refusal("is a folder; name it alone, or name files only")
            harvest.gather([_single(path)])
            if harvest.archives:
                raise Refusal("is an archive; name it alone, or name files only")
    folder = Path(os.path.abspath(paths[0])).parent
    with refusals_of(names.display(str(folder), 200)):
        return _submission(
            folder.name if name is None else name, harvest, assignment.files
        )


def submission_from_bytes(
    name: str,
    files: Mapping[str, bytes],
    assignment: HasFiles,
    *,
    limits: Limits = LIMITS,
) -> Submission:
    """Return what a folder with these files would be read as (exemplars, mutants, tests). Raises
    IntakeError.
    """
    with refusals_of(names.display(name)):
        harvest = Harvest(source_suffixes(assignment.files), limits)
        harvest.gather(
            Member(path, Kind.FILE, BytesIO(files[path]).read) for path in sorted(files)
        )
        return _submission(name, harvest, assignment.files)


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
    with refusals_of(names.display(name)):
        harvest = _gathered(
            members, open_archive, source_suffixes(assignment.files), limits
        )
        return _submission(name, harvest, assignment.files)


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
            return _gathered(
                folder.members(limits), folder.open, harvest.suffixes, limits
            )
    if path.name.lower().endswith(tuple(harvest.suffixes)):
        harvest.gather([_single(path)])
    else:
        with open_file(path) as stream:
            harvest.gather(archives.members(stream, limits))
    return harvest


def _submission(name: str, harvest: Harvest, files: Files) -> Submission:
    if not harvest.sources:
        raise _no_sources(harvest)
    chosen, notes = select(harvest.sources, files)
    shown = names.display(name) or "submission"
    return Submission(shown, chosen, tuple(harvest.notes() + notes))


def _no_sources(harvest: Harvest) -> Refusal:
    problem = f"holds no {' or '.join(sorted(harvest.suffixes))} file"
    if harvest.archives:
        problem += f", only the archive {names.listing(harvest.archives)}: unpack it"
    left_out = len(harvest.left_out())
    if left_out:
        noun = "file" if left_out == 1 else "files"
        problem += f" (ignored {left_out} other {noun})"
    return Refusal(problem)


def _status(path: Path) -> os.stat_result:
    """Return the status of what staff named. Raises Refusal for a link: what it leads to is named
    instead.
    """
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise Refusal("no such file or folder") from None
    except (OSError, ValueError) as error:
        raise Refusal(
            f"cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from None
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


def _name(path: Path) -> str:
    """Return the folder's name, or the file's without its suffix. The content has no say in it."""
    name = os.path.basename(os.path.abspath(path))
    return name if os.path.isdir(path) else stem(name)


def stem(name: str) -> str:
    """Return a file's name without the suffix of an archive ("a.tar.gz" -> "a") or of any other
    kind of file.
    """
    lower = name.lower()
    suffixes = filter(lower.endswith, ARCHIVE_SUFFIXES)
    suffix = next(suffixes, None)
    bare = name[: -len(suffix)] if suffix else name.rpartition(".")[0]
    return bare or name
