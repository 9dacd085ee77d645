"""Markdown: a summary for a job's page, a pull request or an issue.

Text stands in fences longer than any it holds, or with every sign escaped that Markdown or HTML
could take up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graders.harness.reports.audience import View, sees_intake
from graders.harness.reports.loading import flags_of, unloaded
from graders.harness.reports.look import Look
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.platforms.lines import explained
from graders.harness.reports.sentences import file_title, flag_text, note_text
from graders.harness.reports.verdicts import UNNAMED, by_whom, counted, words, worst_first
from graders.harness.result import CheckResult, Result, Status, Verdict, printable, total, whole

DESCRIBED = 25
"""Checks that are told at length; GitHub takes a mebibyte."""
LONGEST = 6000
"""Characters told of one check."""
MOST_LINES = 100
_CALLS = re.compile(r"&#(?:35|64);(?=\w)")
"""``#`` and ``@`` as they are escaped, where a word follows."""
_SIGNS = re.compile(r"[\\`*_{}\[\]()<>#+!|~@:/&=$^.\-]")


def document(seen: View, look: Look) -> bytes:
    """Return the summary, UTF-8."""
    return ("\n".join(_parts(seen, look)).rstrip() + "\n").encode()


def escaped(text: str, limit: int = 300) -> str:
    """Return *text* on one line, with nothing in it that Markdown takes for more than letters.

    Platforms look for names of people and numbers of issues in what has been drawn already: there,
    a space of no width comes between.
    """
    shown = printable(text, limit).replace("\n", " ").strip()
    return _CALLS.sub(r"\g<0>&#8203;", _SIGNS.sub(lambda found: f"&#{ord(found.group())};", shown))


def fenced(text: str) -> str:
    """Return *text* as a block that it cannot end."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}text\n{text}\n{fence}"


def _parts(seen: View, look: Look) -> list[str]:
    result = seen.result
    gradable = result.status is Status.GRADED
    parts = [f"## {escaped(look.title)}", ""]
    if not gradable:
        parts += ["**Not gradable:** the grader failed, not the submission. Grade it again.", ""]
    else:
        kind = "of the public checks " if seen.partial else ""
        parts += [
            f"**{marks_in_words(total(result))} of {marks_in_words(result.max_marks)} marks** "
            f"{kind}".strip(),
            "",
        ]
    parts += [
        ", ".join(f"{count} {told}" for _, count, told in counted(result.checks, seen.audience)),
        "",
    ]
    parts += ["| task | marks | out of | checks passed |", "| --- | ---: | ---: | ---: |"]
    for task in result.tasks:
        checks = [check for check in result.checks if check.task == task.id]
        passed = sum(check.verdict is Verdict.PASSED for check in checks)
        marks = marks_in_words(task.marks) if gradable else ""
        name = escaped(task.name or task.id)
        parts.append(
            f"| {name} | {marks} | {marks_in_words(task.max_marks)} | {passed} of {len(checks)} |"
        )
    parts.append("")
    blocks, bare = worst_first(result.checks, seen.audience)
    if blocks or bare:
        parts += ["### Did not pass", ""]
    for block in blocks[:DESCRIBED]:
        parts += _described(block, look)
    if len(blocks) > DESCRIBED:
        parts += [f"... and {len(blocks) - DESCRIBED} more; the whole report has them.", ""]
    for check in bare:
        parts.append(
            f"- {escaped(check.title or UNNAMED)}: {words(check, seen.audience)} (a hidden check)"
        )
    parts += [""] if bare else []
    if result.findings:
        parts += [f"### About the code ({len(result.findings)})", ""]
        parts += [
            f"- {escaped(finding.file)}, line {finding.line}: {escaped(finding.message, 600)}"
            for finding in result.findings[:DESCRIBED]
        ]
        if len(result.findings) > DESCRIBED:
            parts.append(f"- and {len(result.findings) - DESCRIBED} more")
        parts.append("")
    flags = flags_of(result) if sees_intake(seen.audience) else ()
    for heading, told in (
        *(
            (head, [f"{c.rule}, {marks_in_words(c.amount)}: {c.reason}" for c in some])
            for head, some in by_whom(result)
        ),
        ("Marked by a tutor", list(_by_hand(result))),
        ("Needs review", list(map(flag_text, flags))),
        ("Submission notes", list(map(note_text, result.notes))),
    ):
        if told:
            parts += [f"### {heading}", "", *(f"- {escaped(line, 800)}" for line in told), ""]
    return parts


def _by_hand(result: Result) -> Iterator[str]:
    """Yield what a tutor gave or is to give, and the whole mark."""
    for part in result.manual:
        given = "" if part.marks is None else f"{marks_in_words(part.marks)} "
        yield (
            f"{part.name}, {given}of {marks_in_words(part.max_marks)}"
            f"{': ' if part.comment else ''}{part.comment}"
        )
    known = whole(result)
    if known:
        yield f"the whole mark: {marks_in_words(known[0])} of {marks_in_words(known[1])}"


def _described(block: list[CheckResult], look: Look) -> list[str]:
    first = block[0]
    lines = explained(first, look.palette).split("\n")
    text = "\n".join(lines[:MOST_LINES])[:LONGEST]
    if len(block) == 1 and not unloaded(first):
        return [f"#### {escaped(first.title or first.id)}", "", fenced(text), ""]
    names = [f"- {escaped(check.title or check.id)}" for check in block]
    file = unloaded(first)
    heading = escaped(file_title(file)) if file else f"{len(block)} checks: {words(first)}"
    return [f"#### {heading}", "", fenced(text), "", *names, ""]
