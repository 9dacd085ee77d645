"""One check of one submission on a page: all that a student asks about, for ``grader explain``.

It has the call, the input, what was expected and what came, the rule, the line of the submission,
the diagnosis, and who took off or gave back which marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.harness.diagnosis import Diagnosis
from graders.harness.reports.audience import (
    Audience,
    title_only,
)
from graders.harness.reports.blocks import CheckBlocks
from graders.harness.reports.console import TerminalCapabilities, marks_in_words
from graders.harness.reports.diagnosed import fault_lines
from graders.harness.reports.layout import Barred
from graders.harness.reports.remarks import Remarks
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import message_of
from graders.harness.reports.terminal_report import WIDEST
from graders.harness.reports.verdicts import worst_first
from graders.harness.result import CheckResult, Result, Verdict

AROUND = 2
"""Lines shown before and after the line of a cause."""
FOR_STAFF = "For staff: this check is hidden from students (--for-student shows what they see)."
NOT_SHOWN = "Students learn nothing of this check."
TITLE_ONLY = "Hidden check: its title, and whether it passed, are all that students learn."
SHORT = 200
"""Characters of a message in the list of all failed checks."""


@dataclass(frozen=True, slots=True)
class Background:
    """Facts besides the result."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """The submission's files, by name."""
    rule: str = ""
    """The citation of the rule that the check enforces."""
    facts: Sequence[str] = ()
    """The sections of the page of facts that it names."""


def only(result: Result, check: CheckResult) -> Result:
    """Return *result* with that one check, and without adjustments and flags about others."""
    changes = [one for one in result.adjustments if one.about in ("", check.id)]
    return msgspec.structs.replace(
        result,
        checks=(check,),
        adjustments=tuple(changes),
        findings=(),
        flags=(),
        notes=(),
    )


def render(
    result: Result,
    check: CheckResult | None,
    *,
    console: Console,
    style: ReportStyle,
    audience: Audience = Audience.STAFF,
    diagnosis: Diagnosis | None = None,
    sources: Background = Background(),
) -> None:
    """Print whose result it is, then *check* on *console*, or all that did not pass in short."""
    siblings = style.redacted(result, audience).result.checks
    if check is not None:
        result = only(result, check)
        diagnosis = diagnosis and diagnosis.about(check.id)
    seen = style.redacted(result, audience, diagnosis)
    width, terminal = min(console.width, WIDEST), TerminalCapabilities.of(console)
    page = _Explanation(seen, terminal, style.painter, width, True, False)
    page.siblings = siblings
    parts = page.failed() if check is None else page.of_one(sources)
    head = (
        terminal.line(style.who(result), "bold"),
        terminal.line(f"{style.title}, handed in as {result.submission}", "dim"),
        Text(),
    )
    console.print(Group(*head, *parts), width=width, highlight=False)


class _Explanation(CheckBlocks):
    """A page about one check, or about all that did not pass."""

    def failed(self) -> Iterator[RenderableType]:
        """Yield the checks that did not pass, each with a line on why."""
        blocks, bare = worst_first(self.result.checks, self.audience)
        if not blocks and not bare:
            yield Text("Every check that ran passed.")
        for block in blocks:
            first = block[0]
            if len(block) > 1:
                yield from self.block(block)
                continue
            yield self.title(first, self.check_marks(first))
            lines: list[RenderableType] = [self.about(first), *self.parts_of(first)]
            message = message_of(first)
            if message:
                lines.append(self.terminal.line(message, limit=SHORT))
            yield Barred(Group(*lines), self.terminal.glyphs.side, "dim")
        for check in bare:
            yield self.title(check, Text())
        yield from self.besides()

    def of_one(self, sources: Background) -> Iterator[RenderableType]:
        """Yield the page about the only check."""
        if not self.result.checks:
            yield Text(NOT_SHOWN)
            return
        (check,) = self.result.checks
        if title_only(check, self.audience):
            yield self.title(check, Text())
            yield Text(TITLE_ONLY, "dim")
        else:
            yield from self.one(check)
            yield from self.of_staff(check, sources)
        yield from self.besides()

    def of_staff(self, check: CheckResult, sources: Background) -> Iterator[RenderableType]:
        """Yield the rule, the line and the diagnosis, as far as the reader may see them."""
        yield from self.line_of(check, sources.files)
        if self.audience is not Audience.STAFF:
            return
        rule = [(self.terminal.line(one), Text()) for one in (sources.rule, *sources.facts)]
        if sources.rule:
            yield from self.section("Rule", rule)
        if self.seen.diagnosis is not None:
            yield from self.remarks.lines("Diagnosis", fault_lines(self.seen.diagnosis))
        if check.visibility.value == "hidden":
            yield Text()
            yield Text(FOR_STAFF, "bold")

    def line_of(self, check: CheckResult, files: Mapping[str, bytes]) -> Iterator[RenderableType]:
        """Yield the submission's lines around the cause, if it is known."""
        cause = check.reason
        if not cause.line or cause.file not in files:
            return
        lines = files[cause.file].decode("utf-8", "replace").splitlines()
        first = max(cause.line - AROUND, 1)
        shown = []
        for number in range(first, min(cause.line + AROUND, len(lines)) + 1):
            is_it = number == cause.line
            text = Text(f"{'>' if is_it else ' '} {number:>5}  ", "bold" if is_it else "dim")
            code = self.terminal.line(lines[number - 1], "bold" if is_it else "")
            shown.append((Text.assemble(text, code), Text()))
        yield from self.section(f"{self.terminal.safe(cause.file)}, line {cause.line}", shown)

    def besides(self) -> Iterator[RenderableType]:
        """Yield what rules and people changed: late days, deductions, decisions, tutors' marks."""
        lost = [check for check in self.result.checks if check.verdict is not Verdict.PASSED]
        if self.gradable and lost and not title_only(lost[0], self.audience):
            off = sum((one.max_marks - one.marks for one in lost), start=lost[0].marks * 0)
            yield Text()
            yield Text(f"Marks lost: {marks_in_words(off)}")
        yield from self.remarks.adjustments()
        yield from self.remarks.by_a_tutor()
        yield from self.remarks.lines("Hints", self.seen.hints)

    @property
    def remarks(self) -> Remarks:
        """Return the sections that do not concern a check."""
        return Remarks(
            self.seen,
            self.terminal,
            self.painter,
            self.width,
            self.details,
            self.all_checks,
        )
