"""Flags of one grading: the reasons why a submission needs review."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.outcome import CheckRun
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.intake import Submission
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    Note,
    NoteCode,
    Result,
    Verdict,
    printable,
)
from graders.harness.style import tampering


def of_a_run(
    assignment: Assignment,
    submission: Submission,
    run: SubmissionRun,
    runs: Iterable[CheckRun],
) -> tuple[Flag, ...]:
    """Return the flags of *submission*, whose checks ended as *runs* say."""
    flags = []
    if run.bench.runner.unexpected_shapes:
        flags.append(Flag(FlagCode.UNEXPECTED_SHAPE))
    if run.bench.budget.exhausted is not None:
        flags.append(Flag(FlagCode.TIME_USED_UP))
    if run.nondeterministic:
        flags.append(Flag(FlagCode.NONDETERMINISTIC))
    for name in empty_files(submission.files, assignment):
        flags.append(Flag(FlagCode.EMPTY_FILE, {"file": name}))
    flags += tampering.conduct(run.outcome.cause for run in runs)
    flags += tampering.flags(submission.files)
    return tuple(flags)


def without_nondeterminism(result: Result) -> Result:
    """Return *result* without the only flag that a prefetch can cause."""
    flags = result.flags_but(FlagCode.NONDETERMINISTIC)
    return msgspec.structs.replace(result, flags=flags)


def empty_files(files: Mapping[str, bytes], assignment: Assignment) -> list[str]:
    """Return the submitted files that are empty; if names are free, only if all files are."""
    empty = [name for name, data in files.items() if not data.strip()]
    submitted = assignment.files.submitted
    if submitted:
        return [name for name in submitted if name in empty]
    return sorted(printable(name, 200) for name in empty) if len(empty) == len(files) else []


_NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '(\w+)'")


def with_likely_files(result: Result, notes: Iterable[Note]) -> Result:
    """Return *result* with the file that was not handed in, and the one that may be meant, as the
    cause where the program did not find a module.

    notes: those of intake, which miss that file, too.
    """
    missing = [note.values for note in notes if note.code is NoteCode.FILE_MISSING]
    likely = {entry["file"]: entry["similar"] for entry in missing}

    def completed(check: CheckResult) -> CheckResult:
        cause = check.reason
        if cause.kind is CauseKind.FILE_MISSING:
            cause = msgspec.structs.replace(cause, name=likely.get(cause.file, ""))
            return msgspec.structs.replace(check, cause=cause)
        # the error of a file that does not load is in its detail as a whole
        error = f"{cause.name}: {cause.detail}".removeprefix(": ")
        found = _NO_MODULE.match(error)
        file = f"{found[1]}.py" if found else ""
        if file not in likely:
            return check
        cause = Cause(CauseKind.FILE_MISSING, file=file, name=likely[file])
        return msgspec.structs.replace(check, cause=cause, verdict=Verdict.MISSING)

    return msgspec.structs.replace(
        result, checks=tuple(completed(check) for check in result.checks)
    )
