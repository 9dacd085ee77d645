"""Students check their own work: the public checks, as a plain process, with a friendly report.

``grader check ASSIGNMENT`` uses it in this repository; ``python check.py`` of a student's bundle
starts it as ``python -m graders.harness.handout.selfcheck``, where the reference is not: its
answers come from the recording in the bundle.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from graders.harness.assignment.manifest import (
    ROOT,
    Assignment,
    assignment_ids,
    load_assignment,
    without_style,
)
from graders.harness.content import write_file
from graders.harness.errors import DONE, NOT_GRADABLE, NOT_PASSED, STOPPED, GraderError
from graders.harness.grading.grader import Graded, Grader
from graders.harness.grading.program import GraderBroken, open_backend
from graders.harness.grading.replaying import Replayed, failed_check
from graders.harness.grading.replaying import replay as run_again
from graders.harness.handout import checkup as checkup_report
from graders.harness.handout.checkup import Checkup
from graders.harness.handout.memory import Memory
from graders.harness.handout.unwritten import unwritten, written
from graders.harness.intake import Submission, read_submission
from graders.harness.progress import Live
from graders.harness.replay.recording import Recording, chosen, from_bytes
from graders.harness.reports import folder, replayed
from graders.harness.reports.audience import Audience, View, view
from graders.harness.reports.html.page import page
from graders.harness.reports.look import Look
from graders.harness.reports.platforms import markdown
from graders.harness.result import NoteCode, Result, Status, Verdict, to_json
from graders.harness.sandbox import interpreters
from graders.harness.sandbox.interface import Backend, SandboxRefused
from graders.harness.style.linter import open_linter

HOME = ROOT.parent
"""In a bundle, the folder that holds check.py and the student's files."""

PAGE = "report.html"
"""Where a bundle leaves the report as a web page, beside the student's files."""

WATCH_SECONDS = 0.5
"""How often is looked whether a file has changed."""

RECORDING = "recording.json"
"""Beside the manifest of a bundle: examples, and the reference's answers to them."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a student wants to see."""

    only: tuple[str, ...] = ()
    """Ids, beginnings of ids or patterns of the checks to run; none for all."""
    failed: bool = False
    """Whether only what failed the last time is to be run."""
    watch: bool = False
    style: bool = True
    all_checks: bool = False
    as_json: bool = False
    html: Path | None = None
    page: Path | None = None
    """Where the page is left if that is possible; unlike *html*, nobody has asked for it."""
    summary: Path | None = None
    """Where to add the report in Markdown, for the page of a job."""
    out: Path | None = None
    replay: str = ""
    """A check to run again on the example that it fails on, instead of a report."""

    @classmethod
    def of(cls, args: argparse.Namespace, **more: Any) -> Wishes:
        """Return what was typed, by whichever grammar, and *more*, which only one of them has."""
        return cls(
            only=tuple(args.only or ()),
            failed=args.failed,
            watch=args.watch,
            style=not args.no_style,
            all_checks=args.all,
            as_json=args.json,
            html=args.html,
            **more,
        )


def check(assignment: Assignment, path: Path, wishes: Wishes) -> int:
    """Run the public checks on the files at *path* and report; return the exit status. Raises
    GraderError.

    Who watches is told again whenever a file has changed, until they stop it.
    """
    if not wishes.watch:
        return _check(assignment, path, wishes)
    while True:
        before = _state(path)
        try:
            _check(assignment, path, wishes)
        except GraderError as error:
            print(f"check: {error}", file=sys.stderr)
        print(
            "\nwaiting for a file to be saved (Ctrl+C ends it)",
            file=sys.stderr,
            flush=True,
        )
        while _state(path) == before:
            time.sleep(WATCH_SECONDS)


def _state(path: Path) -> dict[Path, int]:
    """Return when the sources at *path* were changed last."""
    files = [*path.glob("*.py"), *path.glob("*.java")] if path.is_dir() else [path]
    changed = {}
    for file in files:
        try:
            changed[file] = file.stat().st_mtime_ns
        except OSError:  # an editor puts another in its place
            changed[file] = 0
    return changed


