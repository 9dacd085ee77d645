"""JUnit XML of the family xunit2, for CI systems (Jenkins' schema: junit-10.xsd).

A failed check is a failure, a fault of the grader an error, and a check that did not run is
skipped. JUnit has no points. Those of a task are properties of its suite, those of a check its
output: the schema that Jenkins follows (junit-10) has no properties of a case. Times are left out,
so that the same result gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from graders.extensions.platforms.formats.plain import explained
from graders.harness.reports.audience import Audience, RedactedResult, title_only
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.formats import Format, Sources
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.verdicts import UNNAMED, words
from graders.harness.result import (
    CheckResult,
    Result,
    Status,
    TaskResult,
    VerdictGroup,
    printable,
    total,
    whole,
)

Element = ElementTree.Element
NO_TIME = "0.000"


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return one ``testsuites`` with a ``testsuite`` for each task."""
    result = seen.result
    root = Element("testsuites", name=printable(result.assignment, 200))
    for task in result.tasks:
        checks = [check for check in result.checks if check.task == task.id]
        kinds = Counter(map(_kind, checks))
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=printable(task.shown, 200),
            errors=str(kinds["error"]),
            failures=str(kinds["failure"]),
            skipped=str(kinds["skipped"]),
            tests=str(len(checks)),
            time=NO_TIME,
        )
        _properties(suite, _marks_of(task, result))
        for check in checks:
            _case(suite, check, seen, report_style)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _marks_of(task: TaskResult, result: Result) -> dict[str, str]:
    """Return the properties of a task; the first task has the totals, too."""
    if result.status is not Status.GRADED:
        return {"status": result.status.value}
    marks = {"marks": task.marks, "max_marks": task.max_marks}
    if task is result.tasks[0]:
        marks |= {"total": total(result), "total_max": result.max_marks}
        whole_marks = whole(result)
        if whole_marks:
            marks |= {"whole": whole_marks[0], "whole_max": whole_marks[1]}
        for part in result.manual:
            if part.marks is not None:
                marks[f"tutor: {_flat(part.name)}"] = part.marks
    return {name: marks_in_words(value) for name, value in marks.items()}


def _case(
    suite: Element, check: CheckResult, seen: RedactedResult, report_style: ReportStyle
) -> None:
    bare = title_only(check, seen.audience)
    name = f"{check.title or UNNAMED} [{check.id}]" if bare else f"{check.shown} ({check.id})"
    classname = f"{seen.result.assignment}.{check.task}"
    case = ElementTree.SubElement(
        suite, "testcase", classname=_flat(classname), name=_flat(name), time=NO_TIME
    )
    kind = _kind(check)
    if kind:
        text = words(check, seen.audience) if bare else explained(check, report_style.painter)
        end = ElementTree.SubElement(case, kind, message=_flat(text.split("\n\n")[0]))
        if kind == "skipped":
            end.set("type", "pytest.skip")
        else:
            end.text = text
    if not bare and seen.result.status is Status.GRADED:
        marks, full = marks_in_words(check.marks), marks_in_words(check.max_marks)
        output = f"marks: {marks} of {full}"
        if seen.audience is Audience.STAFF:
            output += f"\nvisibility: {check.visibility.value}"
        ElementTree.SubElement(case, "system-out").text = output


_KINDS = {
    VerdictGroup.PASSED: "",
    VerdictGroup.NOT_RUN: "skipped",
    VerdictGroup.GRADER_FAULT: "error",
}
"""Group of verdicts -> its element; all others are failures."""


def _kind(check: CheckResult) -> str:
    """Return the element for the verdict of a check; "" if it passed."""
    return _KINDS.get(check.verdict.group, "failure")


def _properties(parent: Element, values: dict[str, str]) -> None:
    properties = ElementTree.SubElement(parent, "properties")
    for name, value in values.items():
        ElementTree.SubElement(properties, "property", name=name, value=value)


def _flat(text: str) -> str:
    return printable(text, 600).replace("\n", " ")


def _written(seen: RedactedResult, report_style: ReportStyle, files: Sources) -> bytes:
    return document(seen, report_style)


FORMATS = (Format("junit", "JUnit XML, for CI systems", "junit.xml", _written),)
