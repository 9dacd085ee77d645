"""Markdown: a summary for a job's page, a pull request or an issue.

Text is fenced, or every character with a meaning in Markdown or HTML is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graders.harness.reports.audience import RedactedResult, apart, sees_intake
from graders.harness.reports.checkup import (
    UNCLEAR,
    Checkup,
    Sections,
    next_step,
    only_what_ran,
    sections_of,
    total_in_words,
)
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.reports.loading import flags_of, folded, not_folded, unloaded
from graders.harness.reports.plain import explained
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import file_title, flag_text, note_text
from graders.harness.reports.verdicts import (
    UNNAMED,
    by_whom,
    comment_lines,
    counted,
    words,
)
from graders.harness.result import (
    Adjustment,
    CheckResult,
    Result,
    Status,
    Verdict,
    not_passed,
    printable,
    total,
    whole,
)

DESCRIBED = 25
"""Checks described in full; GitHub accepts one mebibyte."""
LONGEST = 6000
"""Characters shown of one check."""
MOST_LINES = 100
_CALLS = re.compile(r"&#(?:35|64);(?=\w)")
"""Escaped ``#`` and ``@`` before a word."""
_SIGNS = re.compile(r"[\\`*_{}\[\]()<>#+!|~@:/&=$^.\-]")


def document(
    seen: RedactedResult, report_style: ReportStyle, checkup: Checkup | None = None
) -> bytes:
    """Return the summary, UTF-8. checkup: of a student's own check, which shows what ran."""
    seen = only_what_ran(seen, checkup) if checkup else seen
    sections = sections_of(seen, checkup or Checkup())
    parts = _parts(seen, report_style, sections, checkup)
    return ("\n".join(parts).rstrip() + "\n").encode()


def escaped(text: str, limit: int = 300) -> str:
    """Return *text* on one line, without characters that mean anything in Markdown.

    Platforms search rendered text for names of people and numbers of issues: a zero-width space
    prevents that.
    """
    shown = printable(text, limit).replace("\n", " ").strip()
    return _CALLS.sub(r"\g<0>&#8203;", _SIGNS.sub(lambda found: f"&#{ord(found.group())};", shown))


def fenced(text: str) -> str:
    """Return *text* as a block that it cannot end."""
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}text\n{text}\n{fence}"


def _parts(
    seen: RedactedResult,
    report_style: ReportStyle,
    sections: Sections,
    checkup: Checkup | None,
) -> Iterator[str]:
    yield from (f"## {escaped(report_style.title)}", "", _total(seen, checkup), "")
    if checkup:
        yield from (escaped(next_step(seen, checkup, sections)), "")
    counts = counted(sections.judged(seen.result), seen.audience)
    yield from (", ".join(f"{count} {ending}" for _, count, ending in counts), "")
    yield from _tasks(seen.result)
    if checkup and checkup.unwritten:
        yield from ("### Not written yet", "")
        yield from map(_functions, checkup.by_file().items())
        yield ""
    yield from _not_passed(seen, report_style, sections)
    yield from _findings(seen.result)
    about_files = list(checkup.remarks) if checkup else []
    for heading, lines in (("Your files", about_files), *_remarks(seen)):
        if lines:
            yield from (
                f"### {heading}",
                "",
                *(f"- {escaped(line, LONGEST)}" for line in lines),
                "",
            )


def _functions(of_file: tuple[str, list[str]]) -> str:
    file, names = of_file
    return f"- {escaped(file)}: {escaped(', '.join(names), 2000)}"


def _total(seen: RedactedResult, checkup: Checkup | None) -> str:
    result = seen.result
    if result.status is not Status.GRADED:
        return "**Not gradable:** the grader failed, not the submission. Grade it again."
    if checkup:
        return f"**{total_in_words(seen, checkup)}.**"
    marks = f"**{marks_in_words(total(result))} of {marks_in_words(result.max_marks)} marks**"
    public = " of the public checks" if seen.partial else ""
    language = f", with {escaped(result.language)}" if result.language else ""
    return f"{marks}{public}{language}"


