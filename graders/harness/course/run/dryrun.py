"""A dry run of grading a class: who matches whom, who is missing, what is left to grade.

Submissions are read as for grading, but not run, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap

from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.harness.course.marks import questions
from graders.harness.course.pages import class_file, enrolment, gradebook, refusals
from graders.harness.course.pages.gradebook import GradebookRow, GradingState, days_cell
from graders.harness.course.pages.sections import ClassDocument
from graders.harness.course.people.roster import Matching
from graders.harness.course.run.batch import Batch, WorkPlan
from graders.harness.course.run.class_progress import describe_work
from graders.harness.course.run.classrun import Plan, executor_of, results_below, store_of
from graders.harness.intake.bulk import Deliveries
from graders.harness.reports.console import CAUTION


@dataclass(frozen=True, slots=True)
class DryRun:
    """Facts about a class before it is graded; names are raw."""

    title: str
    rows: tuple[GradebookRow, ...]
    """The gradebook's rows, without marks."""
    matching: Matching | None
    work_plan: WorkPlan
    enrolment: tuple[str, ...]
    """Changes of the roster since the last run."""
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
    deliveries = questions.with_chosen_files(deliveries, plan.out)
    matching = plan.matching(deliveries)
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
    then = enrolment.enrolled_then(class_file.last(plan.out))
    before = results_below(plan.out, deliveries)
    return DryRun(
        title=f"{plan.assignment.manifest.title} ({plan.assignment.id})",
        rows=gradebook.rows(deliveries, {}, work_plan.unreadable, matching),
        matching=matching,
        platforms=deliveries.platforms,
        work_plan=work_plan,
        enrolment=enrolment.changes(then, plan.roster),
        work=tuple(describe_work(work_plan, again=bool(before) and plan.use_store)),
    )


def render(run: DryRun, console: Console) -> None:
    """Print *run* on *console*."""
    page = _DryRunPage(run, console)
    console.print(Group(*page.parts()), width=page.width, highlight=False)


class _DryRunPage(ClassDocument):
    """A dry run, as a document."""

    def __init__(self, run: DryRun, console: Console) -> None:
        super().__init__(console)
        self.run = run

    def parts(self) -> Iterator[RenderableType]:
        """Yield the document from top to bottom."""
        run = self.run
        yield self.terminal.line(run.title, "bold")
        yield Text("dry run: nothing is graded or written")
        made_by = "; ".join(run.platforms)
        recognised = (
            f"recognised: a download of {made_by}"
            if made_by
            else "recognised: no platform's download, so a submission is known by its name"
        )
        yield self.terminal.line(recognised)
        submissions = run.submissions
        heading = "Who handed in what" if run.matching else "Submissions"
        lines = starmap(self.handed_in, submissions.items())
        yield from self.section(
            f"{heading} ({len(submissions)})", lines if submissions else [Text("none")]
        )
        late = [_late(row) for row in run.rows if row.days_late]
        yield from self.counted("Late ({})", late, map(self.terminal.line, late))
        names = [row.shown for row in run.missing]
        yield from self.counted("Missing ({})", names, [self.joined(names)])
        yield from self.counted(
            "Not on the roster ({}): they are graded, but left out of tables for platforms",
            run.strangers,
            map(self.flagged, run.strangers),
        )
        yield from self.counted(
            "Needs review ({})", run.attention, map(self.flagged, run.attention)
        )
        yield from self.counted(
            "Changed since the last run ({})",
            run.enrolment,
            map(self.terminal.line, run.enrolment),
        )
        yield from self.section("To do", map(self.terminal.line, run.work))

    def handed_in(self, submission: str, members: Sequence[GradebookRow]) -> Text:
        """Return a submission and its authors, with "known" if its result is stored."""
        mark = "  known" if submission in self.run.work_plan.known else ""
        return Text.assemble(
            self.terminal.line(submission, "bold", limit=120),
            self.terminal.line(_whose(submission, members)),
            (mark, "dim"),
            overflow="fold",
        )

    def flagged(self, row: GradebookRow) -> RenderableType:
        """Return a row's name and its reasons for review."""
        who = self.terminal.line(row.submission or row.shown, "bold", limit=120)
        if row.submission and row.shown != row.submission:
            who = Text.assemble(who, "  ", self.terminal.line(row.shown), overflow="fold")
        reasons = row.flags or (row.state.value,)
        return Group(
            who,
            *(
                Text.assemble("  ", self.terminal.line(reason, CAUTION), overflow="fold")
                for reason in reasons
            ),
        )


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