def _check(assignment: Assignment, path: Path, wishes: Wishes) -> int:
    if not wishes.style or wishes.replay:
        assignment = without_style(assignment)
    submission = _without_what_is_ours(
        read_submission(path, assignment), assignment, path
    )
    memory = Memory(assignment, path)
    if wishes.failed and memory.is_empty:
        raise GraderError(
            "these files have not been checked before: check them once without --failed"
        )
    if wishes.failed and not memory.failed:
        print("Nothing failed the last time.")
        return DONE
    linter = open_linter(
        assignment,
        choice="plain",
        only=None if wishes.only or wishes.failed else submission.files,
    )
    backend, remark = _backend(assignment)
    with (
        Grader(
            assignment, backend, kept=_recording(assignment), linter=linter
        ) as grader,
        Live(Console(stderr=True)) as live,
    ):
        grader.progress = live
        only = (
            chosen(wishes.only, grader.recorded().checks, public=True)
            if wishes.only
            else None
        )
        if wishes.failed:
            only = memory.failed if only is None else only & memory.failed
        if wishes.replay:
            only = frozenset([wishes.replay])
        graded = grader.grade(submission, only_public=True, only=only)
        again = (
            _again(grader, submission, graded.result, wishes.replay)
            if wishes.replay
            else None
        )
    if again is not None:
        palette = Look.of(assignment.manifest).palette
        replayed.render(
            again, console=Console(), palette=palette, everything=wishes.all_checks
        )
        return DONE if again.outcome.verdict is Verdict.PASSED else NOT_PASSED
    result = graded.result
    look = Look.of(assignment.manifest)
    seen = view(result, Audience.STUDENT, look.disclosure)
    checkup = Checkup(
        unwritten=unwritten(assignment, submission.files, result.checks),
        written=written(assignment, submission.files),
        news=memory.news(result.checks),
        chosen=only is not None,
    )
    _write(seen, graded, look, submission, wishes, checkup)
    for told in filter(None, (remark, linter.lacking if linter is not None else "")):
        print(f"check: {told}", file=sys.stderr)
    if result.status is not Status.GRADED:
        return NOT_GRADABLE
    return NOT_PASSED if _failed(result) else DONE


def _again(
    grader: Grader, submission: Submission, result: Result, name: str
) -> Replayed:
    """Run a failed check of *result* again, on the example that it shows. Raises GraderError."""
    check = failed_check(result, name)
    return run_again(grader, submission, check.id, check.example)


def _backend(assignment: Assignment) -> tuple[Backend, str]:
    """Return where the student's programs run, and what is to be said about it. Raises
    SandboxRefused.

    Where the Python that marks are given with is not to be had, one's own has to do.
    """
    try:
        return open_backend(assignment, choice="plain"), ""
    except SandboxRefused:
        own = interpreters.identify(sys.executable)
        if own is None or assignment.manifest.java is not None:
            raise
        wanted = assignment.manifest.python.removeprefix(">=")
        remark = (
            f"your work is marked with Python {wanted}, which was not found here: it ran "
            "with Python"
            f" {own.release[0]}.{own.release[1]}. To be sure, install Python {wanted} and "
            "check again"
        )
        return open_backend(assignment, choice="plain", python=own.path), remark


def _failed(result: Result) -> bool:
    return any(
        check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN)
        for check in result.checks
    )


