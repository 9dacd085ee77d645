"""What grading a class would do, without grading any of it: who matches whom, who is missing, what
is left to grade.

Submissions are read, as they are before grading; nothing of theirs is run, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap

from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.harness.course import class_folder, enrolment, gradebook
from graders.harness.course.batch import Ahead, Batch
from graders.harness.course.class_progress import work_ahead
from graders.harness.course.classrun import Plan, executor_of, results_below, store_of
from graders.harness.course.gradebook import Row, Standing
from graders.harness.course.roster import Matching
from graders.harness.course.sections import Sections
from graders.harness.intake.bulk import Deliveries
from graders.harness.reports.medium import CAUTION


@dataclass(frozen=True, slots=True)
class DryRun:
    """What there is to know of a class before it is graded; names are raw."""

    title: str
    rows: tuple[Row, ...]
    """As the gradebook would have them: nobody is graded."""
    matching: Matching | None
    ahead: Ahead
    enrolment: tuple[str, ...]
    """What changed on the roster since the last run."""
    work: tuple[str, ...]
    """Lines about known results and what there is to grade."""

    @property
    def missing(self) -> tuple[Row, ...]:
        """Who handed in nothing."""
        return tuple(row for row in self.rows if row.standing is Standing.MISSING)

    @property
    def strangers(self) -> tuple[Row, ...]:
        """What belongs to nobody on the roster."""
        if self.matching is None:
            return ()
        return tuple(row for row in self.rows if row.student is None)

    @property
    def attention(self) -> tuple[Row, ...]:
        """What a person should look at besides."""
        strangers = self.strangers
        return tuple(
            row for row in self.rows if _is_remarkable(row) and row not in strangers
        )

    @property
    def submissions(self) -> Mapping[str, Sequence[Row]]:
        """Every submission of somebody on the roster, and whose it is."""
        submissions: dict[str, list[Row]] = {}
        strangers = self.strangers
        for row in self.rows:
            if row.submission and row not in strangers:
                submissions.setdefault(row.submission, []).append(row)
        return submissions


def _is_remarkable(row: Row) -> bool:
    return bool(row.flags) or row.standing in (Standing.UNREADABLE, Standing.UNDECIDED)


def dry_run(plan: Plan, deliveries: Deliveries) -> DryRun:
    """Return what `grade_class` would do with the same arguments. Raises GraderError where it could
    not begin.
    """
    class_folder.refuse_another(plan.out, plan.assignment.id)
    matching = plan.matching(deliveries)
    with executor_of(plan.jobs, plan.dask) as (executor, width):
        batch = Batch(
            plan.assignment,
            plan.settings,
            executor,
            width,
            store_of(plan),
            lambda _: None,
        )
        ahead = batch.ahead(deliveries)
    then = enrolment.enrolled_then(plan.out / class_folder.BOOK)
    before = results_below(plan.out, deliveries)
    return DryRun(
        title=f"{plan.assignment.manifest.title} ({plan.assignment.id})",
        rows=gradebook.rows(deliveries, {}, ahead.unreadable, matching),
        matching=matching,
        ahead=ahead,
        enrolment=enrolment.changes(then, plan.roster),
        work=tuple(work_ahead(ahead, again=bool(before) and plan.use_store)),
    )


def render(found: DryRun, console: Console) -> None:
    """Print *found* on *console*."""
    page = _Page(found, console)
    console.print(Group(*page.parts()), width=page.width, highlight=False)


class _Page(Sections):
    """One dry run, as a document."""

    def __init__(self, found: DryRun, console: Console) -> None:
        super().__init__(console)
        self.found = found

    def parts(self) -> Iterator[RenderableType]:
        """Yield it from top to bottom."""
        found = self.found
        yield self.medium.line(found.title, "bold")
        yield Text("a dry run: nothing is graded, and nothing is written")
        submissions = found.submissions
        heading = "Who handed in what" if found.matching else "Submissions"
        lines = starmap(self.handed_in, submissions.items())
        yield from self.section(
            f"{heading} ({len(submissions)})", lines if submissions else [Text("none")]
        )
        names = [row.shown for row in found.missing]
        yield from self.counted("Missing ({})", names, [self.joined(names)])
        yield from self.counted(
            "Not on the roster ({}): graded, and left out of tables for platforms",
            found.strangers,
            map(self.flagged, found.strangers),
        )
        yield from self.counted(
            "Needs review ({})", found.attention, map(self.flagged, found.attention)
        )
        yield from self.counted(
            "Changed since the last run ({})",
            found.enrolment,
            map(self.medium.line, found.enrolment),
        )
        yield from self.section(
            "What there is to do", map(self.medium.line, found.work)
        )

    def handed_in(self, submission: str, members: Sequence[Row]) -> Text:
        """A submission, and whose it is; "known" behind one whose result an earlier run left."""
        known = "  known" if submission in self.found.ahead.known else ""
        return Text.assemble(
            self.medium.line(submission, "bold", limit=120),
            self.medium.line(_whose(submission, members)),
            (known, "dim"),
            overflow="fold",
        )

    def flagged(self, row: Row) -> RenderableType:
        """Who, and why."""
        who = self.medium.line(row.submission or row.shown, "bold", limit=120)
        if row.submission and row.shown != row.submission:
            who = Text.assemble(who, "  ", self.medium.line(row.shown), overflow="fold")
        why = row.flags or (row.standing.value,)
        return Group(
            who,
            *(
                Text.assemble("  ", self.medium.line(one, CAUTION), overflow="fold")
                for one in why
            ),
        )


def _whose(submission: str, members: Sequence[Row]) -> str:
    """Return who handed in, where the name of the submission does not say so, after two spaces."""
    people = ", ".join(row.name or row.student_id for row in members)
    ids = ", ".join(row.student_id for row in members if row.student_id and row.name)
    if ids:
        return f"  {people} ({ids})"
    return "" if people == submission else f"  {people}"
