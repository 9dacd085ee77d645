"""Sources of a class's results: everything that staff edit and results depend on.

`class.json` (see `class_file`) has their digests. `refuse_outdated` compares them with the files as
they are now, so that nobody passes on results in which a decision, a tutor's mark or a student is
missing.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import (
    Manifest,
    ManifestError,
    load_assignment,
)
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.changing import STATE, Draft, unchanged
from graders.harness.course.pages.class_file import ClassState, NamedFile
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.reports.console import how_many, listed

MARKS = "assignment.toml"
WEIGHTS = f"{decisions_file.FILE}: weights"
"""A part of that file, by which it is known whether verdicts have to be marked again."""
POLICY, DEADLINE = f"{MARKS}: late", f"{MARKS}: deadline"
DECIDED = (decisions_file.FILE,)
"""The source that tutors edit."""
MARKED = (*DECIDED, MARKS, POLICY)
"""Sources that marking again brings in. A grading has these, and all others."""
ANSWERS = f"{decisions_file.FILE}: answers"
"""Answers to a grading's questions."""
TUTORING = (*DECIDED, ANSWERS)
"""Sources with which a desk and a sheet work on: they bring in the first, the next grading has the
second.
"""
ALL = (*MARKED, DEADLINE, ANSWERS)
SHOWN = {
    ANSWERS: f"an answer in {decisions_file.FILE}",
    MARKS: "the marks in assignment.toml",
    POLICY: "the late policy in assignment.toml",
    DEADLINE: "the deadline in assignment.toml",
}


def stamp(folder: Path) -> object:
    """Return a value that is another after every change of the class in *folder*."""
    try:
        status = (folder / STATE).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino


def read(folder: Path, but: Collection[str] = ()) -> tuple[class_folder.GradebookEntry, ...]:
    """Read the class in *folder* and its results. Raises GraderError unless it is a graded class,
    and if a source of the results changed since; see `refuse_outdated`.
    """
    with unchanged(folder):
        refuse_outdated(folder, but)
        return class_folder.entries_of(folder)


def read_within(draft: Draft, but: Collection[str] = ()) -> tuple[class_folder.GradebookEntry, ...]:
    """Return as `read` does the class that *draft* changes, whose lock is held."""
    refuse_outdated(draft.before, but)
    return class_folder.entries_of(draft.before)


def refuse_outdated(folder: Path, but: Collection[str] = ()) -> None:
    """Raise GraderError, which names the remedy, if *folder* has no class, or one without results
    yet, or if a source changed after they were made.

    but: sources that may have changed, because the caller does not read results for them.
    """
    state = class_file.read(folder)
    path = display(str(folder), 200)
    again = f": `{state.command}`" if state.command else ""
    if not state.finished:
        submissions = how_many(state.submissions, "submission")
        left = state.submissions - state.graded
        missing = f"{left} of {submissions} not graded yet" if left else "no gradebook yet"
        raise GraderError(
            f"{path} is not finished: {missing}; run the command that graded it again{again}"
        )
    changed = [source for source in outdated(folder, state) if source not in but]
    if not changed:
        return
    what = listed([SHOWN.get(source, source) for source in changed])
    remedy = f"run the command that graded it again{again}"
    if {*changed} <= {*MARKED}:
        command = f"decide {shlex.quote(str(folder))}"
        remedy = (
            f"`grader {display(command, 300)}` brings the results up to date, and so does the "
            f"command that graded it{again}"
        )
    raise GraderError(f"{path}: {what} changed after the results were made; {remedy}")


def is_outdated(folder: Path) -> bool:
    """Return whether a source changed after the results in *folder* were made. Raises
    GraderError.
    """
    return bool(outdated(folder, class_file.read(folder)))


def waits_for_grading(folder: Path) -> bool:
    """Return whether the decisions have an answer that only the next grading brings into results.
    Raises GraderError.
    """
    made_with = class_file.read(folder).made_with
    now = of_decisions(decisions_file.content(folder), folder)[ANSWERS]
    return made_with.get(ANSWERS, now) != now


def outdated(folder: Path, state: ClassState) -> list[str]:
    """Return the sources that changed since *state*: names, and options with their files. Raises
    GraderError if one cannot be read.
    """
    try:
        manifest = load_assignment(state.assignment).manifest
    except ManifestError:
        manifest = None
    now = digests(folder, manifest)
    changed = [
        source
        for source, then in state.made_with.items()
        if now.get(source, then) != then and source != WEIGHTS
    ]
    for option, file in state.named.items():
        path = Path(file.path)
        if path.exists() and digest([_content(path)]) != file.digest:
            changed.append(f"{display(path.name)} ({option})")
    return changed


def named_file(path: Path) -> NamedFile:
    """Return the file *path* of the command line. Raises GraderError if it cannot be read."""
    resolved = str(path.resolve()).encode("utf-8", "replace").decode()
    return NamedFile(resolved, digest([_content(path)]))


def digests(folder: Path, manifest: Manifest | None = None) -> dict[str, str]:
    """Return the digests of the sources of the class in *folder*: those in its assignment's
    manifest only with a *manifest*. Raises GraderError if one cannot be read.
    """
    found = of_decisions(decisions_file.content(folder), folder)
    if manifest is None:
        return found
    late, deadline = manifest.late, ("", "")
    if late is not None:
        deadline = (late.deadline, late.zone)
        late = msgspec.structs.replace(late, deadline="", zone="")
    marks = (manifest.tasks, manifest.manual, manifest.deductions)
    parts = {MARKS: marks, POLICY: late, DEADLINE: deadline}
    return found | {source: digest([msgspec.json.encode(part)]) for source, part in parts.items()}


def of_decisions(data: bytes, folder: Path) -> dict[str, str]:
    """Return the digests of *data* as the decisions of the class in *folder*. Raises GraderError
    for a mistake in it.

    Comments and open questions are no part of them.
    """
    file = decisions_file.parsed(data, decisions_file.label(folder))
    decided = msgspec.structs.replace(file, who=(), groups=None, file=file.file_decisions)
    answers = sorted(about for about in file.answers.items() if about[1])
    parts = {decisions_file.FILE: decided, WEIGHTS: file.weights, ANSWERS: answers}
    return {source: of_part(part) for source, part in parts.items()}


def of_part(part: object) -> str:
    """Return the digest of a part of the decisions."""
    return digest([msgspec.json.encode(part, order="sorted")])


def digest(contents: Iterable[bytes]) -> str:
    """Return the digest of files with these contents."""
    whole = hashlib.blake2b(digest_size=16)
    for content in contents:
        whole.update(b"%d:%b" % (len(content), content))
    return whole.hexdigest()


def _content(path: Path) -> bytes:
    """Return the content of a file; b"" if there is none. Raises GraderError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise GraderError(f"{display(str(path), 200)}: {error.strerror}") from None
