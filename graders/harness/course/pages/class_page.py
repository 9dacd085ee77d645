"""The page of a class: marks by part, checks, common mistakes, and a table of all students.

It is for staff only: it names people and shows hidden checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from urllib.parse import quote

from graders.harness.content import atomic_write
from graders.harness.course.pages.class_folder import PAGE
from graders.harness.course.pages.class_report import (
    TONES,
    ClassReport,
    figures,
    histogram,
    joined,
    percent,
)
from graders.harness.course.pages.distribution import Distribution, PartKind, PartMarks
from graders.harness.course.pages.gradebook import (
    GradebookRow,
    marked_parts,
    part_marks,
    results_of,
    task_marks,
    tasks_of,
    whole_mark,
)
from graders.harness.course.pages.items import FEWEST, Item, chance
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.pages.summary import ClassSummary
from graders.harness.diagnosis import FaultGroup
from graders.harness.errors import GraderError
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.reports.document import model as doc
from graders.harness.reports.html.page_painter import paint
from graders.harness.reports.loading import unloaded_files
from graders.harness.reports.painting import Painter
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.result_folder import STAFF_PAGE
from graders.harness.reports.sentences import file_title
from graders.harness.result import ManualPart, TaskResult, adjusted, total

LATE, UNLOADED = "late", "does not load"
ALIKE = "Equal apart from comments and white space. Files given to everybody are left out."
SEPARATES = (
    ": how closely passing goes with the marks of all other checks, from -1 to 1; "
    "up to {} may be chance in this class. "
)
DOUBTFUL = "Coloured values: those who do well otherwise pass less often, so look at the check. "
TOO_FEW = f"Fewer than {FEWEST} submissions are too few to say how well a check separates. "
COSTS = ": the marks that a submission lost by it, on average."


def write_page(
    out: Path,
    summary: ClassSummary,
    rows: Sequence[GradebookRow],
    report_style: ReportStyle,
    assignment: str,
) -> None:
    """Write the page of a class below *out*. Raises GraderError."""
    folders: dict[str, str] = {}
    for row in rows:
        if row.result:
            folders[row.page] = page_folder(row.page)
            # Links to a whole submission go to the first member's page.
            folders.setdefault(row.submission, folders[row.page])
    page = class_page(
        summary,
        rows,
        report_style.painter,
        folders,
        report_style.title,
        assignment,
    )
    try:
        out.mkdir(parents=True, exist_ok=True)
        atomic_write(out / PAGE, page)
    except OSError as error:
        raise GraderError(f"cannot write below {out}: {error.strerror}") from None


def class_page(
    summary: ClassSummary,
    rows: Sequence[GradebookRow],
    painter: Painter | None,
    folders: Mapping[str, str],
    title: str,
    id: str,
) -> bytes:
    """Return the page of a class, UTF-8.

    title, id: the assignment's; painter: draws pictures; folders: submission or
    page (see `pages`) -> its folder, relative to the page.
    """
    links = {submission: f"{quote(folder)}/{STAFF_PAGE}" for submission, folder in folders.items()}
    page = _ClassPage(summary, links, _people(rows))
    blocks: list[doc.Block] = [
        page.headline(title, id),
        *page.review(),
        *page.changed(),
        *page.identical(),
        *page.marks(),
        *page.hardest(),
        *page.faults(),
        doc.Section("All students", [page.students(rows)], "people"),
        *page.missing(),
    ]
    banner = "it names people and shows hidden checks"
    footer = [doc.plain("Class report, for staff.")]
    return paint(doc.WholeDocument(blocks, banner, footer, wide=True), painter)


def _people(rows: Sequence[GradebookRow]) -> Mapping[str, str]:
    """Return the authors of submissions that are not named after them."""
    people: dict[str, list[str]] = {}
    for row in rows:
        if row.submission and row.shown != row.submission:
            people.setdefault(row.submission, []).append(row.shown)
    return {submission: "; ".join(names) for submission, names in people.items()}


class _ClassPage(ClassReport):
    """The parts of the page: those of the summary with all of their lines, and others."""

    most = None

    def headline(self, title: str, id: str) -> doc.Headline:
        """Return the title, and the number of people by state."""
        facts = [doc.Span(f"{self.summary.people} in all")]
        for state, count in self.summary.states:
            facts += [doc.DOT, doc.strong(f"{count} {state.value}", TONES[state])]
        if unmarked := self.unmarked():
            facts += [doc.DOT, unmarked]
        return doc.Headline(title, f"The class · {id}", facts=facts)

    def identical(self) -> Iterator[doc.Section]:
        """Yield the files that several submissions share."""
        for section in super().identical():
            note = doc.Paragraph([doc.quiet(ALIKE)])
            yield doc.Section(section.heading, [*section.body, note], section.id)

    def marks(self) -> Iterator[doc.Section]:
        """Yield the distributions of marks."""
        whole, totals = self.summary.whole_marks, self.summary.marks
        if not totals:
            return
        body: list[doc.Block] = [figures(totals), histogram(totals)]
        if whole:
            named = (("Whole marks", whole), ("Before tutors' marks", totals))
            both = [
                doc.Subsection(
                    f"{name} ({how_many(marks.count, 'person', 'people')})",
                    [figures(marks), histogram(marks)],
                )
                for name, marks in named
            ]
            body = [doc.Together(both)]
        rows = [_sum(part) for part in self.summary.parts]
        table = doc.DataTable("Marks by part", distribution_columns("part", "people"), rows)
        by_part = doc.Subsection("By part", [table])
        yield doc.Section("Marks", [*body, by_part], "marks")

    def hardest(self) -> Iterator[doc.Section]:
        """Yield the hardest checks, and all checks on request."""
        summary, items = self.summary, self.summary.items
        if not summary.hardest:
            return
        about = [doc.quiet(TOO_FEW)]
        most = max(item.of for item in items)
        if most >= FEWEST:
            by_chance = f"{chance(most):.2f}"
            about = [doc.strong("Separates"), doc.quiet(SEPARATES.format(by_chance))]
            if any(item.is_doubtful for item in items):
                about.append(doc.quiet(DOUBTFUL))
        about += [doc.strong("Costs"), doc.quiet(COSTS)]
        everything = doc.Fold(
            f"All checks ({len(items)})", [_checks("All checks", items, sortable=True)]
        )
        hardest = _checks("Hardest checks", summary.hardest)
        body: list[doc.Block] = [hardest, everything, doc.Paragraph(about)]
        yield doc.Section("Hardest checks", body, "hardest")

    def faults(self) -> Iterator[doc.Section]:
        """Yield the faults, those of one submission on request."""
        groups = self.summary.groups
        lone = [self._fault(group) for group in groups if len(group.submissions) == 1]
        body: list[doc.Block] = [
            self._fault(group) for group in groups if len(group.submissions) > 1
        ]
        if lone:
            body.append(doc.Fold(f"Faults of one submission each ({len(lone)})", lone))
        if body:
            yield doc.Section("Commonest faults", body, "faults")

    def _fault(self, group: FaultGroup) -> doc.Card:
        names = [self.linked(name) for name in group.submissions]
        body = [doc.Paragraph(joined(names, most=None))]
        if group.faults:
            body.insert(0, doc.Paragraph(joined([[doc.code(id)] for id in group.faults], " or ")))
        tone = doc.Tone.BAD if group.faults else doc.Tone.OPEN
        right = _submissions(len(group.submissions))
        return doc.Card(group.sentence, tone, right, body, is_open=False, signed=False)

    def students(self, rows: Sequence[GradebookRow]) -> doc.DataTable:
        """Return the table of all people, with the columns that anybody needs."""
        columns = [*self._about(rows), *self._marks(rows)]
        shown, kinds = [], Counter[str]()
        for row in rows:
            files = unloaded_files(row.result) if row.result else {}
            found = {LATE: row.late, UNLOADED: bool(files)}
            mine = [kind for kind, holds in found.items() if holds]
            kinds.update(mine)
            reasons = [*(file_title(file) for file in files), *row.reasons]
            flags = joined(
                [[doc.Span(reason, tone=doc.Tone.CAUTION)] for reason in reasons], "; ", None
            )
            state = doc.Span(row.state.value, tone=TONES[row.state], tag=True)
            cells = [*(cell(row) for _, cell in columns), doc.Cell([state], flags)]
            shown.append(doc.TableRow(cells, [row.state.value, *mine]))
        headings = [
            *(column for column, _ in columns),
            doc.DataColumn(doc.plain("status and flags")),
        ]
        filters = [(state.value, count) for state, count in self.summary.states]
        filters += [(kind, kinds[kind]) for kind in (LATE, UNLOADED) if kinds[kind]]
        return doc.DataTable("All students", headings, shown, sortable=True, filters=filters)

    def _about(self, rows: Sequence[GradebookRow]) -> Iterator[_Filled]:
        """Yield the columns of names. The submission's is the link, if people have other names."""

        def name(row: GradebookRow) -> doc.Cell:
            return doc.Cell([doc.Span(row.shown, href="" if is_named else self._page(row))])

        def submission(row: GradebookRow) -> doc.Cell:
            return doc.Cell([doc.Span(row.submission, href=self._page(row))])

        is_named = any(row.shown != row.submission for row in rows)
        yield column("name"), name
        if any(row.student_id for row in rows):
            yield column("id"), lambda row: doc.Cell(doc.plain(row.student_id))
        if any(row.group for row in rows):
            yield column("group"), lambda row: doc.Cell(doc.plain(row.group))
        if is_named:
            yield column("submission"), submission

    def _page(self, row: GradebookRow) -> str:
        """Return the link to a row's page; "" if there is none."""
        return self.links.get(row.page or row.submission, "") if row.result else ""

    def _marks(self, rows: Sequence[GradebookRow]) -> Iterator[_Filled]:
        """Yield the columns of marks."""
        results, parts = results_of(rows), self.summary.parts
        full = {part.kind: part.marks.out_of for part in parts}
        for task in tasks_of(results):
            yield _task(task)
        if any(result.adjustments for result in results):
            yield column("adjustments", number=True), _adjustments
        yield (
            column("total", full.get(PartKind.TOTAL), number=True),
            lambda row: _mark(total(row.graded) if row.graded else None, strong=True),
        )
        by_hand = marked_parts(results)
        for part in by_hand:
            yield _part(part)
        if by_hand:
            yield (
                column("whole mark", full.get(PartKind.WHOLE), number=True),
                lambda row: _mark(whole_mark(row.result)[0]),
            )
        if any(row.days_late for row in rows):
            yield column("days late", number=True), lambda row: _mark(row.days_late or None)