def _write(
    seen: View,
    graded: Graded,
    look: Look,
    submission: Submission,
    wishes: Wishes,
    checkup: Checkup,
) -> None:
    if wishes.out:
        folder.write(
            wishes.out,
            graded.result,
            graded.log,
            look,
            Audience.STUDENT,
            sources=submission.files,
        )
    if wishes.html:
        write_file(wishes.html, page(seen, look.title, look.palette, submission.files))
    if wishes.summary:
        try:
            with wishes.summary.open("ab") as stream:
                stream.write(markdown.document(seen, look))
        except OSError as error:
            raise GraderError(
                f"cannot write {wishes.summary}: {error.strerror}"
            ) from None
    if wishes.as_json:
        sys.stdout.buffer.write(to_json(seen.result))
    else:
        whole = graded.result.max_marks
        checkup_report.render(
            seen,
            checkup,
            look,
            console=Console(),
            all_checks=wishes.all_checks,
            whole=whole,
        )
    if wishes.page:
        try:
            write_file(
                wishes.page, page(seen, look.title, look.palette, submission.files)
            )
        except GraderError as error:
            print(f"check: the web page could not be written: {error}", file=sys.stderr)
        else:
            print(
                f"With pictures, as a web page: {_near(wishes.page)}", file=sys.stderr
            )


def _near(page: Path) -> Path:
    here = Path.cwd()
    return page.relative_to(here) if page.is_relative_to(here) else page


def _recording(assignment: Assignment) -> Recording | None:
    """Return the recording of a bundle; None where the reference is at hand."""
    if assignment.reference.is_dir():
        return None
    try:
        return from_bytes((assignment.grader / RECORDING).read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        raise GraderBroken(
            f"{RECORDING} of {assignment.id} cannot be read ({error}): unpack the bundle again"
        ) from None


def _without_what_is_ours(
    submission: Submission, assignment: Assignment, path: Path
) -> Submission:
    """Leave the note out that course files are not taken, where those beside the student's are as
    they were given.
    """
    for name in assignment.files.course:
        own, students = assignment.course / name, path / name
        if (
            own.is_file()
            and students.is_file()
            and own.read_bytes() != students.read_bytes()
        ):
            return submission
    notes = tuple(
        note for note in submission.notes if note.code is not NoteCode.COURSE_FILES
    )
    return replace(submission, notes=notes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="check.py",
        description=(
            "Runs the public checks on your files and says what went wrong, and what comes next."
        ),
        epilog=(
            "exit status: 0 every public check passed, 1 one did not, 2 bad usage, 3 the "
            "checks themselves failed"
        ),
    )
    parser.add_argument(
        "path",
        metavar="PATH",
        type=Path,
        nargs="?",
        default=HOME,
        help="your files (default: those beside check.py)",
    )
    parser.add_argument(
        "--only", metavar="PART", action="append",
        help=(
            "only these checks: an id, the beginning of one (block), or a pattern "
            "('*.swap-*'); may be given again"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--failed",
        action="store_true",
        help="only the checks that failed the last time",
    )
    parser.add_argument(
        "--watch", action="store_true", help="check again whenever a file is saved"
    )
    parser.add_argument(
        "--replay",
        metavar="ID",
        default="",
        help="run this check again and show all that was typed or called in it",
    )
    parser.add_argument(
        "--all", action="store_true",
        help="show every failure at length, and list what passed; with --replay, show every call",
    )  # fmt: skip
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help=f"where to write the web page (default: {PAGE} beside check.py)",
    )
    parser.add_argument(
        "--summary",
        metavar="FILE",
        type=Path,
        help="add the report to this file, in Markdown",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document and nothing else"
    )
    parser.add_argument(
        "--no-style",
        action="store_true",
        help="leave out remarks on how the code is written",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a student's files against the only assignment that is here; return the exit status."""
    args = _parser().parse_args(arguments)
    leave = None if args.html or args.json or args.replay else HOME / PAGE
    wishes = Wishes.of(args, page=leave, summary=args.summary, replay=args.replay)
    try:
        (only,) = assignment_ids(ROOT)
        return check(load_assignment(only, ROOT), args.path, wishes)
    except KeyboardInterrupt:
        print("check: stopped", file=sys.stderr)
        return STOPPED
    except GraderError as error:
        print(f"check: {error}", file=sys.stderr)
        return error.status


if __name__ == "__main__":
    sys.exit(main())