def _tasks(result: Result) -> Iterator[str]:
    yield from (
        "| task | marks | out of | checks passed |",
        "| --- | ---: | ---: | ---: |",
    )
    for task in result.tasks:
        verdicts = [check.verdict for check in result.checks if check.task == task.id]
        passed = f"{verdicts.count(Verdict.PASSED)} of {len(verdicts)}"
        full = marks_in_words(task.max_marks) if task.max_marks else ""
        gradable = full and result.status is Status.GRADED
        marks = marks_in_words(task.marks) if gradable else ""
        name = escaped(task.shown)
        yield f"| {name} | {marks} | {full} | {passed} |"
    yield ""


def _not_passed(
    seen: RedactedResult, report_style: ReportStyle, sections: Sections
) -> Iterator[str]:
    blocks = sections.blocks
    bare, _ = apart(not_passed(seen.result.checks), seen.audience)
    if blocks or bare:
        yield from ("### Did not pass", "")
    for block in blocks[:DESCRIBED]:
        yield from _described(block, report_style, seen)
        if block[0].id in sections.unclear:
            yield from (UNCLEAR, "")
    if len(blocks) > DESCRIBED:
        yield from (
            f"... and {len(blocks) - DESCRIBED} more; the full report has them.",
            "",
        )
    for check in not_folded(seen, bare):
        title = escaped(check.title or UNNAMED)
        yield f"- {title}: {words(check, seen.audience)} (a hidden check)"
    if bare:
        yield ""


def _findings(result: Result) -> Iterator[str]:
    findings = result.findings
    if not findings:
        return
    yield from (f"### About the code ({len(findings)})", "")
    for finding in findings[:DESCRIBED]:
        place = f"{escaped(finding.file)}, line {finding.line}"
        yield f"- {place}: {escaped(finding.message, 600)}"
    if len(findings) > DESCRIBED:
        yield f"- and {len(findings) - DESCRIBED} more"
    yield ""


def _remarks(seen: RedactedResult) -> Iterator[tuple[str, list[str]]]:
    """Yield headings and their lines, if any."""
    for heading, changes in by_whom(seen.result):
        yield heading, [_adjustment(change) for change in changes]
    yield "Marked by a tutor", list(_by_hand(seen.result))
    yield "Comments", list(comment_lines(seen.result))
    if sees_intake(seen.audience):
        yield "Needs review", [flag_text(item) for item in flags_of(seen.result)]
    yield "Submission notes", [note_text(note) for note in seen.result.notes]


def _adjustment(change: Adjustment) -> str:
    amount = f", {marks_in_words(change.amount)}" if change.amount else ""
    return f"{change.rule}{amount}: {change.reason}"


def _by_hand(result: Result) -> Iterator[str]:
    """Yield the tutors' parts, marked or not, and the whole mark."""
    for part in result.manual:
        marks = "" if part.marks is None else f"{marks_in_words(part.marks)} "
        comment = f": {part.comment}" if part.comment else ""
        yield f"{part.name}, {marks}of {marks_in_words(part.max_marks)}{comment}"
    whole_marks = whole(result)
    if whole_marks:
        marks, full = map(marks_in_words, whole_marks)
        yield f"the whole mark: {marks} of {full}"


def _described(
    block: list[CheckResult], report_style: ReportStyle, seen: RedactedResult
) -> list[str]:
    first = block[0]
    lines = explained(first, report_style.painter, seen.result.checks).split("\n")
    text = "\n".join(lines[:MOST_LINES])[:LONGEST]
    file = unloaded(first)
    if len(block) == 1 and not file:
        return [f"#### {escaped(first.shown)}", "", fenced(text), ""]
    names = [f"- {escaped(check.shown)}" for check in block]
    if file and (hidden := folded(seen, block).checks):
        names.append(f"- {how_many(len(hidden), 'hidden check')} of the same task")
    heading = escaped(file_title(file)) if file else f"{len(block)} checks: {words(first)}"
    return [f"#### {heading}", "", fenced(text), "", *names, ""]
