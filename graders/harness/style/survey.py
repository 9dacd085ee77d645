"""The survey of a submission besides its checks: findings about its code, and flags for staff.

The driver's operations in the manifest's ``[survey]`` are called once, after the checks, in a new
process. *findings* comes first and reads the submitted sources without running them, so that no
submission can influence it. *flags* may run the program, and can only raise flags that the manifest
lists. Replies are untrusted data: a malformed reply counts as no findings, with a note.

A finding is no verdict. ``breach`` breaks a rule of the handout, ``review`` needs a person's
judgement, ``note`` is advice. The manifest's ``[[deductions]]`` decide the cost of findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Assignment, Files, Survey
from graders.harness.result import Finding, Flag, FlagCode, Note, NoteCode, printable
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session

SEVERITIES = ("breach", "review", "note")
MOST = 500
"""Maximum number of findings."""
MOST_LINES = 10**7
"""Maximum line number."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The result of a survey."""

    findings: tuple[Finding, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: tuple[Note, ...] = ()

    def joined(self, other: Surveyed) -> Surveyed:
        """Return the results of both."""
        return Surveyed(
            in_order((*self.findings, *other.findings)),
            (*self.flags, *other.flags),
            (*self.notes, *other.notes),
        )


NOTHING = Surveyed()


def extra_files(names: Iterable[str], files: Files, plan: Survey) -> Surveyed:
    """Return findings and a flag for unexpected source files, if the handout forbids them."""
    if not plan.extra_files:
        return Surveyed()
    extra = [
        printable(name, 200)
        for name in sorted(names)
        if name not in files.submitted and name not in files.course
    ]
    message = "is not one of the files to hand in; it was not used"
    findings = [
        Finding("extra-files", "breach", name, 1, message, plan.extra_files)
        for name in extra[:MOST]
    ]
    if not extra:
        return Surveyed()
    values = {"files": extra[:5], "source": plan.extra_files}
    return Surveyed(in_order(findings), (Flag(FlagCode.EXTRA_FILES, values),))


def compared(assignment: Assignment) -> dict[str, bytes]:
    """Return the starter's files with which the survey compares submissions, if any."""
    names = assignment.files.solved if assignment.manifest.survey.compares else ()
    files = {name: assignment.starter / name for name in names}
    return {name: path.read_bytes() for name, path in files.items() if path.is_file()}


def survey(
    student: Session, process: ProcessPlan, plan: Survey, starter: Mapping[str, bytes]
) -> Surveyed:
    """Call the operations of *plan*. Raises SandboxError.

    process: start parameters of their process; starter: the files to compare with.
    """
    findings: tuple[Finding, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: list[Note] = []
    student.begin(process)
    try:
        if plan.findings:
            arguments = (dict(starter), dict(plan.settings)) if plan.compares else ()
            answer, note = _called(student, plan.findings, *arguments)
            findings = _findings(answer, plan.rules)
            notes += [note] if note else []
        if plan.flags:
            if notes:  # the process did not finish the call, and may be gone
                student.begin(replace(process, last=False))
            answer, _ = _called(student, plan.flags)
            keys = [
                key for key in answer if isinstance(key, str) and key in plan.flag_texts
            ]
            flags = tuple(
                Flag(FlagCode.ASSIGNMENT, {"key": key, "text": plan.flag_texts[key]})
                for key in dict.fromkeys(keys)
            )
    finally:
        student.end()
    return Surveyed(findings, flags, tuple(notes))


def _called(
    student: Session, operation: str, *arguments: object
) -> tuple[list[Any], Note | None]:
    try:
        answer = student.call(operation, arguments)
    except Misbehaved as error:
        cause = msgspec.to_builtins(error.cause)
        return [], Note(NoteCode.CODE_NOT_SURVEYED, {"cause": cause})
    if isinstance(answer, list):
        return answer, None
    return [], Note(NoteCode.CODE_NOT_SURVEYED, {"cause": None})


def _findings(answer: list[Any], rules: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return the findings in *answer*, lists of rule, severity, file, line, message; skip any other
    item.
    """
    findings = []
    for item in answer[:MOST]:
        match item:
            case [str(rule), str(severity), str(file), int(line), str(message)] if (
                rule in rules
            ):
                if (
                    severity in SEVERITIES
                    and type(line) is int
                    and 0 <= line <= MOST_LINES
                ):
                    findings.append(
                        Finding(
                            rule,
                            severity,
                            printable(file, 200),
                            line,
                            printable(message, 500),
                            rules[rule],
                        )
                    )
    return in_order(findings)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return *findings* in the order of reports: by file and line."""
    return tuple(
        sorted(
            findings,
            key=lambda finding: (
                finding.file,
                finding.line,
                finding.rule,
                finding.message,
            ),
        )
    )
