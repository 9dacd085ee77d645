"""Students check their own work: public checks in a plain process, with a friendly report.

``grader check ASSIGNMENT`` uses it in this repository. ``python check.py`` of a student's bundle
starts it as ``python -m graders.harness.handout.selfcheck``; a bundle has no reference, so its
recording supplies the reference's answers.
"""

from __future__ import annotations

import io
import json
import os
import sys
from argparse import SUPPRESS
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import msgspec
from rich.console import Console

from graders.harness.assignment.argument_parser import Grammar
from graders.harness.assignment.manifest import (
    ROOT,
    Assignment,
    assignment_ids,
    load_assignment,
    without_style,
)
from graders.harness.assignment.naming import did_you_mean, first_of
from graders.harness.assignment.python import PYTHON
from graders.harness.content import write_file
from graders.harness.errors import DONE, NOT_GRADABLE, NOT_PASSED, STOPPED, GraderError
from graders.harness.grading import newer
from graders.harness.grading.grader import Graded, Grader
from graders.harness.grading.program import GraderBroken, open_backend
from graders.harness.grading.replaying import Replayed, failed_check
from graders.harness.grading.replaying import replay as run_again
from graders.harness.handout import checkup_report, own_report, repro
from graders.harness.handout.beside_lines import commands_for_github
from graders.harness.handout.checkup import Checkup, costs_marks, sections_of
from graders.harness.handout.checkup_report import CheckupPart
from graders.harness.handout.last_run import LastRun
from graders.harness.handout.to_hand_in import ARCHIVE, ToHandIn, packed, to_hand_in
from graders.harness.handout.unwritten import RECORDING, checkup_of, marking_pythons
from graders.harness.intake import IntakeError, Submission, read_submission
from graders.harness.intake.names import display, listing
from graders.harness.progress import Live
from graders.harness.replay.recording import Recording, chosen, from_bytes
from graders.harness.reports import replayed, result_folder
from graders.harness.reports.audience import Audience, RedactedResult, redact
from graders.harness.reports.console import listed
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import (
    Result,
    Status,
    Verdict,
    not_passed,
    to_json,
)
from graders.harness.sandbox import interpreters
from graders.harness.sandbox.interface import Backend, SandboxRefused
from graders.harness.sandbox.interpreters import release_of
from graders.harness.sandbox.packages import PackagesMissing
from graders.harness.style.linters import kind_of, open_linters

HOME = ROOT.parent
"""In a bundle, the folder of check.py and the student's files."""

PAGE = "report.html"
"""The report as a web page, in a bundle beside the student's files."""

STYLE_FOLLOWS = "check: {} still looks at the code; its remarks follow"

TRY = "A failed check as a program to try: python check.py --repro {}"

NO_LINTER = "{} has not read your code: python check.py --style installs it and runs it"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """A student's options for a check."""

    only: tuple[str, ...] = ()
    """Ids, beginnings of ids or patterns of the checks to run; () for all."""
    failed: bool = False
    """Whether to run only the checks that failed in the last run."""
    style: bool = True
    all_checks: bool = False
    as_json: bool = False
    html: Path | None = None
    page: Path | None = None
    """The page to write if possible; unlike *html*, it was not requested."""
    summary: Path | None = None
    """File to which the report is added in Markdown, for a job's page."""
    out: Path | None = None
    replay: str = ""
    """A check to run again on its failing example, instead of a report."""
    repro: str = ""
    """A check of which to write a program that makes its calls."""
    as_tests: bool = False
    """Whether to print how each check ended, for test_checks.py."""
    hand_in: bool = False
    """Whether to write a zip of the files to hand in, and to check that."""

    @property
    def again(self) -> str:
        """The check to run again; "" for a report."""
        return self.replay or self.repro


