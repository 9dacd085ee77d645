"""Marking: pure functions from outcomes or kept verdicts, and the manifest, to a :class:`Result`.

The maximum comes from the manifest alone. A check that did not run, for whatever reason, still
counts in it. Verdicts do not depend on marks, so a result can be marked again (`marked`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import chain

import msgspec

from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.manifest import Assignment, Deduction, Manifest, Task
from graders.harness.grading.outcome import CheckRun
from graders.harness.result import (
    Adjustment,
    CauseKind,
    CheckResult,
    Finding,
    Flag,
    FlagCode,
    ManualPart,
    Note,
    Result,
    Status,
    TaskResult,
    Text,
    Verdict,
    exact,
    rounded,
)
from graders.harness.style.survey import NOTHING, Surveyed, cut

NAMED = 5
"""Maximum files that are named for one reason."""
MOST_EXHIBITS = 1 << 20
"""Maximum size in bytes of all exhibits of a result, as JSON: pages take some seconds a MB."""
WAIVING = ("who", "deductions")
"""Values of a flag that name the command to waive deductions with."""
LEFT_OUT = Text("not shown", "the values of earlier checks are too large")
PROVISIONAL = "not looked at: {files}; all of this deduction, until a person decides"


def mark(
    assignment: Assignment,
    submission: str,
    judged: Iterable[CheckRun],
    notes: Iterable[Note] = (),
    surveyed: Surveyed = NOTHING,
    language: str = "",
) -> Result:
    """Return the result of one submission, which ran with *language*. Checks come in the order of
    the manifest's tasks, then by id.
    """
    order = {task.id: place for place, task in enumerate(assignment.manifest.tasks)}
    judged = list(judged)
    in_order = sorted(map(_check, judged), key=lambda check: (order[check.task], check.id))
    checks = tuple(_within_size(in_order))
    findings = cut(surveyed.findings)
    faults = [check for check in checks if check.verdict is Verdict.GRADER_FAULT]
    ran = [check for check in checks if check.verdict is not Verdict.NOT_RUN]
    flags: list[Flag] = []
    if faults or not ran:
        flags.append(Flag(FlagCode.NOT_GRADABLE))
    elif all(check.verdict is Verdict.MISSING for check in ran):
        flags.append(_nothing_found(ran))
    unmarked = Result(
        assignment=assignment.id,
        submission=submission,
        language=language,
        status=Status.NOT_GRADABLE if faults or not ran else Status.GRADED,
        marks=Fraction(0),
        max_marks=Fraction(0),
        tasks=(),
        checks=checks,
        findings=findings,
        flags=(*flags, *surveyed.flags, *_of_style(surveyed, len(findings))),
        notes=(*notes, *surveyed.notes),
    )
    return marked(unmarked, assignment.manifest, [check.spec for check in judged])


def marked(result: Result, manifest: Manifest, specs: Iterable[CheckSpec]) -> Result:
    """Return *result* with the marks that its verdicts and findings have by *manifest* and *specs*,
    which have every check of it.

    All else that counts (late days, tutors' marks, decisions) is applied later, by `finish`.
    """
    by_id = {spec.id: spec for spec in specs}
    full = worths(manifest, by_id.values())
    checks = tuple(_marked(check, full[check.id], by_id[check.id]) for check in result.checks)
    tasks = tuple(_task(task, checks) for task in manifest.tasks)
    in_all = msgspec.structs.replace(
        result,
        marks=sum((task.marks for task in tasks), Fraction(0)),
        max_marks=sum((task.max_marks for task in tasks), Fraction(0)),
        tasks=tasks,
        checks=checks,
        manual=tuple(
            ManualPart(name=part.name, max_marks=exact(part.max_marks)) for part in manifest.manual
        ),
        adjustments=tuple(_deductions(manifest, result.findings, result.flags)),
    )
    lasting = result.flags_but(FlagCode.TOO_LATE)
    flags = map(_told(in_all), lasting)
    return msgspec.structs.replace(
        in_all, flags=tuple(_with_waivers(flag, in_all, manifest) for flag in flags)
    )


def _marked(check: CheckResult, full: Fraction, spec: CheckSpec) -> CheckResult:
    return msgspec.structs.replace(
        check,
        marks=full if check.verdict is Verdict.PASSED else Fraction(0),
        max_marks=full,
        visibility=spec.visibility,
    )


def _task(task: Task, checks: Iterable[CheckResult]) -> TaskResult:
    earned = (check.marks for check in checks if check.task == task.id)
    return TaskResult(task.id, task.name, sum(earned, Fraction(0)), exact(task.marks))


def _told(result: Result) -> Callable[[Flag], Flag]:
    """Return the function that gives a flag of one cause the marks of *result*."""
    lost = {check.id: check.max_marks - check.marks for check in result.checks}

    def told(flag: Flag) -> Flag:
        if flag.code is not FlagCode.ONE_CAUSE or "passing" not in flag.values:
            return flag
        repaired = result.marks + sum(lost[id_] for id_ in flag.values["passing"])
        marks = {
            "marks": rounded(result.marks),
            "repaired": rounded(repaired),
            "full": rounded(result.max_marks),
        }
        return Flag(flag.code, flag.values | marks)

    return told


def _with_waivers(flag: Flag, result: Result, manifest: Manifest) -> Flag:
    """Return *flag*; one about files that were not looked at has whose and which deductions wait
    for a person.
    """
    if flag.code is not FlagCode.NOT_LOOKED_AT:
        return flag
    values = {key: flag.values[key] for key in flag.values if key not in WAIVING}
    rules = manifest.survey.rules
    names = [
        deduction.name for deduction in manifest.deductions if _uses(deduction, values["by"], rules)
    ]
    waiving = zip(WAIVING, (result.submission, names), strict=True)
    return Flag(flag.code, values | (dict(waiving) if names else {}))


def _within_size(checks: Iterable[CheckResult]) -> Iterator[CheckResult]:
    """Yield *checks*, without the exhibits that make a result too large."""
    size = 0
    for check in checks:
        size += len(msgspec.json.encode(check.exhibits))
        fits = size <= MOST_EXHIBITS or not check.exhibits
        yield check if fits else msgspec.structs.replace(check, exhibits=(LEFT_OUT,))


def _nothing_found(checks: Iterable[CheckResult]) -> Flag:
    """Return why no check could use a file: the first that does not load, if there is one."""
    for check in checks:
        if check.reason.kind in (CauseKind.FILE_BROKEN, CauseKind.FILE_UNUSABLE):
            return Flag(FlagCode.NOTHING_USABLE, {"cause": msgspec.to_builtins(check.cause)})
    return Flag(FlagCode.NO_FILE_FOUND)


def _of_style(surveyed: Surveyed, count: int) -> Iterator[Flag]:
    """Yield a flag for each reason why files were not looked at, and one if not all findings are
    *count*.
    """
    reasons: dict[tuple[str, str], dict[str, int]] = {}
    for unread in surveyed.unread:
        lines = reasons.setdefault((unread.source, unread.why), {})
        lines[unread.file] = max(unread.line, lines.get(unread.file, 0))
    for (source, why), lines in sorted(reasons.items()):
        names = sorted(lines)
        places = {
            "names": names[:NAMED],
            "lines": [lines[name] for name in names[:NAMED]],
            "more": len(names[NAMED:]),
        }
        yield Flag(FlagCode.NOT_LOOKED_AT, {"by": source, "why": why, **places})
    if more := len(surveyed.findings) - count:
        yield Flag(FlagCode.FINDINGS_CUT, {"more": more})


def _deductions(
    manifest: Manifest, findings: Sequence[Finding], flags: Iterable[Flag]
) -> Iterator[Adjustment]:
    """Yield what *findings*, and files that were not looked at, cost by the manifest."""
    unread = [flag for flag in flags if flag.code is FlagCode.NOT_LOOKED_AT]
    for deduction in manifest.deductions:
        change = _deducted(deduction, findings, unread, manifest.survey.rules)
        if change is not None:
            yield change


def _deducted(
    deduction: Deduction,
    findings: Sequence[Finding],
    unread: Iterable[Flag],
    rules: Iterable[str],
) -> Adjustment | None:
    """Return what *findings* cost by *deduction*; None if nothing.

    Each distinct rule counts once, up to the cap. A file that was not looked at costs the cap until
    a person decides; *unread* are the flags about such files. rules: those of the manifest's
    survey.
    """
    mine = [flag for flag in unread if _uses(deduction, flag.values["by"], rules)]
    whole = _named(deduction.all_for, findings)
    broken = _named(deduction.rules, findings) | whole
    names = sorted(set(chain.from_iterable(flag.values["names"] for flag in mine)))
    amount = (
        exact(deduction.cap)
        if whole or names
        else min(exact(deduction.cap), len(broken) * exact(deduction.marks))
    )
    if not amount:
        return None
    reason = f"{', '.join(sorted(broken))} ({deduction.reason})"
    if names:
        left_out = len(names[NAMED:]) + sum(flag.values["more"] for flag in mine)
        more = f" and {left_out} more" if left_out else ""
        files = ", ".join(names[:NAMED]) + more
        reason = f"{PROVISIONAL.format(files=files)} ({deduction.reason})"
    return Adjustment(rule=deduction.name, amount=-amount, reason=reason)


def _named(patterns: Iterable[str], findings: Iterable[Finding]) -> set[str]:
    """Return the rules of *findings* that match one of these *patterns*."""
    found = {finding.rule for finding in findings}
    return {rule for rule in found if any(fnmatchcase(rule, pattern) for pattern in patterns)}


def costly_rules(manifest: Manifest, findings: Iterable[Finding]) -> set[str]:
    """Return the rules of *findings* that a deduction of *manifest* is about."""
    deductions = manifest.deductions
    patterns = [
        pattern for deduction in deductions for pattern in (*deduction.rules, *deduction.all_for)
    ]
    return _named(patterns, findings)


def _uses(deduction: Deduction, source: str, rules: Iterable[str]) -> bool:
    """Return whether *deduction* is about rules of this source of findings."""
    patterns = (*deduction.rules, *deduction.all_for)
    if source != "rules":
        folder = f"{source}/"
        return any(
            pattern.startswith(folder) or fnmatchcase(folder, pattern) for pattern in patterns
        )
    return any(fnmatchcase(rule, pattern) for rule in rules for pattern in patterns)


def worths(manifest: Manifest, specs: Iterable[CheckSpec]) -> dict[str, Fraction]:
    """Return what each of the assignment's checks is worth, by its id."""
    checks = list(specs)
    return {id_: marks for task in manifest.tasks for id_, marks in worth(task, checks).items()}


def marks_need(linter: str, manifest: Manifest) -> bool:
    """Return whether a deduction depends on findings of the *linter* of this name."""
    return any(_uses(rule, linter, manifest.survey.rules) for rule in manifest.deductions)


def worth(task: Task, checks: Iterable[CheckSpec]) -> dict[str, Fraction]:
    """Return what each of the assignment's *checks* that belongs to *task* is worth, by its id.

    Shares are whole hundredths, as they are written, and add up to the task's marks: those that
    rounding down costs most get a hundredth more.
    """
    marks = {check.id: check.marks for check in checks if check.task == task.id}
    if not task.shares:
        return marks
    share = exact(task.marks) / (sum(marks.values()) or 1)
    parts = {id_: 100 * share * part for id_, part in sorted(marks.items())}
    rounded = {id_: Fraction(math.floor(part)) for id_, part in parts.items()}
    left = sum(parts.values()) - sum(rounded.values())
    most = sorted(
        (id_ for id_ in parts if parts[id_] > rounded[id_]),
        key=lambda id_: rounded[id_] - parts[id_],
    )
    for place, id_ in enumerate(most[: math.ceil(left)]):
        rounded[id_] += min(1, left - place)
    return {id_: hundredths / 100 for id_, hundredths in rounded.items()}


def _check(judged: CheckRun) -> CheckResult:
    """Return the result of a check, not marked yet."""
    outcome, spec = judged.outcome, judged.spec
    return CheckResult(
        id=spec.id,
        task=spec.task,
        title=judged.title,
        verdict=outcome.verdict,
        marks=Fraction(0),
        max_marks=Fraction(0),
        visibility=spec.visibility,
        cause=outcome.cause,
        exhibits=outcome.exhibits,
        example=outcome.example,
    )
