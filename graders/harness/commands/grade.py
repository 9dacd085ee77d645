"""``grader grade``: grades one submission, or a class."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

from graders.harness.assignment.manifest import Assignment
from graders.harness.commands.grammar import (
    CORES,
    All,
    AsJson,
    Jobs,
    NamedAssignment,
    Only,
    Out,
    ReadAs,
    Typed,
    arg,
    late,
    positive,
    settings_of,
    words,
)
from graders.harness.errors import DONE, NOT_GRADABLE, STOPPED, GraderError
from graders.harness.intake.bulk import Reading
from graders.harness.intake.names import display, listing
from graders.harness.result import Status, from_json, to_json

WIDTH = 96
"""Columns of the help."""
LONGEST_COMMAND = 2000
"""Characters of the command line that a class keeps."""
FOR_A_CLASS = ("dask", "roster", "dry_run", "deadline", "zone")
FOR_ONE = ("json", "all_", "only", "days_late")
"""Options that are refused for the other."""

if TYPE_CHECKING:
    from graders.harness.course.run.class_plan import Plan
    from graders.harness.course.run.finishing import Finishing
    from graders.harness.grading.deadline import Deadline
    from graders.harness.intake.bulk import Deliveries
    from graders.harness.intake.delivery import SubmissionSource
    from graders.harness.processes.jobs import Settings


def _downloads() -> str:
    """Return the downloads that PATH may be."""
    from graders.harness.intake.platforms import platforms

    titles = ", ".join(platform.title for platform in platforms())
    downloads = fill(f"bulk download ({titles})", WIDTH, break_on_hyphens=False)
    return f", or a platform's\n{downloads}" if titles else ""


@dataclass(frozen=True)
class GradeArguments:
    """The arguments and options of ``grader grade``."""

    assignment: NamedAssignment
    paths: Annotated[Sequence[Path], arg("a submission, or a class", "PATH")]
    typed: Typed
    _: KW_ONLY
    json: AsJson = False
    out: Out = None
    all_: All = False
    only: Only = ()
    as_: ReadAs = "auto"
    jobs: Jobs = CORES
    dask: Annotated[str, arg("grade on the workers of this Dask scheduler", "ADDRESS")] = ""
    roster: Annotated[Path | None, arg("the class list: names, ids and groups", "CSV")] = None
    dry_run: Annotated[
        bool,
        arg(
            "for a class: show who handed in what, who is missing and what is left to grade; "
            "grade nothing"
        ),
    ] = False
    days_late: Annotated[
        int,
        arg(
            "apply the late policy for N days (for a class, the roster has the days late)",
            "N",
            type=positive,
        ),
    ] = 0
    deadline: Annotated[
        str,
        arg(
            "for a class with a roster: count days late from the platform's own times; a date, a "
            "time and a zone, such as '2026-10-02 23:59 America/Toronto'",
            "TIME",
        ),
    ] = ""
    zone: Annotated[
        str,
        arg("the zone of the platform's times if these name none, such as America/Toronto", "ZONE"),
    ] = ""
    no_html: Annotated[bool, arg("write no web pages below --out")] = False
    fresh: Annotated[
        bool,
        arg("ignore stored results and grade everything again (a single submission always is)"),
    ] = False
    sandbox: Annotated[
        str, arg("auto (default), box, bubblewrap, plain, or a level such as B", "CHOICE")
    ] = "auto"
    python: Annotated[Path | None, arg("run submissions under this interpreter", "FILE")] = None


@late(downloads=_downloads)
def grade(args: GradeArguments) -> int:
    """Grade a submission, or a whole class, in the sandbox (course staff).

    Grades with all checks, in the strongest sandbox this machine offers.

    PATH is a submission (a folder, a zip or tar archive, or a single file, as a platform delivers
    it), or a class: a folder or zip with a folder or archive for each submission{downloads}.
    Several paths are also a class.

    For a class, --out receives a folder for each submission (result.json, reports, run.log),
    gradebook.csv and staff-index.html; without --out, it is ./results-ASSIGNMENT. It may not be
    inside the folder of the submissions. Submissions that this exact grader graded before are not
    graded again, so an interrupted run can be resumed by running the command again.

    examples:
      grader grade csc148_2020_blocky ada.zip                       one submission
      grader grade csc148_2020_blocky submissions/ --roster class.csv --out marks/
      grader grade csc148_2020_blocky submissions/ --roster class.csv --out marks/ --dry-run
                                                                    who is missing, what is left
      grader grade csc148_2020_blocky submissions.zip --jobs 8

    levels, strongest first: A+ A B C E (see `grader doctor`). Without --sandbox the strongest is
    used, and levels weaker than C are refused; the environment variable GRADER_MINIMUM_LEVEL can
    demand more. For code you trust you may choose a weaker level, for example --sandbox plain.
    """
    from graders.harness.course.pages import class_file, refusals
    from graders.harness.intake.bulk import find_deliveries

    # of several paths, each may be a folder that a student has filled
    if len(args.paths) == 1:
        refusals.refuse_results(args.paths)
    last = class_file.last(_out(args))
    deliveries = find_deliveries(
        args.paths,
        args.assignment,
        Reading(args.as_),
        last.names if last else {},
    )
    _refuse_options(args, deliveries)
    if deliveries.single is None:
        return _grade_class(args, deliveries)
    return _grade_one(args, deliveries.single)


def _refuse_options(args: GradeArguments, deliveries: Deliveries) -> None:
    """Raise GraderError for an option that has no meaning for one submission, or for a class."""
    path = display(str(args.paths[0]), 200)
    single = f"is for a class; {path} is one submission (see --as)"
    several = "is for one submission; a class's results are below --out, each in a folder"
    refused, why = (FOR_ONE, several) if deliveries.single is None else (FOR_A_CLASS, single)
    for option in refused:
        if getattr(args, option):
            raise GraderError(f"--{words(option)} {why}")
    if args.roster and deliveries.guess:
        raise GraderError(
            f"{display(str(deliveries.guess), 200)} may be one student's submission: only its "
            "content makes it a class, and says whose work it is. If it is a class, say "
            "--as class; --roster is for classes only"
        )


def _out(args: GradeArguments) -> Path:
    """Return the folder of a class's results."""
    return args.out or Path(f"results-{args.assignment.id}")


