"""The end of a terminal report: tutors' parts, adjustments, findings, flags and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from graders.harness.reports.audience import sees_intake
from graders.harness.reports.console import CAUTION, marks_in_words
from graders.harness.reports.diagnosed import PLACES, fault_lines
from graders.harness.reports.layout import Barred
from graders.harness.reports.loading import flags_of
from graders.harness.reports.report_part import ReportPart
from graders.harness.reports.sentences import flag_texts, note_text
from graders.harness.reports.verdicts import by_whom, severity
from graders.harness.result import Finding, FlagCode, ManualPart, whole

ONE_CAUSE = FlagCode.ONE_CAUSE

FINDINGS = 20
"""Findings shown unless all are requested."""


class Remarks(ReportPart):
    """Sections of a result other than its checks."""

    def parts(self) -> Iterator[RenderableType]:
        """Yield what tutors and rules say, findings, flags and notes, unless empty."""
        yield from self.by_a_tutor()
        yield from self.comments()
        yield from self.adjustments()
        yield from self.lines("Hints", self.seen.hints)
        yield from self.lines(PLACES, self.seen.places)
        if self.result.findings:
            yield from self.findings(self.result.findings)
        if sees_intake(self.audience):
            others = [flag for flag in flags_of(self.result) if flag.code is not ONE_CAUSE]
            yield from self.lines("Needs review", flag_texts(others), CAUTION)
            if self.seen.diagnosis is not None:
                faults = fault_lines(self.seen.diagnosis)
                yield from self.lines("Known faults", faults)
            yield from self.lines("Submission notes", map(note_text, self.result.notes))

    def one_cause(self) -> Iterator[RenderableType]:
        """Yield the one cause of many failures, for the top of the report."""
        if sees_intake(self.audience):
            causes = [flag for flag in self.result.flags if flag.code is ONE_CAUSE]
            yield from self.lines("One cause", flag_texts(causes), CAUTION)

    def by_a_tutor(self) -> Iterator[RenderableType]:
        """Yield the parts that a tutor marks, and the whole mark."""
        if not self.result.manual:
            return
        rows = []
        for part in self.result.manual:
            name = self.terminal.text(part.name)
            if part.comment:
                name.append("\n").append_text(self.terminal.text(part.comment, "dim"))
            rows.append((name, self.marks_of(part)))
        known = whole(self.result)
        if known:
            rows.append((Text("Whole mark", "bold"), self.fraction(*known, "bold")))
        yield from self.section("Marked by a tutor", rows)

    def comments(self) -> Iterator[RenderableType]:
        """Yield the tutors' comments, with their lines."""
        rows = []
        for comment in self.result.comments:
            text = self.terminal.text(comment.text)
            if comment.where:
                text = self.terminal.line(comment.where, "bold").append("\n").append_text(text)
            rows.append((text, Text()))
        if rows:
            yield from self.section("Comments", rows)

    def marks_of(self, part: ManualPart) -> Text:
        """Return the marks of a tutor's part."""
        if part.marks is not None:
            return self.fraction(part.marks, part.max_marks)
        full = (f" / {marks_in_words(part.max_marks)}", "dim")
        return Text.assemble(("not marked yet", CAUTION), full)

    def adjustments(self) -> Iterator[RenderableType]:
        """Yield the changes to the total, by rules and by people."""
        for heading, changes in by_whom(self.result):
            rows = []
            for change in changes:
                sign = "+" if change.amount > 0 else ""
                rule = self.terminal.line(change.rule)
                reason = self.terminal.text(change.reason, "dim")
                words = sign + marks_in_words(change.amount)
                amount = Text(words if change.amount else "")
                rows.append((Text.assemble(rule, "  ", reason), amount))
            yield from self.section(heading, rows)

    def lines(
        self, heading: str, sentences: Iterable[str], style: str = ""
    ) -> Iterator[RenderableType]:
        """Yield a section of sentences, unless there are none."""
        rows = [(self.terminal.line(sentence, style), Text()) for sentence in sentences]
        if rows:
            yield from self.section(heading, rows)

    def findings(self, findings: Sequence[Finding]) -> Iterator[RenderableType]:
        """Yield the findings about the code, with file and line."""
        selected = findings if self.all_checks else findings[:FINDINGS]
        terminal = self.terminal
        dot = f" {terminal.glyphs.dot} "
        rows = [
            (
                Text.assemble(
                    terminal.line(f"{finding.file}:{finding.line}", "bold"),
                    "  ",
                    terminal.line(finding.message),
                    "\n  ",
                    terminal.line(
                        f"{severity(finding)}: {finding.rule}{dot}{finding.source}",
                        "dim",
                    ),
                    overflow="fold",
                ),
                Text(),
            )
            for finding in selected
        ]
        yield from self.section(f"About the code ({len(findings)})", rows)
        if len(selected) < len(findings):
            yield Barred(
                Text(f"... {len(findings) - len(selected)} more", "dim"),
                terminal.glyphs.side,
                "dim",
            )