def check(assignment: Assignment, path: Path, options: CheckOptions) -> int:
    """Run the public checks on the files at *path* and report; return the exit status. Raises
    GraderError.
    """
    _refuse_unknown(path)
    costs = bool(assignment.manifest.deductions)
    if options.again or not (options.style or costs):
        assignment = without_style(assignment)
    assignment, advice = without_absent_linters(assignment)
    ready = to_hand_in(read_submission(path, assignment), assignment, path)
    ready = packed(ready, assignment, path) if options.hand_in else ready
    submission = ready.submission
    last_run = LastRun(assignment, path)
    if options.failed and last_run.is_empty:
        raise GraderError("these files have not been checked yet: run once without --failed")
    if options.failed and not last_run.failed:
        print("No check failed in the last run.")
        return DONE
    chosen_some = bool(options.only or options.failed)
    linters = open_linters(
        assignment, choice="plain", only=None if chosen_some else submission.files
    )
    backend, remark = _backend(assignment)
    report_style = ReportStyle.of(assignment)
    printed: list[Checkup] = []

    def looked_at(result: Result) -> Checkup:
        return checkup_of(
            assignment,
            ready,
            result,
            last_run.update(result.checks),
            chosen=chosen_some,
        )

    def print_checks(result: Result) -> None:
        """Print the report of the checks; the linters' findings follow.

        All comes at once in a document, and if a deduction for style may change the sum.
        """
        if options.as_json or options.as_tests or costs:
            return
        live.stop()
        printed.append(looked_at(result))
        seen = redact(result, Audience.STUDENT, report_style.disclosure)
        _print(seen, printed[0], report_style, options, CheckupPart.CHECKS)
        sys.stdout.flush()
        if options.all_checks or not printed[0].unwritten:
            names = " and ".join(assignment.manifest.linters)
            print(STYLE_FOLLOWS.format(names), file=sys.stderr, flush=True)

    with (
        Grader(assignment, backend, kept=_recording(assignment), linters=linters) as grader,
        Live(Console(stderr=True)) as live,
    ):
        grader.progress = live
        graded = grader.grade(
            submission,
            only_public=True,
            only=_to_run(grader, options, last_run),
            before_style=print_checks,
        )
        again = _again(grader, submission, graded.result, options.again) if options.again else None
    if again is not None and options.repro:
        return _write_repro(assignment, again, ready, path)
    if again is not None:
        replayed.render(
            again,
            console=Console(),
            painter=report_style.painter,
            everything=options.all_checks,
        )
        return DONE if again.outcome.verdict is Verdict.PASSED else NOT_PASSED
    result = graded.result
    seen = redact(result, Audience.STUDENT, report_style.disclosure)
    checkup = printed[0] if printed else looked_at(result)
    part = CheckupPart.STYLE if printed else CheckupPart.ALL
    _print_in_form(seen, checkup, report_style, options, part)
    _write(seen, graded, report_style, submission, options, checkup)
    if ready.archive:
        print(
            f"{ready.archive} has what was checked: {listed([*submission.files])}", file=sys.stderr
        )
    wrong = sections_of(seen, checkup).wrong
    if wrong and options.page and repro.is_written(assignment):
        print(TRY.format(wrong[0][0].id), file=sys.stderr)
    for note in filter(
        None,
        (
            remark,
            _may_need_newer(assignment, backend, result, submission),
            "" if checkup.unwritten else linters.lacking or advice,
        ),
    ):
        print(f"check: {note}", file=sys.stderr)
    return _status(result)


def _to_run(grader: Grader, options: CheckOptions, last_run: LastRun) -> frozenset[str] | None:
    """Return the ids of the checks to run, or None for all. Raises GraderError for unknown ones."""
    checks = grader.recorded().checks
    if options.again:
        failed = first_of(sorted(last_run.failed))
        see = f"not passed in the last run: {failed}"
        return chosen([options.again], checks, public=True, see=see)
    if not options.only:
        return last_run.failed if options.failed else None
    only = chosen(options.only, checks, public=True)
    return only & last_run.failed if options.failed else only


def _refuse_unknown(path: Path) -> None:
    """Raise GraderError, with the nearest name, if there is nothing at *path*."""
    if path.exists():
        return
    names = (item.name for item in path.parent.glob("*"))
    hint = did_you_mean(path.name, names) or "; --only selects checks"
    raise GraderError(f"{display(str(path), 200)}: no such file or folder{hint}")


def without_absent_linters(assignment: Assignment) -> tuple[Assignment, str]:
    """Return *assignment* without the linters that a bundle's environment lacks, and a remark."""
    is_bundle = not assignment.reference.is_dir()
    plans = assignment.manifest.linters
    kinds = {name: kind_of(name, plan) for name, plan in plans.items()}
    absent = [name for name, kind in kinds.items() if is_bundle and (not kind or kind.lacking())]
    if not absent:
        return assignment, ""
    left = {name: plan for name, plan in plans.items() if name not in absent}
    manifest = msgspec.structs.replace(assignment.manifest, linters=left)
    remark = NO_LINTER.format(" and ".join(absent))
    return msgspec.structs.replace(assignment, manifest=manifest), remark


