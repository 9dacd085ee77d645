"""The report on one result, built once for every reader and medium."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec.structs import replace

from graders.harness.reports.audience import (
    Audience,
    RedactedResult,
    apart,
    cites_facts,
    sees_intake,
    sum_of_marks,
    sum_of_maxima,
    title_only,
)
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.reports.diagnosed import PLACES
from graders.harness.reports.document import model as doc
from graders.harness.reports.loading import (
    Folded,
    flags_of,
    folded,
    not_folded,
    unloaded,
    with_blocked,
)
from graders.harness.reports.sentences import (
    file_reason,
    file_title,
    flag_text,
    flag_texts,
    message_of,
    note_text,
)
from graders.harness.reports.shared_cause import shared_cause, shown_once
from graders.harness.reports.source import (
    MOST_FINDINGS,
    SourceFile,
    beside_source,
    first_places,
    other_places,
)
from graders.harness.reports.verdicts import (
    UNNAMED,
    by_whom,
    counted,
    coverage,
    kind_of_sum,
    severity,
    what_ran,
    words,
    worst_first,
)
from graders.harness.result import (
    CheckResult,
    Comment,
    Finding,
    FlagCode,
    ManualPart,
    Status,
    TaskResult,
    Verdict,
    Visibility,
    not_passed,
    total,
    whole,
)

MOST_NAMES = 4
"""Checks listed by name behind the exhibits of the first, or of very many."""
VERY_MANY = 40
MOST_TASKS = 6
"""Tasks listed under an unusable file."""
FEW_FINDINGS, MORE_FINDINGS = 5, 20
"""Findings that students see beside their lines: as many as checks that did not pass, within these
limits; the upper one if all passed.
"""
HIDDEN = "Hidden checks: only title and verdict are shown"
FAULT = "The grader failed, not the submission."
SEVERITIES = {"breach": doc.Tone.BAD, "review": doc.Tone.CAUTION}


def tone(verdict: Verdict) -> doc.Tone:
    """Return the tone of a verdict."""
    return doc.Tone(verdict.group.value)


def fraction(marks: Fraction, full: Fraction) -> doc.Line:
    """Return marks over their maximum; empty if that is 0."""
    if not full:
        return ()
    return doc.strong(marks_in_words(marks)), doc.quiet(f" / {marks_in_words(full)}")


class SubmissionReport:
    """The report on a redacted result, and its options."""

    def __init__(
        self,
        seen: RedactedResult,
        *,
        title: str = "",
        people: Sequence[str] = (),
        sources: Mapping[str, bytes] | None = None,
        all_checks: bool = True,
        link: str = "",
    ) -> None:
        """title: the assignment's, by default its id; people: the authors, if known; sources: the
        submission's files, to show lines of them; all_checks: also list checks that passed or did
        not run, and leave nothing out; link: to the page of the class.
        """
        result = replace(seen.result, checks=with_blocked(seen.result.checks))
        seen = dataclasses.replace(seen, result=result)
        self.seen, self.result, self.audience = seen, seen.result, seen.audience
        self.title, self.people, self.link = title or self.result.assignment, people, link
        self.sources, self.all_checks = sources or {}, all_checks
        self.gradable = self.result.status is Status.GRADED
        self.known = shown_once(self.seen.diagnosis, self.result.checks)
        self.numbers = iter(range(1, len(self.result.checks) + 1))

    def document(self) -> doc.WholeDocument:
        """Return the whole report."""
        staff = self.audience is Audience.STAFF
        footer: list[doc.Line] = [
            doc.plain("Report for staff." if staff else "Report for the student.")
        ]
        if staff and cites_facts(self.result):
            facts = doc.code(f"docs/assignments/{self.result.assignment}.md")
            there = " in the grader's repository."
            footer.append(
                [*doc.plain("Sections such as “spec 1” are those of "), facts, *doc.plain(there)]
            )
        banner = "this page shows hidden checks" if staff else ""
        return doc.WholeDocument(list(self.blocks()), banner, footer)

    def blocks(self) -> Iterator[doc.Block]:
        """Yield the report from top to bottom."""
        yield self.headline()
        yield from self.before_scores()
        yield from self.scores()
        yield from self.before_failures()
        yield from self.not_passed()
        if self.all_checks:
            yield from self.listed("Passed", Verdict.PASSED, "passed")
            yield from self.listed("Not run", Verdict.NOT_RUN, "not-run")
        yield from self.by_a_tutor()
        yield from self.adjustments()
        yield from self.hints()
        yield from self.comments()
        yield from self.flags()
        yield from self.about_the_code()
        if sees_intake(self.audience):
            notes = [doc.Row(doc.plain(note_text(note))) for note in self.result.notes]
            yield from self.section("Submission notes", notes, "notes")

    def before_scores(self) -> Iterator[doc.Block]:
        """Yield what stands between headline and marks."""
        yield from self.flags(one_cause=True)

    def before_failures(self) -> Iterator[doc.Block]:
        """Yield what stands between the marks and the checks that did not pass."""
        yield from self.known_faults()

    def section(
        self,
        heading: str,
        rows: Sequence[doc.Row],
        id: str,
        place: doc.Position = doc.Position.MAIN,
        tone: doc.Tone | None = None,
    ) -> Iterator[doc.Section]:
        """Yield a section that is a list, unless that is empty."""
        if rows:
            yield doc.Section(heading, [doc.Rows(rows)], id, place, tone)

    def listed_lines(
        self, heading: str, sentences: Iterable[str], tone: doc.Tone | None = None
    ) -> Iterator[doc.Section]:
        """Yield a section of sentences at the top, unless there are none."""
        rows = [doc.Row([doc.Span(sentence, tone=tone)]) for sentence in sentences]
        id = heading.partition(" (")[0].lower().replace(" ", "-")
        yield from self.section(heading, rows, id, doc.Position.TOP, tone or doc.Tone.PERSON)

    # The top.

    def headline(self) -> doc.Headline:
        """Return names, marks and the counts of verdicts."""
        result, checks = self.result, self.judged()
        counts = [
            (tone(verdict), f"{count} {phrase}")
            for verdict, count, phrase in counted(checks, self.audience)
        ]
        kind = self.kind_of_sum()
        value: doc.Line = [doc.Span("no mark", strong=True, tone=doc.Tone.ALARM)]
        marks, full = known = whole(result) or (total(result), result.max_marks)
        if not self.gradable:
            kind = "not gradable"
        else:
            value = fraction(*known)
            if whole(result):
                sums = marks_in_words(total(result)), marks_in_words(result.max_marks)
                kind = f"with a tutor's marks; {' / '.join(sums)} are {kind}"
        language = f"with {result.language}" if result.language else ""
        besides = full - result.max_marks - self.open_marks()
        return doc.Headline(
            *self.headings(),
            self.link,
            counts,
            how_many(len(checks), "check"),
            value,
            [kind, language] if language else [kind],
            self.meter(marks, self.reached + besides, full),
            list(self.notices()),
        )

    def headings(self) -> tuple[str, str, str]:
        """Return the title, and what stands over and under it."""
        submission = self.result.submission
        if not self.people:
            return submission, self.title, ""
        return " · ".join(self.people), self.title, f"handed in as {submission}"

    def kind_of_sum(self) -> str:
        """Return of what the total is the sum."""
        return kind_of_sum(self.seen)

    def judged(self) -> Sequence[CheckResult]:
        """Return the checks that are counted."""
        return self.result.checks

    def open_marks(self, task: str = "") -> Fraction:
        """Return the marks of one *task*, or of all, that are neither earned nor lost yet."""
        return Fraction(0)

    @property
    def full(self) -> Fraction:
        """The marks of all checks, those that did not run included."""
        return self.result.max_marks

    @property
    def reached(self) -> Fraction:
        """The marks of the checks that ran."""
        return sum(map(self.seen.at_stake, self.result.tasks), Fraction(0))

    def notices(self) -> Iterator[doc.Notice]:
        """Yield what limits the marks."""
        if not self.gradable:
            again = doc.Span(" Grade it again: nothing here is a mark.", tone=doc.Tone.ALARM)
            yield doc.Notice([doc.strong(FAULT, doc.Tone.ALARM), again], doc.Tone.ALARM)
        elif self.reached < self.full:
            text = f"{coverage(self.reached, self.full)}: {what_ran(self.result.checks)}."
            yield doc.Notice([doc.Span(text, tone=doc.Tone.CAUTION)], doc.Tone.CAUTION)

    def meter(self, marks: Fraction, reached: Fraction, full: Fraction) -> doc.Gauge:
        """Return a meter of marks, empty if the result has none."""
        return (
            doc.Gauge(marks, reached, full)
            if self.gradable
            else doc.Gauge(full * 0, full * 0, full)
        )

    def scores(self) -> Iterator[doc.Scores]:
        """Yield the table of tasks and their marks."""
        rows = [self.score(task) for task in self.result.tasks]
        if rows:
            yield doc.Scores("Marks", ("Task", "Marks", "Checks passed"), rows)

    def score(self, task: TaskResult) -> doc.Score:
        """Return the row of a task."""
        checks = [check for check in self.result.checks if check.task == task.id]
        passed = sum(check.verdict is Verdict.PASSED for check in checks)
        reached = self.seen.at_stake(task) - self.open_marks(task.id)
        return doc.Score(
            task.shown,
            fraction(task.marks, task.max_marks) if self.gradable else [doc.quiet("no mark")],
            self.meter(task.marks, reached, task.max_marks) if task.max_marks else None,
            [
                doc.Span(
                    f"{passed} of {len(checks)}",
                    tone=doc.Tone.GOOD if passed == len(checks) else None,
                )
            ]
            if checks
            else (),
        )

    # Checks.

    def not_passed(self) -> Iterator[doc.Block]:
        """Yield the checks that ran and did not pass: grader's faults, then by lost marks; hidden
        ones by title only.
        """
        bare, _ = apart(not_passed(self.result.checks), self.audience)
        hidden = [self.row(check) for check in not_folded(self.seen, bare)]
        body: list[doc.Block] = [self.card(block) for block in self.blocks_of_failures()]
        if hidden:
            body.append(doc.Subsection(HIDDEN, [doc.Rows(hidden)], "hidden"))
        if body or bare:
            yield doc.Section("Did not pass", body, "not-passed")
        elif self.is_all_well():
            text = [doc.strong("Every check that ran passed.", doc.Tone.GOOD)]
            yield doc.Notice(text, doc.Tone.GOOD)

    def blocks_of_failures(self) -> list[list[CheckResult]]:
        """Return the checks that did not pass: those that an unusable file blocks, then others."""
        blocks, _ = worst_first(self.result.checks, self.audience, known=self.known)
        return sorted(blocks, key=lambda block: unloaded(block[0]) is None)

    def is_all_well(self) -> bool:
        """Return whether a result in which no check failed needs no more work."""
        ran = any(check.verdict is Verdict.PASSED for check in self.result.checks)
        return ran and self.gradable

    def remark_on(self, check: CheckResult) -> str:
        """Return a remark for the card of *check*, or ""."""
        return ""

    def card(self, block: Sequence[CheckResult]) -> doc.Card:
        """Return a check, or several with one cause."""
        first = block[0]
        file = unloaded(first)
        hidden = folded(self.seen, block) if file else None
        body: list[doc.Block] = []
        if file:
            title, message = file_title(file), file_reason(first.reason)
        else:
            title, message = first.shown, message_of(first)
            if len(block) > 1:
                title = f"{len(block)} checks: {words(first, self.audience)}"
                if known := self.known.get(first.id):
                    message = f"{known.title}. {message}"
                else:
                    message = shared_cause(first) or message
            body += [doc.Paragraph(line) for line in self.about(block)]
        if message:
            body.append(doc.Prose(message))
        if first.exhibits:
            body.append(doc.Exhibits(first.exhibits))
        if file:
            body.append(self.blocked(block))
        elif len(block) > 1:
            body += self.some_names(block)
        return doc.Card(
            title,
            tone(first.verdict),
            self.sum_of(block, hidden.max_marks if hidden else Fraction(0)),
            body,
            f"check-{next(self.numbers)}",
            self.remark_on(first),
        )

    def about(self, block: Sequence[CheckResult]) -> Iterator[doc.Line]:
        """Yield the line under a title: verdict, id, and who sees it."""
        seen_by = {check.visibility for check in block}
        line: list[doc.Span] = []
        if len(block) == 1:
            verdict = words(block[0], self.audience)
            line += [doc.strong(verdict, tone(block[0].verdict)), doc.DOT, doc.code(block[0].id)]
        if seen_by == {Visibility.HIDDEN} and self.audience is Audience.STAFF:
            line += [doc.DOT, doc.quiet("hidden from students")]
        elif seen_by == {Visibility.RELEASED}:
            line += [doc.DOT, doc.quiet(UNNAMED if len(block) == 1 else "hidden checks")]
        if line:
            yield line[1:] if line[0] is doc.DOT else line

    def blocked(self, block: Sequence[CheckResult]) -> doc.Fold:
        """Return the checks that an unusable file blocks."""
        hidden = folded(self.seen, block)
        if not self.all_checks:
            summary = f"{how_many(len(block), 'check')} could not run without this file"
            return doc.Fold(summary, [doc.Rows(list(self.tasks_of(block, hidden)))])
        summary = f"{how_many(len(block), 'check')} could not run without this file"
        if hidden.checks:
            ones = how_many(len(hidden.checks), "hidden one")
            summary += f", and {ones} of the same task"
        titles = [check.title or UNNAMED.capitalize() for check in hidden.checks]
        rows = [doc.Row(doc.plain(title), [doc.quiet("hidden")]) for title in titles]
        return doc.Fold(summary, [doc.Rows([*self.names(block), *rows])])

    def tasks_of(self, checks: Sequence[CheckResult], hidden: Folded) -> Iterator[doc.Row]:
        """Yield the number of *checks* in each of the first tasks, and their marks."""
        names = {task.id: task.shown for task in self.result.tasks}
        groups = [[*mine] for _, mine in groupby(checks, lambda check: check.task)]
        for held in groups[:MOST_TASKS]:
            task, count = held[0].task, how_many(len(held), "check")
            yield doc.Row(
                doc.plain(names.get(task, task)), self.sum_of(held), note=[doc.quiet(count)]
            )
        rest = [check for held in groups[MOST_TASKS:] for check in held]
        if rest:
            more = doc.quiet(how_many(len(groups) - MOST_TASKS, "more task"))
            yield doc.Row([more], self.sum_of(rest))
        if hidden.checks:
            count = how_many(len(hidden.checks), "hidden check")
            yield doc.Row(doc.plain(f"{count} of the same task"), self.sum_of([], hidden.max_marks))

    def some_names(self, block: Sequence[CheckResult]) -> Iterator[doc.Block]:
        """Yield the names of the checks in *block*; only the first ones behind exhibits, or of very
        many.
        """
        is_many = block[0].exhibits or len(block) > VERY_MANY
        named = block[:MOST_NAMES] if is_many and not self.all_checks else block
        yield doc.Rows(list(self.names(named)))
        if len(named) < len(block):
            yield doc.Paragraph(
                [doc.quiet(f"and {how_many(len(block) - len(named), 'more check')}")]
            )

    def names(self, checks: Iterable[CheckResult]) -> Iterator[doc.Row]:
        """Yield titles, ids and marks of *checks*."""
        for check in checks:
            note = [doc.code(check.id)] if check.title else ()
            yield doc.Row(doc.plain(check.shown), self.sum_of([check]), note)

    def row(self, check: CheckResult, sign: doc.Tone | None = None) -> doc.Row:
        """Return a check on a line. sign: by default that of the verdict."""
        sign = sign or tone(check.verdict)
        if title_only(check, self.audience):
            end = [doc.Span(words(check, self.audience), tone=tone(check.verdict))]
            title = check.title or UNNAMED.capitalize()
            return doc.Row(doc.plain(title), end if check.verdict.is_failure else (), tone=sign)
        (row,) = self.names([check])
        return doc.Row(row.line, row.right, row.note, tone=sign)

    def listed(self, heading: str, verdict: Verdict, id: str) -> Iterator[doc.Section]:
        """Yield all checks of a verdict, by task."""
        chosen = [check for check in self.result.checks if check.verdict is verdict]
        if chosen:
            tasks, count = self.by_task(chosen), str(len(chosen))
            yield doc.Section(heading, tasks, id, note=count, folded=True)

    def by_task(
        self, checks: Iterable[CheckResult], tone: doc.Tone | None = None
    ) -> list[doc.Subsection]:
        """Return *checks* under the names of their tasks. tone: by default that of the verdict."""
        names = {task.id: task.shown for task in self.result.tasks}
        groups = groupby(checks, lambda check: check.task)
        return [
            doc.Subsection(
                names.get(task, task), [doc.Rows([self.row(check, tone) for check in mine])]
            )
            for task, mine in groups
        ]

    def sum_of(self, checks: Sequence[CheckResult], besides: Fraction = Fraction(0)) -> doc.Line:
        """Return the total marks of checks; empty if the result has none. besides: marks that are
        lost with them.
        """
        if not self.gradable:
            return ()
        return fraction(sum_of_marks(checks), sum_of_maxima(checks) + besides)

    # What tutors, rules and others say.

    def by_a_tutor(self) -> Iterator[doc.Section]:
        """Yield the parts that a tutor marks, and the whole mark."""
        rows = []
        for part in self.result.manual:
            comment = doc.Span(part.comment, quiet=True, lines=True, marked_up=True)
            below = [comment] if part.comment else ()
            rows.append(doc.Row(doc.plain(part.name), _marks_of(part), below=below))
        if known := whole(self.result):
            rows.append(doc.Row([doc.strong("Whole mark")], fraction(*known)))
        yield from self.section("Marked by a tutor", rows, "tutor", doc.Position.SIDE)

    def adjustments(self) -> Iterator[doc.Section]:
        """Yield the changes to the total, by rules and by people."""
        for heading, changes in by_whom(self.result):
            rows = []
            for change in changes:
                amount = f"{'+' if change.amount > 0 else ''}{marks_in_words(change.amount)}"
                reason = doc.Span(change.reason, quiet=True, lines=True)
                right = [doc.strong(amount)] if change.amount else ()
                rows.append(doc.Row(doc.plain(change.rule), right, note=[reason]))
            yield from self.section(heading, rows, heading.split()[0].lower(), doc.Position.SIDE)

    def known_faults(self) -> Iterator[doc.Section]:
        """Yield what extensions know of a submission's faults, for staff."""
        diagnosis = self.seen.diagnosis
        if diagnosis is None or not sees_intake(self.audience):
            return
        rows = []
        for fault in diagnosis.faults:
            ids = [part for id in fault.ids for part in (doc.Span(", "), doc.code(id))][1:]
            below = [doc.quiet(f"{fault.evidence}; "), *ids]
            certainty = doc.strong(f" ({fault.certainty.value})")
            rows.append(doc.Row([doc.Span(fault.title), certainty], below=below))
        if rest := ", ".join(sorted(diagnosis.unexplained)):
            rows.append(doc.Row(doc.plain(f"Not explained by a known fault: {rest}")))
        yield from self.section("Known faults", rows, "faults", doc.Position.TOP, doc.Tone.PERSON)

    def hints(self) -> Iterator[doc.Section]:
        """Yield pointers, and for staff places where a fault may be."""
        yield from self.listed_lines("Hints", self.seen.hints)
        if self.seen.diagnosis:
            yield from self.listed_lines(PLACES, self.seen.diagnosis.places)

    def comments(self) -> Iterator[doc.Section]:
        """Yield the tutors' comments on the whole submission."""
        texts = [comment.text for comment in self.result.comments if not comment.file]
        rows = [doc.Row([doc.Span(text, lines=True, marked_up=True)]) for text in texts]
        yield from self.section("Comments", rows, "comments", doc.Position.TOP, doc.Tone.PERSON)

    def flags(self, *, one_cause: bool = False) -> Iterator[doc.Section]:
        """Yield what needs review; the one cause of many failures stands at the top."""
        if sees_intake(self.audience):
            is_chosen = [
                flag
                for flag in flags_of(self.result)
                if (flag.code is FlagCode.ONE_CAUSE) is one_cause
                and flag.code is not FlagCode.FINDINGS_CUT
            ]
            heading = "One cause" if one_cause else "Needs review"
            texts = map(flag_text, is_chosen) if self.all_checks else flag_texts(is_chosen)
            yield from self.listed_lines(heading, texts, doc.Tone.CAUTION)

    def about_the_code(self) -> Iterator[doc.Section]:
        """Yield the findings about the code and the comments on lines, beside these.

        They take no more of a student's report than what is wrong: the other places are folded.
        """
        findings, comments = self.result.findings, self.result.comments
        failed = len(not_passed(self.result.checks))
        most = min(max(failed, FEW_FINDINGS), MORE_FINDINGS) if failed else MORE_FINDINGS
        firsts, rest = first_places(findings, most)
        if self.all_checks and self.audience is Audience.STAFF:
            firsts, rest = list(findings[:MOST_FINDINGS]), list(findings[MOST_FINDINGS:])
        body: list[doc.Block] = [
            _listing(file) for file in beside_source(firsts, self.sources, comments)
        ]
        if rest:
            rows = [
                doc.Row([doc.code(rule)], note=doc.plain(at)) for rule, at in other_places(rest)
            ]
            body.append(doc.Fold(how_many(len(rest), "more finding"), [doc.Rows(rows)]))
        if sees_intake(self.audience):
            left_out = [flag for flag in self.result.flags if flag.code is FlagCode.FINDINGS_CUT]
            body += [doc.Paragraph([doc.quiet(flag_text(flag))]) for flag in left_out]
        if body:
            yield doc.Section("About the code", body, "code")


