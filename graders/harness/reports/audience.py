"""The readers of a report, and what is kept from them. Every report asks here; none decides for
itself.

`redact` makes a `RedactedResult`: a result without anything its reader may not see. Reports for
files and platforms take only that, so nothing else can get out.
"""

from __future__ import annotations

import enum
import fnmatch
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from graders.harness.assignment.check import EXCEPTIONS
from graders.harness.diagnosis import Diagnosis
from graders.harness.errors import GraderError
from graders.harness.result import (
    CAUSES,
    Adjustment,
    Cause,
    CauseKind,
    CheckResult,
    Exhibit,
    Result,
    TaskResult,
    Text,
    Transcripts,
    Verdict,
    Visibility,
)

_SECTION = re.compile(r" ?\((?:our )?specs? [^()]*\)")
_SECTION_FIRST = re.compile(r"^specs? [\d., and]+: ")


class Audience(enum.Enum):
    """The readers of a report."""

    STAFF = "staff"
    STUDENT = "student"


class HiddenCheckPolicy(enum.Enum):
    """The facts that students learn of a hidden check, fewest first: the manifest's
    ``hidden_checks``, and the level of a release.
    """

    NOTHING = "nothing"
    """Nothing at all: totals count only public checks."""
    VERDICT = "verdict"
    """That there is one, and whether it passed."""
    TITLE = "title"
    """Title, and whether it passed."""
    MESSAGE = "message"
    """Also its id, marks, verdict and the check's own words about it, and nothing that the program
    wrote.
    """
    ALL = "all"
    """As much as of a public check."""


RELEASING = (HiddenCheckPolicy.MESSAGE, HiddenCheckPolicy.ALL)
"""Levels that show more of a hidden check than its title and whether it passed."""


def sum_of_marks(parts: Iterable[CheckResult | TaskResult]) -> Fraction:
    """Return the total marks of checks or tasks."""
    return sum((part.marks for part in parts), Fraction(0))


def sum_of_maxima(parts: Iterable[CheckResult | TaskResult]) -> Fraction:
    """Return the total maximum marks of checks or tasks."""
    return sum((part.max_marks for part in parts), Fraction(0))


@dataclass(frozen=True, slots=True)
class RedactedResult:
    """A result as one audience sees it. Made only by `redact`."""

    audience: Audience
    result: Result
    partial: bool = False
    """Whether the totals leave out checks that are not shown."""
    diagnosis: Diagnosis | None = None
    """The known faults, for staff; None if there is no diagnosis."""
    hints: tuple[str, ...] = ()
    """Pointers for students."""

    def hidden_marks(self, task: TaskResult) -> tuple[Fraction, Fraction] | None:
        """Return marks and maximum of the checks of *task* whose marks this reader may not see, or
        None.

        They are shown only as a sum: one by one they would reveal what each check tests.
        """
        checks = _checks_of(task, self.result.checks)
        hidden, others = apart(checks, self.audience)
        if not hidden:
            return None
        full = max(task.max_marks - sum_of_maxima(others), Fraction(0))
        marks = task.marks - sum_of_marks(others)
        return min(max(marks, Fraction(0)), full), full

    def at_stake(self, task: TaskResult) -> Fraction:
        """Return the marks of *task* whose checks ran. Hidden checks count all or none."""
        checks = _checks_of(task, self.result.checks)
        not_run = [check for check in checks if check.verdict is Verdict.NOT_RUN]
        hidden, others = apart(not_run, self.audience)
        left_out = sum_of_maxima(others)
        together = self.hidden_marks(task)
        if hidden and together is not None:
            left_out += together[1]
        return max(task.max_marks - left_out, Fraction(0))


def _checks_of(task: TaskResult, checks: Iterable[CheckResult]) -> list[CheckResult]:
    return [check for check in checks if check.task == task.id]


def title_only(check: CheckResult, audience: Audience) -> bool:
    """Return whether *audience* may see only the title of *check* and whether it passed.

    Its id, marks, message and exhibits are withheld: each can reveal what a hidden check tests. So
    can the way it failed, if the program behaves so on purpose: it can raise for one input and time
    out for another.
    """
    return audience is Audience.STUDENT and check.visibility is Visibility.HIDDEN


def apart(
    checks: Iterable[CheckResult], audience: Audience
) -> tuple[list[CheckResult], list[CheckResult]]:
    """Return the checks limited to a title for *audience*, and all others."""
    hidden: list[CheckResult] = []
    others: list[CheckResult] = []
    for check in checks:
        group = hidden if title_only(check, audience) else others
        group.append(check)
    return hidden, others


def sees_intake(audience: Audience) -> bool:
    """Return whether *audience* sees flags and submission notes: both are remarks to staff."""
    return audience is Audience.STAFF


