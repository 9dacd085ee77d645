"""The survey of a submission besides its checks: findings about its code, and flags for staff.

The driver's operations in the manifest's ``[survey]`` are called once, after the checks, in a new
process. *findings* comes first and reads the submitted sources without running them, so that no
submission can influence it. *flags* may run the program, and can only raise flags that the manifest
lists. Replies are untrusted data.

Not looked at is not clean. A source of findings that has not looked at all of a file says so
(:class:`Unread`), and marking makes a flag of that and, if the manifest deducts by the source's
rules, the largest deduction until a person decides. The operation *findings* tells such a file by a
finding of the rule UNREAD. A call that does not end, or a malformed reply, is about all files. A
file that its language refuses has nothing to look at: it costs the checks that need it. The
submission's own interpreter decides that, because a linter's may be older.

The files to look at are those to hand in, and those that they import (``inside/reach.py``):
otherwise a program could move to a file that nobody reads.

A finding is no verdict. ``breach`` breaks a rule of the handout, ``review`` needs a person's
judgement, ``note`` is advice. The manifest's ``[[deductions]]`` decide the cost of findings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Assignment, Files, Manifest, Survey
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside import reach
from graders.harness.protocol import messages
from graders.harness.result import (
    Cause,
    CauseKind,
    Finding,
    Flag,
    FlagCode,
    Note,
    NoteCode,
    printable,
)
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from graders.harness.session.timers import JudgeOutOfTime, judge_clock

_Call = Callable[..., tuple[list[Any], Note | None]]
"""Calls an operation of the driver: see `_called`."""

SEVERITIES = ("breach", "review", "note")
MOST = 500
"""Maximum number of findings in a result."""
UNREAD = "not-looked-at"
"""Rule of a finding that says that its file could not be looked at in full."""
UNREADABLE = "syntax"
"""Kind of a file that the interpreter of a linter does not compile; the submission's may."""
MOST_LINES = 10**7
"""Maximum line number."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that a source of findings has not looked at in full."""

    source: str
    """"rules", or the name of a linter."""
    why: str
    """A kind: ``sentences.UNREAD`` has its words."""
    file: str
    line: int = 0
    """Where it stopped; 0 if no line is known."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The result of a survey."""

    findings: tuple[Finding, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: tuple[Note, ...] = ()
    unread: tuple[Unread, ...] = ()
    by_the_clock: bool = False
    """Whether the wall clock ended a linter's process, which a busy machine can cause."""

    def joined(self, other: Surveyed) -> Surveyed:
        """Return the results of both."""
        return Surveyed(
            in_order((*self.findings, *other.findings)),
            (*self.flags, *other.flags),
            (*self.notes, *other.notes),
            (*self.unread, *other.unread),
            self.by_the_clock or other.by_the_clock,
        )

    def without(self, why: str, files: Iterable[str]) -> Surveyed:
        """Return this without the *files* that were not looked at for the reason *why*."""
        gone = {(why, file) for file in files}
        left = [unread for unread in self.unread if (unread.why, unread.file) not in gone]
        return replace(self, unread=tuple(left))


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
        Finding("extra-files", "breach", name, 1, message, plan.extra_files) for name in extra
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
    student: Session,
    assignment: Assignment,
    limits: Limits,
    submitted: Mapping[str, bytes],
) -> Surveyed:
    """Call the operations of the manifest's survey on the files *submitted*. Raises SandboxError.

    limits: those of the process that reads the files, and of another one if that ends early.
    """
    manifest = assignment.manifest
    plan, found = manifest.survey, NOTHING
    student.begin(ProcessPlan(limits, last=True))
    call = partial(_called, student, limits.cpu_seconds)
    try:
        if plan.findings:
            starter = compared(assignment)
            arguments = (starter, dict(plan.settings)) if plan.compares else ()
            found = _read(call, plan, arguments, _to_read(submitted, manifest))
        if plan.flags:
            if found.notes:  # the first process may be gone
                student.begin(ProcessPlan(limits))
            found = found.joined(_flagged(call, plan))
    finally:
        student.end()
    return found