def _marks_of(part: ManualPart) -> doc.Line:
    """Return the marks of a tutor's part."""
    if part.marks is not None:
        return fraction(part.marks, part.max_marks)
    full = doc.quiet(f" / {marks_in_words(part.max_marks)}")
    return doc.Span("not marked yet", tone=doc.Tone.CAUTION), full


def _listing(file: SourceFile) -> doc.Listing:
    passages = []
    for passage in file.passages:
        lines = []
        for line in passage:
            remarks = [*map(_finding, line.findings), *map(_comment, line.comments)]
            tone = doc.Tone.PERSON if line.commented else None
            tone = doc.Tone.CAUTION if line.findings else tone
            lines.append(doc.CodeLine(line.number, line.text, tone, remarks))
        passages.append(lines)
    elsewhere = [*map(_finding, file.elsewhere), *map(_comment, file.comments)]
    note = how_many(file.count, "finding") if file.count else ""
    return doc.Listing(file.name, note, passages, elsewhere)


def _finding(finding: Finding) -> doc.LineRemark:
    tone = SEVERITIES.get(finding.severity, doc.Tone.OPEN)
    basis = finding.rule, finding.source
    return doc.LineRemark(
        f"{finding.file}:{finding.line}",
        doc.Span(finding.message),
        severity(finding),
        tone,
        basis=basis,
    )


def _comment(comment: Comment) -> doc.LineRemark:
    lines = f"lines {comment.line} to {comment.end}" if comment.end > comment.line else ""
    text = doc.Span(comment.text, lines=True, marked_up=True)
    return doc.LineRemark(comment.where, text, "Comment", doc.Tone.PERSON, lines)