def redact(
    result: Result,
    audience: Audience,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    diagnosis: Diagnosis | None = None,
    *,
    shows_hints: bool = False,
    never: Sequence[str] = (),
) -> RedactedResult:
    """Return *result* as *audience* sees it.

    diagnosis: of the submission. Students see nothing of it but its hints, if *shows_hints*; never:
    patterns of ids of hidden checks that stay a title at most. Raises GraderError if one of them
    matches no check, and *disclosure* would show it: its name may be misspelt.

    For students a hidden check is at most a title, and passed or failed, unless it is released. Its
    id is a number, and its marks count only in its task's. Hidden checks follow the public checks
    of their task, sorted by what is shown, so that their order reveals nothing.
    """
    if audience is Audience.STAFF:
        return RedactedResult(audience, result, diagnosis=diagnosis)
    hints = diagnosis.hints if diagnosis and shows_hints else ()
    if disclosure in RELEASING:
        result = _released(result, disclosure, never)
    hidden, public = apart(result.checks, audience)
    if disclosure is HiddenCheckPolicy.NOTHING:
        result = msgspec.structs.replace(result, adjustments=_on_public_checks(result))
    result = msgspec.structs.replace(students_texts(result), flags=(), notes=())
    if hidden and disclosure is HiddenCheckPolicy.NOTHING:
        return RedactedResult(
            audience,
            _without(result, hidden, public),
            True,
            hints=hints,
        )

    def disclosed(check: CheckResult) -> tuple[str, str, str]:
        return (
            check.task,
            _disclosed_title(check, disclosure),
            _disclosed_verdict(check).value,
        )

    numbers: Counter[str] = Counter()
    bare = []
    for check in sorted(hidden, key=disclosed):
        numbers[check.task] += 1
        bare.append(_bare(check, numbers[check.task], disclosure))
    tasks = list(dict.fromkeys(check.task for check in result.checks))
    ordered = sorted([*public, *bare], key=lambda check: tasks.index(check.task))
    return RedactedResult(
        audience,
        msgspec.structs.replace(result, checks=tuple(ordered)),
        hints=hints,
    )


def _released(result: Result, level: HiddenCheckPolicy, never: Sequence[str]) -> Result:
    """Return *result* with its hidden checks released, except for those that *never* are."""
    ids = [check.id for check in result.checks]
    kept: set[str] = set()
    for pattern in never:
        named = fnmatch.filter(ids, pattern)
        if not named:
            raise GraderError(
                f"never_released names {pattern!r}, which is no check of this result: correct it "
                "in assignment.toml first, so that nothing is shown by mistake"
            )
        kept.update(named)
    hidden, public = apart(result.checks, Audience.STUDENT)
    causes = frozenset(check.cause for check in public)
    released = {
        check.id: _of_level(check, level, causes) for check in hidden if check.id not in kept
    }
    checks = tuple(released.get(check.id, check) for check in result.checks)
    return msgspec.structs.replace(result, checks=checks)


def _of_level(
    check: CheckResult, level: HiddenCheckPolicy, public: frozenset[Cause | None]
) -> CheckResult:
    """Return a hidden check as it is released at *level*.

    public: causes that public checks show; a hidden check may have the same.
    """
    if level is HiddenCheckPolicy.ALL:
        return msgspec.structs.replace(check, visibility=Visibility.RELEASED)
    is_shown = check.cause in public
    cause = check.cause if is_shown else own_words(check.cause, expected_in(check.exhibits))
    return CheckResult(
        id=check.id,
        task=check.task,
        title=check.title,
        verdict=check.verdict,
        marks=check.marks,
        max_marks=check.max_marks,
        visibility=Visibility.RELEASED,
        cause=cause,
    )


def _on_public_checks(result: Result) -> tuple[Adjustment, ...]:
    """Return the adjustments that do not concern a hidden check."""
    hidden = _hidden_ids(result)
    return tuple(change for change in result.adjustments if change.about not in hidden)


def _hidden_ids(result: Result) -> set[str]:
    return {check.id for check in apart(result.checks, Audience.STUDENT)[0]}


def students_texts(result: Result) -> Result:
    """Return *result* with findings and adjustments as students see them."""
    hidden = _hidden_ids(result)
    findings = []
    for finding in result.findings:
        source = _for_students(finding.source)
        findings.append(msgspec.structs.replace(finding, source=source))
    adjustments = [_disclosed_adjustment(change, hidden) for change in result.adjustments]
    return msgspec.structs.replace(result, findings=tuple(findings), adjustments=tuple(adjustments))


def _disclosed_adjustment(change: Adjustment, hidden: Container[str]) -> Adjustment:
    """Return *change* as students see it, without the id of a *hidden* check decided on."""
    reason = _for_students(change.reason)
    if change.about in hidden:
        rule = "decision on a hidden check" if change.amount else change.rule
        return msgspec.structs.replace(change, rule=rule, reason=reason, about="")
    return msgspec.structs.replace(change, reason=reason)


