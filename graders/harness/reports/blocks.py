"""Checks in a terminal report: those that did not pass, worst first, and lists of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from rich.console import Group, RenderableType
from rich.text import Text

from graders.harness.reports import exhibits
from graders.harness.reports.audience import Audience, title_only
from graders.harness.reports.console import CAUTION, how_many
from graders.harness.reports.layout import Barred, Spread
from graders.harness.reports.loading import (
    Folded,
    Unloaded,
    folded,
    not_folded,
    unloaded,
)
from graders.harness.reports.report_part import ReportPart
from graders.harness.reports.sentences import file_reason, file_title, message_of
from graders.harness.reports.verdicts import (
    UNNAMED,
    parts_in_words,
    words,
    worst_first,
)
from graders.harness.result import CheckResult, Verdict, VerdictGroup, Visibility

MOST_NAMES = 4
"""Checks listed by name behind the exhibits of the first, or of very many."""
VERY_MANY = 40
MOST_TASKS = 6
"""Tasks listed under an unusable file."""


class CheckBlocks(ReportPart):
    """The checks of a result, in blocks with one cause."""

    siblings: Sequence[CheckResult] = ()
    """All checks, if the result has only some of them."""

    def parts_of(self, check: CheckResult) -> list[RenderableType]:
        """Return a line on the parts of the check that *check* is a part of, if it is one."""
        words = parts_in_words(check, self.siblings or self.result.checks)
        return [self.terminal.line(words)] if words else []

    def not_passed(self) -> Iterator[RenderableType]:
        """Yield the checks that ran and did not pass: grader's faults, then by lost marks; hidden
        ones by title only.
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
        bare = not_folded(self.seen, bare)
        if bare and blocks:
            yield Text()
        for check in bare:
            yield self.title(check, Text(words(check, self.audience), _style(check.verdict)))

    def block(self, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """Yield a check, or several with one cause."""
        file = unloaded(block[0])
        if file is not None:
            return self.not_judged(file, block)
        return self.together(block) if len(block) > 1 else self.one(block[0])

    def not_judged(self, file: Unloaded, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """Yield an unusable file: the reason, and the number of blocked checks by task."""
        style, hidden = _style(block[0].verdict), folded(self.seen, block)
        row = Spread()
        left = Text(f"{self.terminal.glyphs.failed} ", style, overflow="fold")
        row.add_row(
            Text.assemble(left, self.terminal.line(file_title(file), "bold"), overflow="fold"),
            self.sum_of(block, hidden.max_marks),
        )
        yield row
        why = file_reason(block[0].reason)
        body: list[RenderableType] = [exhibits.clipped(self.terminal.text(why))] if why else []
        body += exhibits.show(
            block[0].exhibits, self.terminal, self.painter, max(self.width - 2, 1)
        )
        body += [Text()] if body else []
        body.append(
            Text(
                f"{how_many(len(block), 'check')} could not run without this file:",
                overflow="fold",
            )
        )
        body.append(self.names(block) if self.all_checks else self.by_task(block))
        if hidden.checks:
            body.append(self.with_file(hidden))
        yield Barred(Group(*body), self.terminal.glyphs.side, style)

    def by_task(self, checks: Sequence[CheckResult]) -> RenderableType:
        """Return the number of *checks* in each of the first tasks, and their marks."""
        names = {task.id: task.shown for task in self.result.tasks}
        rows = Spread()
        groups = [[*mine] for _, mine in groupby(checks, lambda check: check.task)]
        rest = [*chain.from_iterable(groups[MOST_TASKS:])]
        for held in groups[:MOST_TASKS]:
            task = held[0].task
            name = self.terminal.line(names.get(task, task))
            name = Text.assemble("  ", name, (f"  {how_many(len(held), 'check')}", "dim"))
            rows.add_row(name, self.sum_of(held))
        if rest:
            more = how_many(len(groups) - MOST_TASKS, "more task")
            rows.add_row(Text(f"  {more}", "dim"), self.sum_of(rest))
        return rows

    def with_file(self, hidden: Folded) -> RenderableType:
        """Return the hidden checks that are shown with an unusable file."""
        row = Spread()
        count = how_many(len(hidden.checks), "hidden check")
        words = Text.assemble("  ", f"{count} of the same task", overflow="fold")
        row.add_row(words, self.sum_of([], hidden.max_marks))
        return row

    def names(self, checks: Sequence[CheckResult]) -> RenderableType:
        """Return titles, ids and marks of *checks*."""
        rows = Spread()
        for check in checks:
            name = Text.assemble(
                self.terminal.line(check.title),
                "  ",
                self.terminal.line(check.id, "dim"),
                overflow="fold",
            )
            rows.add_row(name, self.check_marks(check))
        return rows

    def one(self, check: CheckResult) -> Iterator[RenderableType]:
        """Yield a check with its message and exhibits."""
        yield self.title(check, self.check_marks(check))
        body: list[RenderableType] = [self.about(check), *self.parts_of(check)]
        message = message_of(check)
        if message:
            body += [Text(), exhibits.clipped(self.terminal.text(message))]
        body += exhibits.show(check.exhibits, self.terminal, self.painter, max(self.width - 2, 1))
        yield Barred(Group(*body), self.terminal.glyphs.side, _style(check.verdict))

    def together(self, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """Yield checks with identical messages, the message once."""
        first = block[0]
        sign, style = self.sign(first.verdict), _style(first.verdict)
        top = Text.assemble(
            (f"{sign} ", style),
            (f"{len(block)} checks: {first.verdict.words}", "bold"),
            overflow="fold",
        )
        row = Spread()
        row.add_row(top, self.sum_of(block))
        yield row
        body: list[RenderableType] = [
            *self.parts_of(first),
            exhibits.clipped(self.terminal.text(message_of(first))),
            *exhibits.show(first.exhibits, self.terminal, self.painter, max(self.width - 2, 1)),
            Text(),
            *self.some_names(block),
        ]
        yield Barred(Group(*body), self.terminal.glyphs.side, _style(first.verdict))

    def some_names(self, block: Sequence[CheckResult]) -> Iterator[RenderableType]:
        """Yield the names of the checks in *block*; only the first ones behind exhibits, or of very
        many.
        """
        is_many = block[0].exhibits or len(block) > VERY_MANY
        is_long = is_many and not self.all_checks
        shown = block[:MOST_NAMES] if is_long else block
        yield self.names(shown)
        if len(shown) < len(block):
            yield Text(f"and {how_many(len(block) - len(shown), 'more check')}", "dim")

    def listed(self, heading: str, verdict: Verdict, style: str) -> Iterator[RenderableType]:
        """Yield all checks of a verdict, by task."""
        chosen = [check for check in self.result.checks if check.verdict is verdict]
        if not chosen:
            return
        yield Text()
        yield Text(heading, "bold")
        names = {task.id: task.name for task in self.result.tasks}
        for task, checks in groupby(chosen, lambda check: check.task):
            yield self.terminal.line(names.get(task) or task, "dim")
            for check in checks:
                right = Text() if title_only(check, self.audience) else self.check_marks(check)
                yield self.title(check, right, style, title_style="")

    def title(
        self,
        check: CheckResult,
        right: Text,
        style: str = "",
        title_style: str = "bold",
    ) -> RenderableType:
        """Return the first line of a check."""
        unnamed = UNNAMED if title_only(check, self.audience) else check.id
        left = Text(
            f"{self.sign(check.verdict)} ",
            style or _style(check.verdict),
            overflow="fold",
        )
        row = Spread()
        row.add_row(
            Text.assemble(
                left,
                self.terminal.line(check.title or unnamed, title_style),
                overflow="fold",
            ),
            right,
        )
        return row

    def about(self, check: CheckResult) -> Text:
        """Return the line under the title: verdict, id, and "hidden from students" for staff."""
        dot = f" {self.terminal.glyphs.dot} "
        line = Text.assemble(
            (words(check, self.audience), _style(check.verdict)),
            (dot, "dim"),
            self.terminal.line(check.id, "dim"),
        )
        if self.audience is Audience.STAFF and check.visibility is Visibility.HIDDEN:
            line.append(f"{dot}hidden from students", "dim")
        if check.visibility is Visibility.RELEASED:
            line.append(f"{dot}{UNNAMED}", "dim")
        line.overflow = "fold"
        return line

    def sign(self, verdict: Verdict) -> str:
        """Return the sign of a verdict."""
        glyphs = self.terminal.glyphs
        signs = {
            VerdictGroup.PASSED: glyphs.passed,
            VerdictGroup.NOT_RUN: glyphs.not_run,
            VerdictGroup.GRADER_FAULT: glyphs.fault,
        }
        return signs.get(verdict.group, glyphs.failed)


def _style(verdict: Verdict) -> str:
    """Return the colour of a verdict."""
    colours = {
        VerdictGroup.PASSED: "green",
        VerdictGroup.LIMIT: CAUTION,
        VerdictGroup.GRADER_FAULT: "magenta",
    }
    return colours.get(verdict.group, "red")