def _note(remark: str) -> None:
    """Print *remark*, if any, to standard error."""
    if remark:
        print(f"grader: {remark}", file=sys.stderr)


def _settings(args: GradeArguments) -> Settings:
    """Return how submissions are graded."""
    return settings_of(args.assignment, args.sandbox, args.python, linters=True)


def _grade_one(args: GradeArguments, delivery: SubmissionSource) -> int:
    """Grade one submission and report it to staff; return the exit status."""
    from rich.console import Console

    from graders.harness.course.marks import decisions
    from graders.harness.course.pages.identical import digest_of
    from graders.harness.grading.advising import remarks
    from graders.harness.processes.in_process import InProcess
    from graders.harness.processes.jobs import Job
    from graders.harness.progress import Live
    from graders.harness.reports import result_folder, terminal_report
    from graders.harness.reports.audience import Audience
    from graders.harness.reports.report_style import ReportStyle

    started = time.monotonic()
    assignment = args.assignment
    submission = delivery.read(assignment)
    finishing = _finishing(args, assignment, submission.name)
    with Live(Console(stderr=True)) as live:
        in_process = InProcess(live, args.only)
        report = in_process.grade(_settings(args), Job.of(submission))
    for remark in (*in_process.remarks, *remarks(assignment)):
        _note(remark)
    finished = finishing.finished(
        from_json(bytes(report.result)),
        report.noted,
        digest_of(submission),
        days_late=Fraction(args.days_late),
    )
    style = ReportStyle.of(assignment)
    if args.out:
        log = (
            f"{result_folder.SUBMISSION}{args.paths[0].resolve()}",
            *report.log,
            f"{time.monotonic() - started:.2f} s in all",
        )
        finished.write(args.out, log, style, sources=submission.files, web=not args.no_html)
        decisions.write_grounds(args.out, finishing.decisions)
    seen = style.redacted(finished.result, Audience.STAFF, finished.diagnosis)
    if args.json:
        sys.stdout.buffer.write(to_json(seen.result))
    else:
        terminal_report.render_view(
            seen, console=Console(), painter=style.painter, all_checks=args.all_
        )
    return DONE if finished.result.status is Status.GRADED else NOT_GRADABLE


