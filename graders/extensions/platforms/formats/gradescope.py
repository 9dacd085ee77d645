"""Gradescope: ``results.json`` of an autograder.

For students, hidden checks are lines without points; their marks are one line for each task. For
staff, hidden checks are lines that Gradescope keeps from students; while there are any, it shows
students no total.

- `score` replaces the sum of the tests' scores, and is required if they have none.
- A test's `status` is `passed` or `failed`, by default passed at full score. Tests are sorted by
  `number`, a text. A test without a score is only shown.
- Texts are `text` (the default of tests and names), `html`, `simple_format` (the default above the
  tests), `md` or `ansi`. Printed text is for staff unless `stdout_visibility` is set.
- The maxima should add up to the points of the assignment. A field is cut at 100 000 characters. A
  document that is not JSON is a score of 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from graders.extensions.platforms.formats.remarks import remarks, summary
from graders.extensions.platforms.formats.scored_lines import (
    ScoredLine,
    demand_marks,
    lines,
    points,
    score,
)
from graders.harness.reports.audience import Audience, RedactedResult, students_texts
from graders.harness.reports.formats import Format
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import flag_text, note_text
from graders.harness.result import Verdict, printable

LONGEST = 90_000
"""Characters of a field; Gradescope cuts at 100 000."""


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return ``results.json``. Raises NotGradable."""
    result = seen.result
    demand_marks(result)
    scored = lines(seen, report_style.painter)
    tests = [
        _test(line, seen, number)
        for line, number in zip(scored, _numbers(scored, seen), strict=True)
    ]
    students = students_texts(result)
    tests += [_remark(name, text, "visible") for name, text in remarks(students)]
    if seen.audience is Audience.STAFF:
        staff = [summary(result)]
        staff += [f"flag: {flag_text(flag)}" for flag in result.flags]
        staff += [f"note: {note_text(note)}" for note in result.notes]
        tests.append(_remark("For staff", "\n".join(staff), "hidden"))
    whole: dict[str, Any] = {
        "score": points(score(result)[0]),
        "output": "" if seen.audience is Audience.STAFF else _text(summary(result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _numbers(scored: Sequence[ScoredLine], seen: RedactedResult) -> list[str]:
    """Return a number, task and position, for each line. Staff-only lines are numbered last, so
    that students see no gap.
    """
    ordered = sorted(scored, key=lambda line: _for_staff(line, seen))
    tasks = list(dict.fromkeys(line.task.id for line in ordered))
    numbers = {
        line.name: f"{tasks.index(line.task.id) + 1}.{position}"
        for position, line in enumerate(ordered, 1)
    }
    return [numbers[line.name] for line in scored]


def _for_staff(line: ScoredLine, seen: RedactedResult) -> bool:
    return seen.audience is Audience.STAFF and line.hidden


def _test(line: ScoredLine, seen: RedactedResult, number: str) -> dict[str, Any]:
    staff_only = _for_staff(line, seen)
    test: dict[str, Any] = {
        "name": line.name,
        "number": number,
        "output": _text(line.text),
        "visibility": "hidden" if staff_only else "visible",
    }
    if line.verdict is not None:
        test["status"] = "passed" if line.verdict is Verdict.PASSED else "failed"
    if line.marks is not None:
        test |= {"score": points(line.marks), "max_score": points(line.max_marks)}
        if not line.by_hand:
            test.setdefault("status", "passed" if line.marks == line.max_marks else "failed")
    return test


def _remark(name: str, text: str, visibility: str) -> dict[str, Any]:
    return {"name": name, "output": _text(text), "visibility": visibility}


def _text(text: str) -> str:
    return printable(text, LONGEST)


FORMATS = (
    Format(
        "gradescope",
        "results.json of a Gradescope autograder",
        "results.json",
        lambda seen, report_style, sources: document(seen, report_style),
    ),
)