_Filled = tuple[doc.DataColumn, Callable[[GradebookRow], doc.Cell]]
"""A column of the table of students, and a row's cell in it."""


def column(name: str, full: Fraction | None = None, *, number: bool = False) -> doc.DataColumn:
    """Return a column. full: the maximum, named in the heading."""
    besides = () if full is None else (doc.Span(" "), doc.quiet(f"/ {marks_in_words(full)}"))
    return doc.DataColumn([doc.Span(name), *besides], number)


def _mark(marks: Fraction | None, *, strong: bool = False) -> doc.Cell:
    return doc.Cell(() if marks is None else [doc.Span(marks_in_words(marks), strong)])


def _task(task: TaskResult) -> _Filled:
    heading = column(without_file(task.name) or task.id, task.max_marks, number=True)
    return replace(heading, part=True), lambda row: _mark(task_marks(task, row.graded))


def _part(part: ManualPart) -> _Filled:
    heading = column(without_file(part.name), part.max_marks, number=True)
    return heading, lambda row: _mark(part_marks(part, row.result))


def _adjustments(row: GradebookRow) -> doc.Cell:
    """Return the sum of the changes, and their rules."""
    changes = row.graded.adjustments if row.graded else ()
    if not row.graded or not changes:
        return doc.Cell()
    rules = [[doc.quiet(change.rule)] for change in changes]
    if len(changes) > 1:
        for line, change in zip(rules, changes, strict=True):
            sign = "+" if change.amount > 0 else ""
            line.append(doc.quiet(f" {sign}{marks_in_words(change.amount)}"))
    marks = marks_in_words(adjusted(row.graded))
    return doc.Cell(doc.plain(marks), doc.lines(rules), marks)


