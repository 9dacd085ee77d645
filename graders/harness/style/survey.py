"""The survey: what is said of a submission besides its checks, findings about its code and flags
for a person.

The driver's operations that the manifest names in ``[survey]`` are called once, after the checks,
in a process in which nothing else has run. *findings* comes first and reads the submitted sources
without running them, so that no submission has a say in it; *flags* may run the program, and can
only raise flags that the manifest lists. What comes back is data like any other: what has not the
right form counts as nothing found, and that is noted.

A finding is no verdict: ``breach`` is against what the handout orders or forbids, ``review`` is for
a person to judge, ``note`` is advice. What findings cost, if anything, is in the manifest's
``[[deductions]]``.
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
"""Findings that are kept."""
MOST_LINES = 10**7
"""No line of a source has a larger number."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What a survey found."""

    findings: tuple[Finding, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: tuple[Note, ...] = ()

    def joined(self, other: Surveyed) -> Surveyed:
        """Return what both found."""
        found = in_order((*self.findings, *other.findings))
        return Surveyed(found, (*self.flags, *other.flags), (*self.notes, *other.notes))


NOTHING = Surveyed()


def extra_files(names: Iterable[str], files: Files, plan: Survey) -> Surveyed:
    """Return what is to be said of source files that were not asked for, where the handout forbids
    them.
    """
    if not plan.extra_files:
        return Surveyed()
    extra = [
        printable(name, 200)
        for name in sorted(names)
        if name not in files.submitted and name not in files.course
    ]
    told = "is not one of the files to hand in; it was not used"
    found = [
        Finding("extra-files", "breach", name, 1, told, plan.extra_files)
        for name in extra[:MOST]
    ]
    if not extra:
        return Surveyed()
    values = {"files": extra[:5], "source": plan.extra_files}
    return Surveyed(in_order(found), (Flag(FlagCode.EXTRA_FILES, values),))


def compared(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of the starter that a survey compares a submission with, if it does."""
    names = assignment.files.solved if assignment.manifest.survey.compares else ()
    files = {name: assignment.starter / name for name in names}
    return {name: path.read_bytes() for name, path in files.items() if path.is_file()}


def survey(
    student: Session, process: ProcessPlan, plan: Survey, starter: Mapping[str, bytes]
) -> Surveyed:
    """Call the operations that *plan* names; raises SandboxFault.

    process: how their process is started. starter: the files that they may compare with.
    """
    findings: tuple[Finding, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: list[Note] = []
    student.begin(process)
    try:
        if plan.findings:
            given = (dict(starter), dict(plan.settings)) if plan.compares else ()
            answer, note = _called(student, plan.findings, *given)
            findings = _findings(answer, plan.rules)
            notes += [note] if note else []
        if plan.flags:
            if notes:  # it did not get to its end, and may not be there any more
                student.begin(replace(process, last=False))
            answer, _ = _called(student, plan.flags)
            known = [
                key for key in answer if isinstance(key, str) and key in plan.flag_texts
            ]
            flags = tuple(
                Flag(FlagCode.ASSIGNMENT, {"key": key, "text": plan.flag_texts[key]})
                for key in dict.fromkeys(known)
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
    """Return the findings in *answer*, lists of rule, severity, file, line, message; the rest is
    left out.
    """
    found = []
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
                    found.append(
                        Finding(
                            rule,
                            severity,
                            printable(file, 200),
                            line,
                            printable(message, 500),
                            rules[rule],
                        )
                    )
    return in_order(found)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return *findings* as reports show them: by place."""
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
