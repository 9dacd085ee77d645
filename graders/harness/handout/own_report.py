"""The report on a student's own check: what ran, what is not written yet, and the next step.

The terminal's report is `checkup_report`; page and job's summary are this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from graders.harness.handout.checkup import (
    UNCLEAR,
    Checkup,
    costs_marks,
    kind_of_total,
    next_step,
    only_what_ran,
    sections_of,
)
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.console import how_many
from graders.harness.reports.document import markdown_painter
from graders.harness.reports.document import model as doc
from graders.harness.reports.html import page_painter
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.submission_report import SubmissionReport
from graders.harness.result import CheckResult


class OwnReport(SubmissionReport):
    """The report on what ran of a student's own check."""

    def __init__(
        self,
        seen: RedactedResult,
        checkup: Checkup,
        title: str,
        *,
        sources: Mapping[str, bytes] | None = None,
        all_checks: bool = True,
        everything: bool = False,
    ) -> None:
        """everything: no check waits for functions that are not written; the others are as those of
        `SubmissionReport`.
        """
        ran = only_what_ran(seen, checkup, everything=everything)
        super().__init__(ran, title=title, sources=sources, all_checks=all_checks)
        self.checkup = checkup
        self.sections = sections_of(ran, checkup, everything=everything)

    def before_scores(self) -> Iterator[doc.Block]:
        """See `SubmissionReport`."""
        yield from self.listed_lines("Your files", self.checkup.remarks, doc.Tone.CAUTION)

    def before_failures(self) -> Iterator[doc.Block]:
        """See `SubmissionReport`."""
        yield from self.not_written()

    def headings(self) -> tuple[str, str, str]:
        """See `SubmissionReport`."""
        return self.title, "Check of your files", ""

    def kind_of_sum(self) -> str:
        """See `SubmissionReport`."""
        return kind_of_total(self.result, self.checkup)

    def judged(self) -> Sequence[CheckResult]:
        """See `SubmissionReport`."""
        return self.sections.judged(self.result)

    def open_marks(self, task: str = "") -> Fraction:
        """See `SubmissionReport`."""
        return self.sections.open_marks(task)

    @property
    def full(self) -> Fraction:
        """See `SubmissionReport`."""
        return self.checkup.whole if self.checkup.chosen else self.result.max_marks

    def notices(self) -> Iterator[doc.Notice]:
        """Yield what limits the marks, and the next step."""
        yield from super().notices()
        if step := next_step(self.seen, self.checkup, self.sections):
            is_done = not (
                self.sections.blocks or self.checkup.unwritten or costs_marks(self.result)
            )
            yield doc.Notice([doc.strong(step)], doc.Tone.GOOD if is_done else doc.Tone.OPEN)

    def blocks_of_failures(self) -> list[list[CheckResult]]:
        """See `SubmissionReport`."""
        return self.sections.blocks

    def is_all_well(self) -> bool:
        """See `SubmissionReport`."""
        is_done = not self.checkup.unwritten and not costs_marks(self.result)
        return is_done and super().is_all_well()

    def remark_on(self, check: CheckResult) -> str:
        """See `SubmissionReport`."""
        return UNCLEAR if check.id in self.sections.unclear else ""

    def not_written(self) -> Iterator[doc.Section]:
        """Yield the functions that are unchanged from the starter, by file."""
        if not self.checkup.unwritten:
            return
        files = self.checkup.by_file().items()
        rows = [
            doc.Row([doc.strong(file)], note=doc.plain(", ".join(names))) for file, names in files
        ]
        body: list[doc.Block] = [doc.Rows(rows)]
        if waiting := self.sections.waiting:
            wait = how_many(len(waiting), "check waits", "checks wait")
            body.append(doc.Fold(f"{wait} for them", self.by_task(waiting, doc.Tone.OPEN)))
        are = "is" if len(self.checkup.unwritten) == 1 else "are"
        heading = f"{self.checkup.count()} {are} not written yet"
        yield doc.Section(heading, body, "not-written")


def page(
    seen: RedactedResult, checkup: Checkup, report_style: ReportStyle, sources: Mapping[str, bytes]
) -> bytes:
    """Return the report as a page, UTF-8. sources: the files, to show the lines with findings."""
    report = OwnReport(seen, checkup, report_style.title, sources=sources)
    return page_painter.paint(report.document(), report_style.painter)


def summary(seen: RedactedResult, checkup: Checkup, report_style: ReportStyle) -> bytes:
    """Return the report as Markdown, UTF-8."""
    report = OwnReport(seen, checkup, report_style.title)
    return markdown_painter.document(report.blocks(), report_style.painter)