def _finishing(args: GradeArguments, assignment: Assignment, submission: str) -> Finishing:
    """Return what one submission is finished with: what staff wrote in --out. Raises GraderError
    if it cannot be written there, and for days late without a policy.
    """
    from graders.harness.course.marks import decisions, weights
    from graders.harness.course.pages import class_folder, refusals, submission_words
    from graders.harness.course.run import finishing
    from graders.harness.grading.overrides import Decisions, TutorMarks

    if args.out:
        # A folder may hold single results of several assignments.
        if (args.out / class_folder.BOOK).exists():
            refusals.refuse_another(args.out, assignment.id)
        refusals.refuse_own_pages(args.out, submission)
        decided = decisions.read(args.out, submission_words.of_gradebook(args.out, submission))
        found = finishing.Finishing.of(args.out, assignment, decided)
    else:
        scheme = weights.Scheme(assignment.manifest)
        found = finishing.Finishing(assignment, scheme, TutorMarks(), Decisions())
    if args.days_late and found.scheme.manifest.late is None:
        raise GraderError(
            f"{assignment.id} has no late policy: no table [late] in its assignment.toml"
        )
    return found


def _plan(args: GradeArguments) -> Plan:
    """Return how a class is graded. Raises GraderError."""
    from graders.harness.course.marks import up_to_date
    from graders.harness.course.pages import refusals
    from graders.harness.course.people.roster import read_roster
    from graders.harness.course.run import class_plan

    out = _out(args)
    refusals.refuse_within(args.paths, out)
    named = {"--roster": up_to_date.named_file(args.roster)} if args.roster else {}
    return class_plan.Plan(
        assignment=args.assignment,
        settings=_settings(args),
        out=out,
        jobs=args.jobs,
        dask=args.dask,
        roster=read_roster(args.roster) if args.roster else None,
        use_store=not args.fresh,
        web=not args.no_html,
        deadline=_deadline(args),
        command=display(shlex.join(["grader", *args.typed]), LONGEST_COMMAND),
        named=named,
    )


def _grade_class(args: GradeArguments, deliveries: Deliveries) -> int:
    """Grade a class; return the exit status."""
    from rich.console import Console

    from graders.harness.course.marks import decisions_file
    from graders.harness.course.run import classrun, dryrun
    from graders.harness.grading.advising import remarks

    plan = _plan(args)
    if args.dry_run:
        dryrun.render(dryrun.dry_run(plan, deliveries), Console())
        _note_unused(deliveries, plan.out)
        return DONE
    try:
        results = classrun.grade_class(plan, deliveries, Console(), Console(stderr=True))
    except classrun.Stopped as stopped:
        print(
            f"grader: stopped, {stopped}; run the same command again to resume",
            file=sys.stderr,
        )
        return STOPPED
    _note_unused(deliveries, plan.out)
    if results.unanswered:
        _note(
            f"questions that only you can answer: {listing(results.unanswered)}; answer in "
            f"{display(str(plan.out / decisions_file.FILE), 200)}, then run the same command again"
        )
    for remark in (results.remark, *remarks(plan.assignment)):
        _note(remark)
    again = f" ({results.known} from an earlier run)" if results.known else ""
    print(f"\ngradebook and reports: {plan.out}{again}", file=sys.stderr)
    return NOT_GRADABLE if results.not_gradable else DONE


def _deadline(args: GradeArguments) -> Deadline | None:
    """Return the deadline of a class: by the command line, or else by its late policy. Raises
    GraderError for one without a roster, which says who has an extension.
    """
    from graders.harness.course.marks.weights import late_in_force
    from graders.harness.grading import deadline

    late = late_in_force(_out(args), args.assignment)
    text = args.deadline or (late.deadline if late else "")
    if not text and args.zone:
        raise GraderError("--zone is for a deadline; give one with --deadline")
    if not text:
        return None
    if not args.roster:
        raise GraderError(
            "a deadline needs --roster: people on it may have extensions, tokens, or days late"
        )
    return deadline.parse(text, args.zone or (late.zone if late else ""))


def _note_unused(deliveries: Deliveries, out: Path) -> None:
    """Print which deliveries were left out, and which marks and decisions match no submission."""
    from graders.harness.course.marks import decisions, decisions_file, tutors

    names = {delivery.name for delivery in deliveries}
    names |= {
        decision.submission
        for decision in decisions_file.read(out).file_decisions
        if decision.people
    }
    older = [delivery.name for delivery in deliveries.superseded]
    unused = {
        f"{len(older)} superseded by later submissions, not graded": older,
        "marked by a tutor, but without a submission": tutors.read(out).strangers(names),
        "decided on, but without a submission": decisions.read(out).strangers(names),
    }
    lost = [f"{what}: {', '.join(who)}" for what, who in unused.items() if who]
    for note in (*deliveries.notes, *lost):
        _note(note)