def refused_files(student: Session, limits: Limits) -> frozenset[str]:
    """Return the submitted files that the submission's own interpreter refuses, as far as it can
    tell in a process with these *limits*. Raises SandboxError.
    """
    student.begin(ProcessPlan(limits))
    try:
        names, _ = _called(student, limits.cpu_seconds, messages.REFUSED_FILES)
    finally:
        student.end()
    return frozenset(name for name in names if isinstance(name, str))


def read_with(submitted: Mapping[str, bytes], names: Iterable[str]) -> list[str]:
    """Return the sorted *names* of those *submitted* Python files, and of those they import."""
    return reach.reached(submitted, tuple(names))


def _to_read(submitted: Mapping[str, bytes], manifest: Manifest) -> list[str]:
    """Return the names of the submitted files that the rules have to look at."""
    files = manifest.files
    python_files = {
        name: text
        for name, text in submitted.items()
        if name.endswith(manifest.suffix) and name not in files.course
    }
    if files.submitted and manifest.suffix == ".py":
        return read_with(python_files, files.submitted)
    return [name for name in python_files if name in files.submitted or not files.submitted]


def _read(call: _Call, plan: Survey, arguments: tuple[object, ...], files: list[str]) -> Surveyed:
    """Return what the operation *findings* tells; if it does not end, that no file was read."""
    answer, note = call(plan.findings, *arguments)
    if note is not None:
        unread = [Unread("rules", "stopped", printable(name, 200)) for name in files]
        return Surveyed(notes=(note,), unread=tuple(unread))
    rows = [row for row in map(_parsed, answer) if row is not None]
    return Surveyed(
        in_order(Finding(*row, plan.rules[row.rule]) for row in rows if row.rule in plan.rules),
        unread=tuple(Unread("rules", "hard", row.file) for row in rows if row.rule == UNREAD),
    )


def _flagged(call: _Call, plan: Survey) -> Surveyed:
    """Return the flags that the operation *flags* raises."""
    answer, _ = call(plan.flags)
    keys = [key for key in answer if isinstance(key, str) and key in plan.flag_texts]
    return Surveyed(
        flags=tuple(
            Flag(FlagCode.ASSIGNMENT, {"key": key, "text": plan.flag_texts[key]})
            for key in dict.fromkeys(keys)
        )
    )


def _called(
    student: Session, judge_seconds: float, operation: str, *arguments: object
) -> tuple[list[Any], Note | None]:
    """Return the list that *operation* answers, or [] and a note why there is none.

    judge_seconds: CPU time of the judge itself, which a forged answer can keep busy.
    """
    cause = None
    try:
        with judge_clock(judge_seconds):
            answer = student.call(operation, arguments)
        if isinstance(answer, list):
            return answer, None
    except Misbehaved as error:
        cause = error.cause
    except JudgeOutOfTime:
        cause = Cause(CauseKind.JUDGE_LIMIT, limit=judge_seconds)
    values = {"cause": msgspec.to_builtins(cause)}
    return [], Note(NoteCode.CODE_NOT_SURVEYED, values)


class _Row(NamedTuple):
    """A finding as an operation tells it."""

    rule: str
    severity: str
    file: str
    line: int
    message: str


def _parsed(item: Any) -> _Row | None:
    """Return the finding in *item*, a list of rule, severity, file, line and message, or None."""
    match item:
        case [str(rule), str(severity), str(file), int(line), str(message)] if (
            severity in SEVERITIES and type(line) is int and 0 <= line <= MOST_LINES
        ):
            return _Row(rule, severity, printable(file, 200), line, printable(message, 500))
    return None


def cut(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return at most MOST of *findings*, in order: those that tell most.

    The first finding of each rule comes first, then the first of each rule in each file.
    """
    rules: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    ranked = []
    for finding in in_order(findings):
        pair = (finding.rule, finding.file)
        ranked.append(((finding.rule in rules) + (pair in pairs), finding))
        rules.add(finding.rule)
        pairs.add(pair)
    ranked.sort(key=operator.itemgetter(0))
    return in_order(finding for _, finding in ranked[:MOST])


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