def _again(grader: Grader, submission: Submission, result: Result, name: str) -> Replayed:
    """Run a failed check of *result* again, on its failing example. Raises GraderError."""
    check = failed_check(result, name)
    return run_again(grader, submission, check.id, check.example)


def _write_repro(assignment: Assignment, again: Replayed, ready: ToHandIn, path: Path) -> int:
    """Write the program of a check beside the files at *path*; return the exit status. Raises
    GraderError.
    """
    started = ready.started or next(iter(ready.submission.files), "")
    text = repro.program(assignment, again, started, ready.submission.files)
    file = (path if path.is_dir() else path.parent) / repro.file_name(assignment, again.check)
    write_file(file, text.encode())
    print(f"wrote {_near(file)}: {repro.command(assignment, file.name)} does what the check does")
    return DONE if again.outcome.verdict is Verdict.PASSED else NOT_PASSED


def _backend(assignment: Assignment) -> tuple[Backend, str]:
    """Return a backend for the student's programs, and a remark. Raises SandboxRefused.

    If the Python used for marking is not installed, the current one is used.
    """
    try:
        backend = open_backend(assignment, choice="plain")
        return backend, _newer_than_marking(assignment, backend)
    except (PackagesMissing, SandboxRefused):
        interpreter = interpreters.identify(sys.executable)
        if interpreter is None or assignment.manifest.written_in is not PYTHON:
            raise
        release = assignment.manifest.marking_python.removeprefix(">=")
        remark = (
            f"your work is marked with Python {release}, which is not installed: the checks used "
            f"Python {interpreter.release[0]}.{interpreter.release[1]}. To be sure, install "
            f"Python {release} and check again"
        )
        return open_backend(assignment, choice="plain", python=interpreter.path), remark


def _newer_than_marking(assignment: Assignment, backend: Backend) -> str:
    """Return a remark if *backend* runs a newer Python than any that marks; else ""."""
    marking, release = marking_pythons(assignment), release_of(backend.interpreter)
    if not marking or _minor(release) <= _minor(marking[-1]):
        return ""
    return (
        f"the machine that made these checks marks with Python {' or '.join(marking)}; yours is"
        f" {release}: code that needs something newer may fail when it is marked"
    )


def _may_need_newer(
    assignment: Assignment, backend: Backend, result: Result, submission: Submission
) -> str:
    """Return a remark if a newer Python, which marks such programs, may take this one; else ""."""
    marking, release = marking_pythons(assignment), release_of(backend.interpreter)
    if not marking or _minor(release) >= _minor(marking[-1]) or not newer.lacking(result.checks):
        return ""
    if newer.cannot_help(result.checks, submission.files):
        return ""
    return (
        f"your program may need a newer Python than {release}: it is marked with Python"
        f" {marking[-1]} if that takes it, so your marks may be better; check with that one to see"
    )


def _minor(release: str) -> int:
    return int(release.partition(".")[2])


def _status(result: Result) -> int:
    if result.status is not Status.GRADED:
        return NOT_GRADABLE
    return NOT_PASSED if not_passed(result.checks) or costs_marks(result) else DONE


def _print_in_form(
    seen: RedactedResult,
    checkup: Checkup,
    report_style: ReportStyle,
    options: CheckOptions,
    part: CheckupPart,
) -> None:
    """Print the result as a document for programs, or a *part* of the report for people."""
    if options.as_json:
        sys.stdout.buffer.write(to_json(seen.result))
    elif options.as_tests:
        print(json.dumps(checkup_report.as_tests(seen, checkup, report_style)))
    else:
        _print(seen, checkup, report_style, options, part)
    sys.stdout.flush()  # before remarks on standard error, also where both are one pipe


def _print(
    seen: RedactedResult,
    checkup: Checkup,
    report_style: ReportStyle,
    options: CheckOptions,
    part: CheckupPart,
    stream: TextIO | None = None,
) -> None:
    """Print the report, or a part of it, on *stream*, by default the standard output."""
    width = None if stream is None else result_folder.WIDTH
    checkup_report.render(
        seen,
        checkup,
        report_style,
        console=Console(file=stream, width=width),
        all_checks=options.all_checks,
        part=part,
    )