def without_file(name: str) -> str:
    """Return the name of a part without the file or the remark in parentheses."""
    return name.partition(" (")[0]


def _sum(part: PartMarks) -> doc.TableRow:
    """Return a row of the table of parts."""
    marks, name = part.marks, doc.plain(without_file(part.name))
    if part.kind is PartKind.TUTOR:
        name = [*name, doc.quiet(" by a tutor")]
    is_sum = part.kind in (PartKind.TOTAL, PartKind.WHOLE)
    return doc.TableRow([doc.Cell(name), *distribution_cells(marks)], is_sum=is_sum)


def distribution_columns(first: str, last: str) -> list[doc.DataColumn]:
    """Return the columns of `distribution_cells` behind the *first*. last: what is counted."""
    names = ("SD", "median", "lowest", "highest", last)
    return [
        *(column(first), column("mean", number=True), column("out of", number=True)),
        doc.DataColumn(doc.plain("as a drawing"), drawn=True),
        *(column(name, number=True) for name in names),
    ]


def distribution_cells(marks: Distribution) -> list[doc.Cell]:
    """Return the cells of a distribution of marks, for `distribution_columns`."""
    numbers = (marks.deviation, marks.median, marks.lowest, marks.highest, Fraction(marks.count))
    return [
        _mark(marks.mean, strong=True),
        _mark(marks.out_of or None),
        doc.Cell(histogram(marks)),
        *(_mark(number) for number in numbers),
    ]


def _checks(name: str, items: Sequence[Item], *, sortable: bool = False) -> doc.DataTable:
    columns = [
        column("did not pass", number=True),
        doc.DataColumn(doc.plain("as a bar"), drawn=True),
        column("check"),
        *(column(name, number=True) for name in ("submissions", "separates", "costs")),
    ]
    return doc.DataTable(name, columns, [_check(item) for item in items], sortable)


def _check(item: Item) -> doc.TableRow:
    share, found = Fraction(percent(item)), item.discrimination
    cost, full = marks_in_words(item.cost), marks_in_words(item.max_marks)
    separates = doc.Span("" if found is None else f"{found:z.2f}")
    if item.is_doubtful:
        separates = doc.strong(separates.text, doc.Tone.BAD)
    return doc.TableRow(
        [
            doc.Cell([doc.strong(f"{share} %")], value=str(share)),
            doc.Cell(doc.Gauge(share, share, Fraction(100), doc.Tone.BAD)),
            doc.Cell([doc.Span(item.title), doc.Span(" "), doc.code(item.id)]),
            doc.Cell(doc.plain(f"{item.not_passed} of {item.of}"), value=str(item.not_passed)),
            doc.Cell([separates]),
            doc.Cell([doc.Span(cost), doc.quiet(f" / {full}")], value=cost),
        ]
    )


def _submissions(count: int) -> doc.Line:
    word = "submission" if count == 1 else "submissions"
    return doc.strong(str(count)), doc.quiet(f" {word}")
