"""A dry run of grading a class: who matches whom, who is missing, what is left to grade.

Submissions are read as for grading, but not run, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console

from graders.harness.course.marks import file_decisions
from graders.harness.course.pages import gradebook, refusals
from graders.harness.course.pages.class_report import counted, joined, reasons
from graders.harness.course.pages.gradebook import GradebookRow, GradingState, days_cell
from graders.harness.course.people.students import Matching
from graders.harness.course.run.batch import Batch
from graders.harness.course.run.class_plan import Plan, executor_of, results_below, store_of
from graders.harness.course.run.class_progress import describe_work
from graders.harness.course.run.deliveries import WorkPlan
from graders.harness.intake.bulk import Deliveries
from graders.harness.reports.document import model as doc
from graders.harness.reports.document.terminal_painter import paint


@dataclass(frozen=True, slots=True)
class DryRun:
    """Facts about a class before it is graded; names are raw."""

    title: str
    rows: tuple[GradebookRow, ...]
    """The gradebook's rows, without marks."""
    matching: Matching | None
    work_plan: WorkPlan
    platforms: tuple[str, ...]
    """The platforms whose downloads are recognised, and how."""
    work: tuple[str, ...]
    """Lines about stored results and submissions to grade."""

    @property
    def missing(self) -> tuple[GradebookRow, ...]:
        """Students without a submission."""
        return tuple(row for row in self.rows if row.state is GradingState.MISSING)

    @property
    def strangers(self) -> tuple[GradebookRow, ...]:
        """Submissions of nobody on the roster."""
        if self.matching is None:
            return ()
        return tuple(row for row in self.rows if not row.on_roster)

    @property
    def attention(self) -> tuple[GradebookRow, ...]:
        """Other rows that need review."""
        strangers = self.strangers
        return tuple(row for row in self.rows if _is_remarkable(row) and row not in strangers)

    @property
    def submissions(self) -> Mapping[str, Sequence[GradebookRow]]:
        """Submission -> its authors on the roster."""
        submissions: dict[str, list[GradebookRow]] = {}
        strangers = self.strangers
        for row in self.rows:
            if row.submission and row not in strangers:
                submissions.setdefault(row.submission, []).append(row)
        return submissions


def _is_remarkable(row: GradebookRow) -> bool:
    return bool(row.flags) or row.state in (
        GradingState.UNREADABLE,
        GradingState.UNDECIDED,
    )


def dry_run(plan: Plan, deliveries: Deliveries) -> DryRun:
    """Return what `grade_class` would do. Raises GraderError if it could not start."""
    refusals.refuse_another(plan.out, plan.assignment.id)
    decided = file_decisions.applied(deliveries, plan.out, plan.assignment)
    deliveries = decided.deliveries
    matching = plan.matching(decided)
    if matching:
        matching.refuse_nobody()
    with executor_of(plan.jobs, plan.dask) as (executor, width):
        batch = Batch(
            plan.assignment,
            plan.settings,
            executor,
            width,
            store_of(plan),
            lambda _: None,
        )
        work_plan = batch.plan_work(deliveries)
    before = results_below(plan.out, deliveries)
    return DryRun(
        title=f"{plan.assignment.manifest.title} ({plan.assignment.id})",
        rows=gradebook.rows(deliveries, {}, work_plan.unreadable, matching),
        matching=matching,
        platforms=deliveries.platforms,
        work_plan=work_plan,
        work=tuple(describe_work(work_plan, again=bool(before) and plan.use_store)),
    )


def render(run: DryRun, console: Console) -> None:
    """Print *run* on *console*."""
    paint(_blocks(run), console, None)


def _blocks(run: DryRun) -> Iterator[doc.Block]:
    """Yield the document from top to bottom."""
    yield doc.Paragraph([doc.strong(run.title)])
    yield doc.Paragraph(doc.plain("dry run: nothing is graded or written"))
    made_by = "; ".join(run.platforms)
    recognised = (
        f"recognised: a download of {made_by}"
        if made_by
        else "recognised: no platform's download, so a submission is known by its name"
    )
    yield doc.Paragraph(doc.plain(recognised))
    submissions = run.submissions
    heading = "Who handed in what" if run.matching else "Submissions"
    lines = [_handed_in(run, name, members) for name, members in submissions.items()]
    yield _section(f"{heading} ({len(submissions)})", lines or [doc.Row(doc.plain("none"))])
    late = [_late(row) for row in run.rows if row.days_late]
    yield from _counted("Late ({})", [doc.Row(doc.plain(line)) for line in late])
    names = joined([doc.plain(row.shown) for row in run.missing], "; ")
    yield from counted("Missing ({})", len(run.missing), [doc.Paragraph(names)])
    yield from _counted(
        "Not on the roster ({}): they are graded, but left out of tables for platforms",
        [_flagged(row) for row in run.strangers],
    )
    yield from _counted("Needs review ({})", [_flagged(row) for row in run.attention])
    yield _section("To do", [doc.Row(doc.plain(line)) for line in run.work])


def _section(heading: str, rows: Sequence[doc.Row]) -> doc.Section:
    return doc.Section(heading, [doc.Rows(rows)], "")


def _counted(heading: str, rows: Sequence[doc.Row]) -> Iterator[doc.Section]:
    return counted(heading, len(rows), [doc.Rows(rows)])


def _handed_in(run: DryRun, submission: str, members: Sequence[GradebookRow]) -> doc.Row:
    """Return a submission and its authors, with "known" if its result is stored."""
    mark = "  known" if submission in run.work_plan.known else ""
    whose = doc.Span(_whose(submission, members))
    return doc.Row([doc.strong(submission), whose, doc.quiet(mark)])


def _flagged(row: GradebookRow) -> doc.Row:
    """Return a row's name and its reasons for review."""
    is_named = row.submission and row.shown != row.submission
    note = doc.plain(row.shown) if is_named else ()
    who = doc.strong(row.submission or row.shown)
    return doc.Row([who], note=note, below=reasons(row.flags or (row.state.value,)))


def _late(row: GradebookRow) -> str:
    """Return a person and their days late; not 0 for a minute."""
    return f"{row.shown}  days late: {days_cell(row.days_late)}"


def _whose(submission: str, members: Sequence[GradebookRow]) -> str:
    """Return the authors after two spaces, unless the submission's name is theirs."""
    people = "; ".join(row.name or row.student_id for row in members)
    ids = "; ".join(row.student_id for row in members if row.student_id and row.name)
    if ids:
        return f"  {people} ({ids})"
    return "" if people == submission else f"  {people}"
