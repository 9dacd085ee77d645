"""Reading of submissions from paths, bytes and lists of entries."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from posixpath import basename
from typing import BinaryIO

from graders.harness.intake import archives, names
from graders.harness.intake.collector import (
    ARCHIVE_SUFFIXES,
    FileCollector,
    Kind,
    Member,
    Refusal,
    refusals_of,
)
from graders.harness.intake.folder import Folder, is_link, open_file
from graders.harness.intake.limits import LIMITS, IntakeLimits
from graders.harness.intake.select import could_be, select
from graders.harness.intake.submission import (
    ExpectedFiles,
    HasFiles,
    IntakeError,
    Submission,
    source_suffixes,
)


def read_submission(
    path: Path,
    assignment: HasFiles,
    *,
    limits: IntakeLimits = LIMITS,
    display_name: str | None = None,
) -> Submission:
    """Read the folder, zip, tar (plain, gz, bz2, xz) or single source file at *path*.

    display_name: its name in errors, if not the whole path, because readers of a class's results
    need not know staff's folders. A missing file is no error: a note reports it, and the checks
    that need it get the verdict `missing`. Raises IntakeError if there is nothing to grade, if it
    cannot be read, if it exceeds a limit, or if it is doubtful which of its files is an expected
    one.
    """
    with refusals_of(names.display(display_name or str(path), 200)):
        collector = _collect(path, assignment.files, limits)
        return _submission(_name(path), collector, assignment.files)


def read_submission_from_files(
    paths: Sequence[Path],
    assignment: HasFiles,
    *,
    name: str | None = None,
    limits: IntakeLimits = LIMITS,
) -> Submission:
    """Read several source files as one submission, by default with the name of the first file's
    folder. Each file keeps its base name.

    Raises IntakeError like `read_submission`, and also for an archive and for two files of one
    name.
    """
    if not paths:
        raise IntakeError("no file is named; name the files of one submission")
    collector = FileCollector(source_suffixes(assignment.files), limits)
    seen: set[str] = set()
    for path in paths:
        with refusals_of(names.display(str(path), 200)):
            if path.name in seen:
                raise Refusal("another file of this name comes before it; leave one out")
            seen.add(path.name)
            if stat.S_ISDIR(_status(path).st_mode):
                raise Refusal("is a folder; name it alone, or name files only")
            collector.gather([_single(path)])
            if collector.archives:
                raise Refusal("is an archive; name it alone, or name files only")
    folder = Path(os.path.abspath(paths[0])).parent
    with refusals_of(names.display(str(folder), 200)):
        return _submission(folder.name if name is None else name, collector, assignment.files)


def submission_from_bytes(
    name: str,
    files: Mapping[str, bytes],
    assignment: HasFiles,
    *,
    limits: IntakeLimits = LIMITS,
) -> Submission:
    """Return the submission of a folder with these files (exemplars, mutants, tests). Raises
    IntakeError.
    """
    with refusals_of(names.display(name)):
        collector = FileCollector(source_suffixes(assignment.files), limits)
        collector.gather(
            Member(path, Kind.FILE, BytesIO(files[path]).read) for path in sorted(files)
        )
        return _submission(name, collector, assignment.files)


def submission_from_members(
    name: str,
    members: Iterable[Member],
    assignment: HasFiles,
    *,
    open_archive: Callable[[str], BinaryIO],
    limits: IntakeLimits = LIMITS,
) -> Submission:
    """Return the submission that consists of these entries. Raises IntakeError.

    open_archive: opens an entry by its name, if the only content is an archive.
    """
    with refusals_of(names.display(name)):
        collector = _gathered(members, open_archive, source_suffixes(assignment.files), limits)
        return _submission(name, collector, assignment.files)


def _gathered(
    members: Iterable[Member],
    open_archive: Callable[[str], BinaryIO],
    suffixes: frozenset[str],
    limits: IntakeLimits,
) -> FileCollector:
    collector = FileCollector(suffixes, limits)
    collector.gather(members)
    if collector.sources or len(collector.archives) != 1:
        return collector
    # a platform's folder around an uploaded archive
    with open_archive(collector.archives[0]) as stream:
        inner = FileCollector(suffixes, limits)
        inner.gather(archives.members(stream, limits))
    return inner


def _collect(path: Path, files: ExpectedFiles, limits: IntakeLimits) -> FileCollector:
    collector = FileCollector(source_suffixes(files), limits)
    mode = _status(path).st_mode
    if stat.S_ISDIR(mode):
        with Folder(path) as folder:
            return _gathered(folder.members(limits), folder.open, collector.suffixes, limits)
    if path.name.lower().endswith(tuple(collector.suffixes)):
        collector.gather([_single(path)])
    else:
        with open_file(path) as stream:
            collector.gather(archives.members(stream, limits))
    return collector


def _submission(name: str, collector: FileCollector, files: ExpectedFiles) -> Submission:
    for path in collector.large:
        # where names are free, every file may belong to the program
        if not files.submitted or could_be(basename(path), *map(basename, files.submitted)):
            most = collector.limits.file_bytes
            raise Refusal(f"'{names.display(path)}' is larger than {most:,} bytes; leave it out")
    if not collector.sources:
        raise _no_sources(collector)
    chosen, notes = select(collector.sources, files, collector.others)
    display_name = names.display(name) or "submission"
    return Submission(display_name, chosen, tuple(collector.notes() + notes))


def _no_sources(collector: FileCollector) -> Refusal:
    problem = f"holds no {' or '.join(sorted(collector.suffixes))} file"
    if collector.archives:
        problem += f", only the archive {names.listing(collector.archives)}: unpack it"
    if collector.outside:
        problem += f"; paths outside of it are left out: {names.listing(collector.outside)}"
    others = {*collector.left_out()} - {*collector.archives, *collector.outside}
    if others:
        problem += f" (ignored {names.listing(others)})"
    return Refusal(problem)


def _status(path: Path) -> os.stat_result:
    """Return the status of *path*. Raises Refusal unless it is a folder or an ordinary file."""
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise Refusal("no such file or folder") from None
    except (OSError, ValueError) as error:
        raise Refusal(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if is_link(status):
        raise Refusal("is a link; name its target")
    if not (stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)):
        raise Refusal("is neither a folder nor an ordinary file")
    return status


def _single(path: Path) -> Member:
    def read(size: int) -> bytes:
        with open_file(path) as stream:
            return stream.read(size)

    return Member(path.name, Kind.FILE, read)


def _name(path: Path) -> str:
    """Return the name of a folder, or of a file without its suffix, whatever the content."""
    name = os.path.basename(os.path.abspath(path))
    return name if os.path.isdir(path) else stem(name)


def stem(name: str) -> str:
    """Return a file's name without its suffix, which of archives may be double ("a.tar.gz")."""
    lower = name.lower()
    suffixes = (suffix for suffix in ARCHIVE_SUFFIXES if lower.endswith(suffix))
    suffix = next(suffixes, None)
    bare = name[: -len(suffix)] if suffix else name.rpartition(".")[0]
    return bare or name
