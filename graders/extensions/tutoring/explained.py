"""One check of one submission on a page: all that a student asks about, for ``grader explain``.

It has the call, the input, what was expected and what came, the rule, the line of the submission,
the diagnosis, and who took off or gave back which marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from graders.harness.diagnosis import Diagnosis
from graders.harness.reports.audience import Audience, title_only
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.document import model as doc
from graders.harness.reports.loading import lost
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import message_of
from graders.harness.reports.source import lines_of
from graders.harness.reports.submission_report import SubmissionReport
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
    changes = [
        adjustment for adjustment in result.adjustments if adjustment.about in ("", check.id)
    ]
    return msgspec.structs.replace(
        result,
        checks=(check,),
        adjustments=tuple(changes),
        findings=(),
        flags=(),
        notes=(),
    )


def document(
    result: Result,
    check: CheckResult | None,
    *,
    style: ReportStyle,
    audience: Audience = Audience.STAFF,
    diagnosis: Diagnosis | None = None,
    sources: Background = Background(),
    graded: str = "",
) -> doc.WholeDocument:
    """Return whose result it is, then all about *check*, or all that did not pass in short; last,
    for staff, what *graded* says about the grading.
    """
    if check is not None:
        result = only(result, check)
        diagnosis = diagnosis and diagnosis.about(check.id)
    seen = style.redacted(result, audience, diagnosis)
    page = _Explanation(seen, title=style.title, people=style.people, all_checks=False)
    page.background = None if check is None else sources
    page.graded = graded
    return page.document()


class _Explanation(SubmissionReport):
    """A page about one check, or about all that did not pass."""

    background: Background | None = None
    """Of the one check."""
    graded: str = ""

    def blocks(self) -> Iterator[doc.Block]:
        """Yield the page from top to bottom."""
        who = " · ".join(self.people) or self.result.submission
        yield doc.Headline(who, f"{self.title}, handed in as {self.result.submission}")
        sources = self.background
        yield from self.failed() if sources is None else self.of_one(sources)
        if self.graded and self.audience is Audience.STAFF:
            yield from self.listed_lines("How it was marked", (self.graded,))

    def failed(self) -> Iterator[doc.Block]:
        """Yield the checks that did not pass, each with a line on why."""
        blocks, bare = worst_first(self.result.checks, self.audience)
        if not blocks and not bare:
            yield doc.Notice(
                [doc.strong("Every check that ran passed.", doc.Tone.GOOD)], doc.Tone.GOOD
            )
        for block in blocks:
            card = self.card(block)
            if len(block) == 1:
                message = message_of(block[0])
                short = message if len(message) <= SHORT else f"{message[:SHORT]} ..."
                lines = [*self.about(block), doc.plain(short)]
                body = [doc.Paragraph(line) for line in lines if any(span.text for span in line)]
                card = replace(card, body=body)
            yield card
        if bare:
            yield doc.Rows([self.row(check) for check in bare])
        yield from self.besides()

    def of_one(self, sources: Background) -> Iterator[doc.Block]:
        """Yield the page about the only check."""
        if not self.result.checks:
            yield doc.Notice(doc.plain(NOT_SHOWN), doc.Tone.OPEN)
            return
        (check,) = self.result.checks
        if title_only(check, self.audience):
            yield doc.Rows([self.row(check)])
            yield doc.Paragraph([doc.quiet(TITLE_ONLY)])
        else:
            yield self.card([check])
            yield from self.line_of(check, sources.files)
            yield from self.of_staff(check, sources)
        yield from self.besides()

    def of_staff(self, check: CheckResult, sources: Background) -> Iterator[doc.Block]:
        """Yield the rule and the diagnosis, for staff."""
        if self.audience is not Audience.STAFF:
            return
        if sources.rule:
            yield from self.listed_lines("Rule", (sources.rule, *sources.facts))
        yield from self.known_faults()
        if check.visibility.value == "hidden":
            yield doc.Notice([doc.strong(FOR_STAFF)], doc.Tone.ALARM)

    def line_of(self, check: CheckResult, files: Mapping[str, bytes]) -> Iterator[doc.Block]:
        """Yield the submission's lines around the cause, if it is known."""
        cause = check.reason
        if not cause.line or cause.file not in files:
            return
        lines = lines_of(files[cause.file])
        first = max(cause.line - AROUND, 1)
        shown = [
            doc.CodeLine(number, lines[number - 1], doc.Tone.BAD if number == cause.line else None)
            for number in range(first, min(cause.line + AROUND, len(lines)) + 1)
        ]
        if shown:
            listing = doc.Listing("", "", [shown], ())
            yield doc.Section(f"{cause.file}, line {cause.line}", [listing], "lines")

    def besides(self) -> Iterator[doc.Block]:
        """Yield what rules and people changed: late days, deductions, decisions, tutors' marks."""
        failed = [
            check_result
            for check_result in self.result.checks
            if check_result.verdict is not Verdict.PASSED
        ]
        if self.gradable and failed and not title_only(failed[0], self.audience):
            yield doc.Notice(doc.plain(f"Marks lost: {marks_in_words(lost(failed))}"), doc.Tone.BAD)
        yield from self.adjustments()
        yield from self.by_a_tutor()
        yield from self.hints()