def cites_facts(result: Result) -> bool:
    """Return whether findings or adjustments of *result* cite the assignment's page of facts ("spec
    13").
    """
    reasons = [finding.source for finding in result.findings]
    reasons += [change.reason for change in result.adjustments]
    return any(_for_students(reason) != reason for reason in reasons)


def _for_students(reason: str) -> str:
    """Return *reason* without citations of the page of facts, which is for staff; students have the
    handout.
    """
    return _SECTION_FIRST.sub("the handout: ", _SECTION.sub("", reason))


def _disclosed_title(check: CheckResult, disclosure: HiddenCheckPolicy) -> str:
    return check.title if disclosure is not HiddenCheckPolicy.VERDICT else ""


def _disclosed_verdict(check: CheckResult) -> Verdict:
    """Return the verdict shown of a hidden check: one for all failures."""
    return Verdict.FAILED if check.verdict.group.is_submissions else check.verdict


def _bare(check: CheckResult, number: int, disclosure: HiddenCheckPolicy) -> CheckResult:
    """Return what may be shown of a hidden check."""
    return CheckResult(
        id=f"{check.task}.hidden-{number}",
        task=check.task,
        title=_disclosed_title(check, disclosure),
        verdict=_disclosed_verdict(check),
        marks=Fraction(0),
        max_marks=Fraction(0),
        visibility=check.visibility,
    )


def _without(
    result: Result, hidden: Iterable[CheckResult], public: Sequence[CheckResult]
) -> Result:
    """Return *result* with *public* checks only. Tasks with *hidden* checks alone are dropped.

    Deductions are capped at the visible maximum, and a share of the marks earned is taken of the
    visible ones: otherwise they would reveal hidden marks.
    """
    touched = {check.task for check in hidden}
    tasks = []
    for task in result.tasks:
        checks = _checks_of(task, public)
        if task.id not in touched:
            tasks.append(task)
        elif checks:
            marks, full = sum_of_marks(checks), sum_of_maxima(checks)
            tasks.append(msgspec.structs.replace(task, marks=marks, max_marks=full))
    full, left = sum_of_maxima(tasks), sum_of_marks(tasks)
    adjustments = []
    for change in result.adjustments:
        amount = max(change.amount, -full)
        if change.share is not None:
            amount = -change.share * max(left, Fraction(0))
        left += amount
        adjustments.append(msgspec.structs.replace(change, amount=amount))
    return msgspec.structs.replace(
        result,
        checks=tuple(public),
        tasks=tuple(tasks),
        marks=sum_of_marks(tasks),
        max_marks=full,
        adjustments=tuple(adjustments),
    )


UNNAMED = "an exception"
_QUOTED = re.compile(r"""(?<!\w)(['"])(?P<text>(?:(?!\1)[^\\]|\\.){2,}?)\1(?!\w)|\d{5,}""")
"""Quotes of an answer in a message, and numbers that have room for a hidden input."""


def expected_in(exhibits: Iterable[Exhibit]) -> str:
    """Return the text of what a check expected."""
    lines: list[str] = []
    for exhibit in exhibits:
        if isinstance(exhibit, Transcripts):
            lines += exhibit.expected
        elif isinstance(exhibit, Text) and exhibit.label.lower().startswith("expected"):
            lines.append(exhibit.text)
    return "\n".join(lines)


def own_words(cause: Cause | None, expected: str = "") -> Cause | None:
    """Return *cause* with the words of the check and the judge alone; None if none are left.

    A program can copy a hidden input into its exception's text, type, file or exit status. So a
    message that is shown without the input has none of these, and quotes nothing but what was
    *expected*.
    """
    if cause is None:
        return None
    if cause.kind is CauseKind.EXCEPTION:
        name = cause.name if cause.name in EXCEPTIONS else UNNAMED
        return Cause(CauseKind.EXCEPTION, name=name, context=_unquoted(cause.context, expected))
    row = CAUSES.get(cause.kind)
    if row is None or not row.by_judge:
        return None
    return Cause(
        cause.kind,
        detail=_unquoted(cause.detail, expected) if row.is_worded else "",
        limit=cause.limit,
        context=_unquoted(cause.context, expected),
        depends_on_earlier_calls=cause.depends_on_earlier_calls,
    )


def _unquoted(words: str, expected: str) -> str:
    """Return *words* without quotes of what was not expected."""

    def kept(found: re.Match[str]) -> str:
        text = found["text"] or found[0]
        mark = found[1] or ""
        return found[0] if text in expected else f"{mark}...{mark}"

    return _QUOTED.sub(kept, words)
