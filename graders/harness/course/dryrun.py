"""What grading a class would do, without grading any of it: who matches whom, who is missing, what
is left to grade.

Submissions are read, as they are before grading; nothing of theirs is run, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.harness.course import class_folder, enrolment, gradebook
from graders.harness.course.batch import Ahead, Batch
from graders.harness.course.class_progress import work_ahead
from graders.harness.course.classrun import Plan, executor_of, results_below, store_of
from graders.harness.course.gradebook import Row, Standing
from graders.harness.course.roster import Matching, match
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
        return tuple(row for row in self.rows if self.matching is not None and row.student is None)

    @property
    def attention(self) -> tuple[Row, ...]:
        """What a person should look at besides."""
        return tuple(
            row
            for row in self.rows
            if row not in self.strangers
            and (row.flags or row.standing in (Standing.UNREADABLE, Standing.UNDECIDED))
        )


def dry_run(plan: Plan, deliveries: Deliveries) -> DryRun:
    """Return what `grade_class` would do with the same arguments. Raises GraderError where it could
    not begin.
    """
    class_folder.refuse_another(plan.out, plan.assignment.id)
    matching = match(plan.roster, deliveries) if plan.roster else None
    with executor_of(plan.jobs, plan.dask) as (executor, width):
        batch = Batch(
            plan.assignment, plan.settings, executor, width, store_of(plan), lambda _: None
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
        handed = [row for row in found.rows if row.submission and row not in found.strangers]
        heading = "Who handed in what" if found.matching else "Submissions"
        yield from self.section(
            f"{heading} ({len(_submissions(handed))})", [self.handed_in(handed)]
        )
        if found.missing:
            yield from self.section(
                f"Missing ({len(found.missing)})",
                [self.joined([row.shown for row in found.missing])],
            )
        if found.strangers:
            heading = f"Not on the roster ({len(found.strangers)}): graded, "
            heading += "and left out of tables for platforms"
            yield from self.section(heading, map(self.flagged, found.strangers))
        if found.attention:
            heading = f"Needs review ({len(found.attention)})"
            yield from self.section(heading, map(self.flagged, found.attention))
        if found.enrolment:
            heading = f"Changed since the last run ({len(found.enrolment)})"
            yield from self.section(heading, map(self.medium.line, found.enrolment))
        yield from self.section("What there is to do", map(self.medium.line, found.work))

    def handed_in(self, rows: Sequence[Row]) -> RenderableType:
        """Every submission, and whose it is; what is known from an earlier run has a word behind
        it.
        """
        lines = []
        for submission, members in _submissions(rows).items():
            people = ", ".join(row.shown if row.name else row.student_id for row in members)
            ids = ", ".join(row.student_id for row in members if row.student_id and row.name)
            whose = f"  {people}{f' ({ids})' if ids else ''}" if people != submission or ids else ""
            known = "  known" if submission in self.found.ahead.known else ""
            name = self.medium.line(submission, "bold", limit=120)
            lines.append(
                Text.assemble(name, self.medium.line(whose), (known, "dim"), overflow="fold")
            )
        return Group(*lines) if lines else Text("none")

    def flagged(self, row: Row) -> RenderableType:
        """Who, and why."""
        who = self.medium.line(row.submission or row.shown, "bold", limit=120)
        if row.submission and row.shown != row.submission:
            who = Text.assemble(who, "  ", self.medium.line(row.shown), overflow="fold")
        why = row.flags or (row.standing.value,)
        return Group(
            who,
            *(Text.assemble("  ", self.medium.line(one, CAUTION), overflow="fold") for one in why),
        )


def _submissions(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.submission, []).append(row)
    return found
