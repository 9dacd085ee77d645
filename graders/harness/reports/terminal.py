"""Prints a result for a person: the marks, the tasks, then what did not pass, worst first.

Colours are those of the terminal's own theme, except on boards. Every line that belongs to a check
stands behind a bar, so no text of a student's can pass for a line of the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.reports import exhibits
from graders.harness.reports.audience import (
    Audience,
    Disclosure,
    View,
    sees_intake,
    title_only,
    view,
)
from graders.harness.reports.layout import Barred, bar, spread
from graders.harness.reports.loading import Unloaded, flags_of, unloaded
from graders.harness.reports.medium import CAUTION, Medium, how_many, marks_in_words
from graders.harness.reports.picture import Palette
from graders.harness.reports.sentences import (
    WORDS,
    file_reason,
    file_title,
    flag_text,
    message_of,
    note_text,
)
from graders.harness.reports.verdicts import (
    RESOURCES,
    UNNAMED,
    by_whom,
    counted,
    coverage,
    severity,
    what_ran,
    words,
    worst_first,
)
from graders.harness.result import (
    CheckResult,
    Finding,
    Result,
    Status,
    TaskResult,
    Verdict,
    Visibility,
    total,
    whole,
)

WIDEST = 120
"""Columns that a report takes at most: longer lines are hard to read."""
BAR = 24
FINDINGS = 20
"""Findings shown unless all are asked for."""


def render(
    result: Result,
    *,
    console: Console,
    palette: Palette,
    audience: Audience,
    disclosure: Disclosure = Disclosure.TITLE,
    details: bool = True,
    all_checks: bool = False,
) -> None:
    """Print *result* on *console*.

    palette: colours of the letters on boards; audience: whose eyes it is for; disclosure: what
    students learn of hidden checks; details: messages and exhibits, not only titles; all_checks:
    also list what passed or did not run.
    """
    seen = view(result, audience, disclosure)
    render_view(seen, console=console, palette=palette, details=details, all_checks=all_checks)


def render_view(
    seen: View,
    *,
    console: Console,
    palette: Palette,
    details: bool = True,
    all_checks: bool = False,
) -> None:
    """Print what *seen* shows; see `render`."""
    width = min(console.width, WIDEST)
    report = Report(seen, Medium.of(console), palette, width, details, all_checks)
    console.print(Group(*report.parts()), width=width, highlight=False)


class Report:
    """One report in the making: the result and how it is to be shown."""

    def __init__(
        self,
        seen: View,
        medium: Medium,
        palette: Palette,
        width: int,
        details: bool,
        all_checks: bool,
    ) -> None:
        self.seen, self.medium, self.palette = seen, medium, palette
        self.width, self.details, self.all_checks = width, details, all_checks
        self.result, self.audience = seen.result, seen.audience
        self.gradable = seen.result.status is Status.GRADED

    def parts(self) -> Iterator[RenderableType]:
        """Yield the report from top to bottom."""
        yield from self.header()
        yield from self.tasks()
        yield from self.not_passed()
        if self.all_checks:
            yield from self.listed("Passed", Verdict.PASSED, "green")
            yield from self.listed("Not run", Verdict.NOT_RUN, "dim")
        yield from self.beside()

    # The top.

    def header(self) -> Iterator[RenderableType]:
        """Whose result it is, and its marks if they mean anything."""
        result, medium = self.result, self.medium
        top = spread()
        name = medium.line(result.submission, "bold")
        if self.gradable:
            top.add_row(name, self.fraction(total(result), result.max_marks, "bold"))
        else:
            top.add_row(name, Text("no mark", "bold magenta"))
        yield top
        kind = "marks" if not result.manual else "marks of the automatic part"
        kind = "marks of the public checks" if self.seen.partial else kind
        kind += f", {marks_in_words(result.marks)} before adjustments" if result.adjustments else ""
        top = spread()
        top.add_row(
            medium.line(result.assignment, "dim"),
            Text(kind if self.gradable else "not gradable", "dim"),
        )
        yield top
        reached = sum(map(self.seen.at_stake, result.tasks), Fraction(0))
        yield self.bar(total(result), reached, result.max_marks, self.width)
        said = [f"{count} {told}" for _, count, told in counted(result.checks, self.audience)]
        yield Text(
            f"{how_many(len(result.checks), 'check')}: {', '.join(said) or 'none'}", overflow="fold"
        )
        if not self.gradable:
            yield Text()
            yield Text(
                "The grader failed, not the submission. Grade it again: nothing here is a mark.",
                "magenta",
                overflow="fold",
            )
        elif reached < result.max_marks:
            told = f"{coverage(reached, result.max_marks)}: {what_ran(result.checks)}."
            yield Text.assemble(medium.line(told, CAUTION), overflow="fold")

    def tasks(self) -> Iterator[RenderableType]:
        """The marks of every task."""
        if not self.result.tasks:
            return
        table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("Task", overflow="fold")
        table.add_column("Marks", justify="right", overflow="fold")
        table.add_column("", no_wrap=True, overflow="crop")
        table.add_column("Checks passed", overflow="fold")
        for task in self.result.tasks:
            checks = [check for check in self.result.checks if check.task == task.id]
            passed = sum(check.verdict is Verdict.PASSED for check in checks)
            table.add_row(
                self.medium.line(task.name or task.id),
                self.fraction(task.marks, task.max_marks)
                if self.gradable
                else Text("no mark", "dim"),
                self.task_bar(task),
                Text(
                    f"{passed} of {len(checks)}" if checks else "",
                    "green" if passed == len(checks) else "",
                ),
            )
        yield Text()
        yield table

    def task_bar(self, task: TaskResult) -> Text:
        """Return the small bar of a task."""
        return self.bar(
            task.marks, self.seen.at_stake(task), task.max_marks, min(BAR, max(self.width // 4, 1))
        )

    def bar(self, marks: Fraction, reached: Fraction, full: Fraction, width: int) -> Text:
        """Return a bar of the marks, with nothing in it if they mean nothing."""
        if not self.gradable:
            marks = reached = Fraction(0)
        return bar(marks, reached, full, width, self.medium)

    def fraction(self, marks: Fraction, full: Fraction, style: str = "") -> Text:
        """Return marks over their maximum."""
        return Text.assemble((marks_in_words(marks), style), (f" / {marks_in_words(full)}", "dim"))

    # Checks.

    def not_passed(self) -> Iterator[RenderableType]:
        """The checks that ran and did not pass: grader's faults, then by lost marks, hidden ones by
        title alone.
        """
        blocks, bare = worst_first(self.result.checks, self.audience, together=self.details)
        if blocks or bare:
            yield Text()
            yield Text("Did not pass", "bold")
        for block in blocks:
            if self.details:
                yield Text()
                yield from self.block(block)
            else:
                yield self.title(block[0], self.check_marks(block[0]))
        if bare and blocks:
            yield Text()
        for check in bare:
            yield self.title(check, Text(words(check, self.audience), _style(check.verdict)))

    def block(self, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """One check, or several with one cause."""
        file = unloaded(block[0])
        if file is not None:
            return self.not_judged(file, block)
        return self.together(block) if len(block) > 1 else self.one(block[0])

    def not_judged(self, file: Unloaded, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """A file that does not load: why, once, and how many checks of which tasks that costs."""
        style = _style(block[0].verdict)
        row = spread()
        left = Text(f"{self.medium.glyphs.failed} ", style, overflow="fold")
        row.add_row(
            Text.assemble(left, self.medium.line(file_title(file), "bold"), overflow="fold"),
            self.sum_of(block),
        )
        yield row
        why = "" if block[0].cause is None else file_reason(block[0].cause)
        body: list[RenderableType] = [exhibits.clipped(self.medium.text(why))] if why else []
        body += exhibits.show(block[0].exhibits, self.medium, self.palette, max(self.width - 2, 1))
        body += [Text()] if body else []
        body.append(
            Text(
                f"{how_many(len(block), 'check')} could not be judged without this file:",
                overflow="fold",
            )
        )
        body.append(self.names(block) if self.all_checks else self.by_task(block))
        yield Barred(Group(*body), self.medium.glyphs.side, style)

    def by_task(self, checks: Sequence[CheckResult]) -> RenderableType:
        """How many of *checks* belong to which task, and their marks."""
        names = {task.id: task.name or task.id for task in self.result.tasks}
        rows = spread()
        for task, mine in groupby(checks, lambda check: check.task):
            held = list(mine)
            name = self.medium.line(names.get(task, task))
            name = Text.assemble("  ", name, (f"  {how_many(len(held), 'check')}", "dim"))
            rows.add_row(name, self.sum_of(held))
        return rows

    def names(self, checks: Sequence[CheckResult]) -> RenderableType:
        """Title, id and marks of *checks*."""
        rows = spread()
        for check in checks:
            name = Text.assemble(
                self.medium.line(check.title),
                "  ",
                self.medium.line(check.id, "dim"),
                overflow="fold",
            )
            rows.add_row(name, self.check_marks(check))
        return rows

    def one(self, check: CheckResult) -> Iterator[RenderableType]:
        """One check with all there is to say about it."""
        yield self.title(check, self.check_marks(check))
        body: list[RenderableType] = [self.about(check)]
        message = message_of(check)
        if message:
            body += [Text(), exhibits.clipped(self.medium.text(message))]
        body += exhibits.show(check.exhibits, self.medium, self.palette, max(self.width - 2, 1))
        yield Barred(Group(*body), self.medium.glyphs.side, _style(check.verdict))

    def together(self, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """Checks that failed in the very same words: the words once."""
        first = block[0]
        sign, style = self.sign(first.verdict), _style(first.verdict)
        top = Text.assemble(
            (f"{sign} ", style),
            (f"{len(block)} checks: {WORDS[first.verdict]}", "bold"),
            overflow="fold",
        )
        row = spread()
        row.add_row(top, self.sum_of(block))
        yield row
        body: list[RenderableType] = [
            exhibits.clipped(self.medium.text(message_of(first))),
            Text(),
            self.names(block),
        ]
        yield Barred(Group(*body), self.medium.glyphs.side, _style(first.verdict))

    def listed(self, heading: str, verdict: Verdict, style: str) -> Iterator[RenderableType]:
        """All checks of one verdict, by task."""
        chosen = [check for check in self.result.checks if check.verdict is verdict]
        if not chosen:
            return
        yield Text()
        yield Text(heading, "bold")
        names = {task.id: task.name for task in self.result.tasks}
        for task, checks in groupby(chosen, lambda check: check.task):
            yield self.medium.line(names.get(task) or task, "dim")
            for check in checks:
                right = Text() if title_only(check, self.audience) else self.check_marks(check)
                yield self.title(check, right, style, title_style="")

    def title(
        self, check: CheckResult, right: Text, style: str = "", title_style: str = "bold"
    ) -> RenderableType:
        """The first line of a check."""
        unnamed = UNNAMED if title_only(check, self.audience) else check.id
        left = Text(f"{self.sign(check.verdict)} ", style or _style(check.verdict), overflow="fold")
        row = spread()
        row.add_row(
            Text.assemble(
                left, self.medium.line(check.title or unnamed, title_style), overflow="fold"
            ),
            right,
        )
        return row

    def about(self, check: CheckResult) -> Text:
        """Return the remarks under the title: verdict, id, and whether students see less than this."""
        dot = f" {self.medium.glyphs.dot} "
        line = Text.assemble(
            (words(check, self.audience), _style(check.verdict)),
            (dot, "dim"),
            self.medium.line(check.id, "dim"),
        )
        if self.audience is Audience.STAFF and check.visibility is Visibility.HIDDEN:
            line.append(f"{dot}hidden from students", "dim")
        line.overflow = "fold"
        return line

    def sign(self, verdict: Verdict) -> str:
        """Return the sign in front of a check."""
        glyphs = self.medium.glyphs
        known = {
            Verdict.PASSED: glyphs.passed,
            Verdict.NOT_RUN: glyphs.not_run,
            Verdict.GRADER_FAULT: glyphs.fault,
        }
        return known.get(verdict, glyphs.failed)

    def check_marks(self, check: CheckResult) -> Text:
        """Return the marks of one check, unless the result has no marks."""
        return self.sum_of([check])

    def sum_of(self, checks: Sequence[CheckResult]) -> Text:
        """Return the marks of some checks together, unless the result has no marks."""
        if not self.gradable:
            return Text()
        earned = sum((check.marks for check in checks), Fraction(0))
        return self.fraction(earned, sum((check.max_marks for check in checks), Fraction(0)))

    # What stands beside the checks.

    def beside(self) -> Iterator[RenderableType]:
        """Parts a tutor marks, adjustments, findings, flags, notes: each only if there is any."""
        result, medium = self.result, self.medium
        if result.manual:
            rows = []
            for part in result.manual:
                given = (
                    Text("not marked yet", CAUTION)
                    if part.marks is None
                    else Text(marks_in_words(part.marks))
                )
                full = (f" / {marks_in_words(part.max_marks)}", "dim")
                told = medium.text(part.name)
                if part.comment:
                    told.append_text(Text("\n")).append_text(medium.text(part.comment, "dim"))
                rows.append((told, Text.assemble(given, full)))
            known = whole(result)
            if known:
                rows.append((Text("Whole mark", "bold"), self.fraction(*known, "bold")))
            yield from self.section("Marked by a tutor", rows)
        for heading, changes in by_whom(result):
            rows = []
            for change in changes:
                amount = ("+" if change.amount > 0 else "") + marks_in_words(change.amount)
                rows.append(
                    (
                        Text.assemble(
                            medium.line(change.rule), "  ", medium.line(change.reason, "dim")
                        ),
                        Text(amount),
                    )
                )
            yield from self.section(heading, rows)
        if result.findings:
            yield from self.findings(result.findings)
        if sees_intake(self.audience):
            flags = flags_of(result)
            if flags:
                yield from self.section(
                    "Needs review",
                    ((medium.line(flag_text(f), CAUTION), Text()) for f in flags),
                )
            if result.notes:
                yield from self.section(
                    "Submission notes",
                    ((medium.line(note_text(note)), Text()) for note in result.notes),
                )

    def findings(self, found: Sequence[Finding]) -> Iterator[RenderableType]:
        """What rules say about the code, and where."""
        shown = found if self.all_checks else found[:FINDINGS]
        medium = self.medium
        dot = f" {medium.glyphs.dot} "
        rows = [
            (
                Text.assemble(
                    medium.line(f"{finding.file}:{finding.line}", "bold"),
                    "  ",
                    medium.line(finding.message),
                    "\n  ",
                    medium.line(f"{severity(finding)}: {finding.rule}{dot}{finding.source}", "dim"),
                    overflow="fold",
                ),
                Text(),
            )
            for finding in shown
        ]
        yield from self.section(f"About the code ({len(found)})", rows)
        if len(shown) < len(found):
            yield Barred(
                Text(f"... {len(found) - len(shown)} more", "dim"), medium.glyphs.side, "dim"
            )

    def section(self, heading: str, rows: Iterable[tuple[Text, Text]]) -> Iterator[RenderableType]:
        """A heading and rows of two columns behind a bar."""
        table = spread()
        for left, right in rows:
            left.overflow = "fold"
            table.add_row(left, right)
        yield Text()
        yield Text(heading, "bold")
        yield Barred(table, self.medium.glyphs.side, "dim")


def _style(verdict: Verdict) -> str:
    """Return the colour of a verdict."""
    if verdict is Verdict.GRADER_FAULT:
        return "magenta"
    return "green" if verdict is Verdict.PASSED else CAUTION if verdict in RESOURCES else "red"