def _write(
    seen: RedactedResult,
    graded: Graded,
    report_style: ReportStyle,
    submission: Submission,
    options: CheckOptions,
    checkup: Checkup,
) -> None:
    """Write the files that the student asked for."""

    def html() -> bytes:
        return own_report.page(seen, checkup, report_style, submission.files)

    if options.out:
        folder = result_folder.write(
            options.out,
            graded.result,
            graded.log,
            report_style,
            Audience.STUDENT,
            web=False,
        )
        report = io.StringIO()
        _print(seen, checkup, report_style, options, CheckupPart.ALL, report)
        write_file(folder / result_folder.TEXT, report.getvalue().encode())
        write_file(folder / PAGE, html())
    if options.html:
        write_file(options.html, html())
    if os.environ.get("GITHUB_ACTIONS") == "true" and not options.as_json:
        for line in commands_for_github(seen, checkup):
            print(line, flush=True)
    if options.summary:
        summary = own_report.summary(seen, checkup, report_style)
        try:
            with options.summary.open("ab") as stream:
                stream.write(summary)
        except OSError as error:
            raise GraderError(f"cannot write {options.summary}: {error.strerror}") from None
    if options.page:
        try:
            write_file(options.page, html())
        except GraderError as error:
            print(f"check: the web page was not written: {error}", file=sys.stderr)
        else:
            print(f"Web page, with pictures: {_near(options.page)}", file=sys.stderr)


def _near(page: Path) -> Path:
    here = Path.cwd()
    return page.relative_to(here) if page.is_relative_to(here) else page


def _recording(assignment: Assignment) -> Recording | None:
    """Return the recording of a bundle; None if there is a reference."""
    if assignment.reference.is_dir():
        return None
    try:
        return from_bytes((assignment.grader / RECORDING).read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        raise GraderBroken(
            f"{RECORDING} of {assignment.id} cannot be read ({error}): unpack the bundle again"
        ) from None


def _parser() -> Grammar:
    parser = Grammar(
        prog="check.py",
        description=(
            "Run the public checks on your files; show what went wrong and what to do next."
        ),
        epilog=(
            "exit status: 0 every public check passed and no rule costs marks, 1 otherwise, "
            "2 bad usage, 3 the checks themselves failed"
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
        "--only",
        metavar="PART",
        action="append",
        help=(
            "only these checks: an id, its beginning (block), or a pattern "
            "('*.swap-*'); may be repeated"
        ),
    )
    parser.add_argument(
        "--failed",
        action="store_true",
        help="only the checks that failed in the last run",
    )
    parser.add_argument(
        "--replay",
        metavar="ID",
        default="",
        help="run this check again and show all its input and calls",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="show every failure in full, and list passed checks; with --replay, show every call",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help=f"the web page to write (default: {PAGE} beside check.py)",
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
        "--repro",
        metavar="ID",
        default="",
        help="run this check again and write its calls as a program, to change and to debug",
    )
    parser.add_argument("--tests", action="store_true", help=SUPPRESS)
    parser.add_argument(
        "--hand-in",
        action="store_true",
        help=f"write {ARCHIVE} with the files to hand in, and check exactly that",
    )
    style = parser.add_mutually_exclusive_group()
    style.add_argument(
        "--style",
        action="store_true",
        help="also check with linters, which are installed the first time",
    )
    style.add_argument(
        "--no-style",
        action="store_true",
        help="do not check code style, unless it costs marks",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a student's files against the only assignment here; return the exit status."""
    parser = _parser()
    args, unknown = parser.parse_known_args(arguments)
    parser.refuse_unknown(unknown)
    other = args.html or args.json or args.tests or args.replay or args.repro
    options = CheckOptions(
        only=tuple(args.only or ()),
        failed=args.failed,
        style=not args.no_style,
        all_checks=args.all,
        as_json=args.json,
        html=args.html,
        page=None if other else HOME / PAGE,
        summary=args.summary,
        replay=args.replay,
        repro=args.repro,
        hand_in=args.hand_in,
        as_tests=args.tests,
    )
    if args.hand_in and (args.only or args.failed or args.replay or args.repro):
        parser.error("--hand-in runs all checks, once")
    try:
        (only,) = assignment_ids(ROOT)
        return check(load_assignment(only, ROOT), args.path, options)
    except KeyboardInterrupt:
        print("check: stopped", file=sys.stderr)
        return STOPPED
    except GraderError as error:
        print(f"check: {reason(error)}", file=sys.stderr)
        return error.status


def reason(error: GraderError) -> str:
    """Return why nothing was checked, in the words of a student who can rename files."""
    choices = error.choices if isinstance(error, IntakeError) else {}
    asked = (
        f"{name} is missing: is it {listing(paths, 8)}? Then name it {name}, in this folder."
        for name, paths in choices.items()
    )
    return " ".join(asked) or str(error)


if __name__ == "__main__":
    sys.exit(main())
