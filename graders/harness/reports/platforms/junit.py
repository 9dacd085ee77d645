"""JUnit XML of the family xunit2, for CI systems (result_formats 4).

A check that the submission did not pass is a failure; one that the grader could not judge is an
error; one that did not run is skipped. Points do not exist there: they are properties. Times are
not told: the same result, the same bytes.
"""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

from graders.harness.reports.audience import Audience, View, title_only
from graders.harness.reports.look import Look
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.platforms.lines import explained
from graders.harness.reports.verdicts import UNNAMED, words
from graders.harness.result import CheckResult, Status, Verdict, printable, total, whole

Element = ElementTree.Element
NO_TIME = "0.000"


def document(seen: View, look: Look) -> bytes:
    """Return one ``testsuites`` with a ``testsuite`` for each task."""
    result = seen.result
    root = Element("testsuites", name=printable(result.assignment, 200))
    for task in result.tasks:
        checks = [check for check in result.checks if check.task == task.id]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=printable(task.name or task.id, 200),
            errors=str(sum(check.verdict is Verdict.GRADER_FAULT for check in checks)),
            failures=str(sum(_kind(check) == "failure" for check in checks)),
            skipped=str(sum(check.verdict is Verdict.NOT_RUN for check in checks)),
            tests=str(len(checks)),
            time=NO_TIME,
        )
        told = {"marks": marks_in_words(task.marks), "max_marks": marks_in_words(task.max_marks)}
        if result.status is not Status.GRADED:
            told = {"status": result.status.value}
        elif task is result.tasks[0]:
            told |= {
                "total": marks_in_words(total(result)),
                "total_max": marks_in_words(result.max_marks),
            }
            known = whole(result)
            if known:
                told |= {"whole": marks_in_words(known[0]), "whole_max": marks_in_words(known[1])}
            marked = [part for part in result.manual if part.marks is not None]
            told |= {
                f"tutor: {_flat(part.name)}": marks_in_words(part.marks or Fraction(0))
                for part in marked
            }
        _properties(suite, told)
        for check in checks:
            _case(suite, check, seen, look)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _case(suite: Element, check: CheckResult, seen: View, look: Look) -> None:
    bare = title_only(check, seen.audience)
    title = check.title or (UNNAMED if bare else check.id)
    name = (
        f"{title} ({check.id})"
        if seen.audience is Audience.STAFF or not bare
        else f"{title} [{check.id}]"
    )
    classname = f"{seen.result.assignment}.{check.task}"
    case = ElementTree.SubElement(
        suite, "testcase", classname=_flat(classname), name=_flat(name), time=NO_TIME
    )
    if not bare and seen.result.status is Status.GRADED:
        told = {"marks": marks_in_words(check.marks), "max_marks": marks_in_words(check.max_marks)}
        if seen.audience is Audience.STAFF:
            told["visibility"] = check.visibility.value
        _properties(case, told)
    kind = _kind(check)
    if not kind:
        return
    text = words(check, seen.audience) if bare else explained(check, look.palette)
    end = ElementTree.SubElement(case, kind, message=_flat(text.split("\n\n")[0]))
    if kind == "skipped":
        end.set("type", "pytest.skip")
    else:
        end.text = text


def _kind(check: CheckResult) -> str:
    """Return the element that says how a check ended; nothing for one that passed."""
    if check.verdict is Verdict.PASSED:
        return ""
    if check.verdict is Verdict.NOT_RUN:
        return "skipped"
    return "error" if check.verdict is Verdict.GRADER_FAULT else "failure"


def _properties(parent: Element, told: dict[str, str]) -> None:
    properties = ElementTree.SubElement(parent, "properties")
    for name, value in told.items():
        ElementTree.SubElement(properties, "property", name=name, value=value)


def _flat(text: str) -> str:
    return printable(text, 600).replace("\n", " ")
