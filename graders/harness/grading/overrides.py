"""Staff's overrides of a result: tutors' marks, and decisions about a check or an adjustment.

Nothing here reads or writes a file: `course.tutors` and `course.decisions` do.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

import msgspec

from graders.harness.assignment.naming import nearest
from graders.harness.intake.grouping import grouped
from graders.harness.result import (
    Adjustment,
    CheckResult,
    Comment,
    Flag,
    FlagCode,
    ManualPart,
    Result,
    Status,
    Verdict,
    exact,
    printable,
    rounded,
)

ADJUSTMENT_GONE = "there is no such adjustment"
LONGEST_TEXT = 1000
"""Characters shown of a reason or remark."""
COMMENTS = "comments"
"""Among the parts of a flag: tutors' comments on the submission."""


class RubricItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rubric item as it counts in one mark."""

    name: str
    marks: str
    """Signed, as people write them ("-0.5"); "" if it only says something."""
    text: str = ""

    @property
    def sentence(self) -> str:
        """Return the item for the student, in Markdown."""
        return self.listed()

    def listed(self, *, counts: bool = True) -> str:
        """Return the same; its marks are struck out unless they count."""
        marks = f"({self.marks})" if counts else f"~~({self.marks})~~"
        named = f"{self.name} {marks}" if self.marks else self.name
        return f"- {named}" + (f": {self.text}" if self.text else "")


class TutorMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutor's mark and comment for one part of one submission."""

    submission: str
    part: str
    marks: str | None
    """As people write them ("3.5"); None if there is only a comment, or if the items decide."""
    comment: str = ""
    files: str = ""
    """Digest of the files that the tutor saw; empty if it is unknown."""
    items: tuple[RubricItem, ...] = ()
    """The rubric items that apply."""
    from_zero: bool = False
    """Whether the items' marks add up from zero; otherwise, they change the maximum."""

    def exact(self, full: Fraction) -> Fraction | None:
        """Return the marks as a number; None if neither a tutor nor an item gave any.

        full: the maximum of the part, which items can not exceed.
        """
        if self.marks is not None:
            return Fraction(self.marks)
        counted = [Fraction(item.marks) for item in self.items if item.marks]
        if not counted:
            return None
        start = Fraction(0) if self.from_zero else full
        return min(max(start + sum(counted), Fraction(0)), full)

    @property
    def feedback(self) -> str:
        """Return the items and the comment for the student, in Markdown. A typed mark overrides the
        marks of items.
        """
        items = "\n".join(item.listed(counts=self.marks is None) for item in self.items)
        return "\n\n".join(filter(None, (items, self.comment)))


class TutorComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutor's comment on a submission, or on lines of it."""

    submission: str
    comment: Comment
    files: str = ""
    """Digest of the files that the tutor saw; empty if it is unknown."""


class TutorMarks:
    """All tutors' marks and comments of one class."""

    def __init__(
        self, marks: Iterable[TutorMark] = (), comments: Iterable[TutorComment] = ()
    ) -> None:
        self._marks: dict[str, dict[str, TutorMark]] = {}
        for mark in marks:
            self._marks.setdefault(mark.submission, {})[mark.part] = mark
        self._comments = grouped(comments, lambda comment: comment.submission)

    def of(self, submission: str) -> Mapping[str, TutorMark]:
        """Return the marks of *submission*, by the part's name."""
        return self._marks.get(submission, {})

    def comments_on(self, submission: str) -> tuple[Comment, ...]:
        """Return the comments on *submission*."""
        return tuple(comment.comment for comment in self._comments.get(submission, ()))

    def strangers(self, submissions: Collection[str]) -> tuple[str, ...]:
        """Return which submissions have marks or comments, but are not among *submissions*."""
        return tuple(sorted({*self._marks, *self._comments} - set(submissions)))

    def applied(self, result: Result, files: str = "") -> Result:
        """Return *result* with the marks and comments of its submission, and no others.

        files: digest of the submission's files. A flag asks to look again if the tutor saw others.
        """
        marks = self.of(result.submission)
        comments = self._comments.get(result.submission, ())
        parts = tuple(_filled(part, marks.get(part.name)) for part in result.manual)
        stale = [
            part.name
            for part in parts
            if part.marks is not None and _saw_others(marks[part.name].files, files)
        ]
        if any(_saw_others(comment.files, files) for comment in comments):
            stale.append(COMMENTS)
        flags = [*result.flags_but(FlagCode.HANDED_IN_AGAIN)]
        if stale:
            flags.append(Flag(FlagCode.HANDED_IN_AGAIN, {"parts": stale}))
        return msgspec.structs.replace(
            result,
            manual=parts,
            comments=self.comments_on(result.submission),
            flags=tuple(flags),
        )


def _saw_others(seen: str, files: str) -> bool:
    """Return whether *seen* is the digest of other files than *files*; "" is unknown."""
    return "" not in (seen, files) and seen != files


def _filled(part: ManualPart, mark: TutorMark | None) -> ManualPart:
    if mark is None:
        return ManualPart(part.name, part.max_marks)
    marks = mark.exact(part.max_marks)
    return ManualPart(part.name, part.max_marks, marks, mark.feedback)


class Whom(msgspec.Struct, frozen=True):
    """The submissions that staff wrote something about."""

    submissions: frozenset[str] = frozenset()
    everybody: bool = False
    failed: str = ""
    """Only those that failed this check; "" for all."""
    are_many: bool = False

    def includes(self, result: Result) -> bool:
        """Return whether the submission of *result* is among them."""
        if not self.everybody and result.submission not in self.submissions:
            return False
        return not self.failed or any(
            check.id == self.failed and check.verdict is not Verdict.PASSED
            for check in result.checks
        )


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's decision about a submission, or many.

    It holds for everybody who handed the submission in.
    """

    submission: str
    """The submission; for many, in words, whose they are."""
    by: str
    on: datetime.date
    why: str
    """In words that the student reads, too."""
    check: str = ""
    """The id of a check; or else"""
    adjustment: str = ""
    """the rule of an adjustment, such as "late"."""
    marks: float | int | None = None
    """The check's marks, or the adjustment's amount. None waives: full marks, nothing off."""
    whom: Whom | None = None
    """None for that one submission."""

    @property
    def about(self) -> str:
        """Return the check or the rule that it is about."""
        return self.check or self.adjustment

    @property
    def key(self) -> str:
        """Return a text that changes whenever anything of the decision does, but for the way that
        people are found.
        """
        fields = msgspec.structs.asdict(self)
        del fields["whom"]
        return hashlib.blake2b(msgspec.json.encode(fields), digest_size=12).hexdigest()

    @property
    def is_for_many(self) -> bool:
        """Return whether it is meant for those whom it helps, whoever they are."""
        return self.whom is not None and self.whom.are_many

    def key_for(self, submission: str) -> str:
        """Return the key of its ground for *submission*."""
        return f"{self.key} {submission}" if self.is_for_many else self.key

    def concerns(self, result: Result) -> bool:
        """Return whether it is about the submission of *result*, or about nobody, because there is
        no such check to fail. A check's marks that all get go to no empty submission.
        """
        if self.whom is None:
            return result.submission == self.submission
        if self.check and result.submission not in self.whom.submissions and is_empty(result):
            return False
        return self.whom.includes(result) or bool(_lacking(self.whom.failed, result))


def is_empty(result: Result) -> bool:
    """Return whether there is nothing in a submission that a check could pass: an expected file is
    empty, or none is there, and no check passed.
    """
    codes = {flag.code for flag in result.flags}
    is_nothing = not codes.isdisjoint((FlagCode.EMPTY_FILE, FlagCode.NO_FILE_FOUND))
    return is_nothing and all(check.verdict is not Verdict.PASSED for check in result.checks)


class Remark(msgspec.Struct, frozen=True):
    """Words of staff for the authors of some submissions; they cost nothing."""

    whom: Whom
    heading: str
    text: str
    by: str
    on: datetime.date
    check: str = ""
    """The check that they are about; "" for none."""

    @property
    def adjustment(self) -> Adjustment:
        """Return the remark as reports show it: an adjustment of no marks."""
        return Adjustment(
            rule=self.heading,
            amount=Fraction(0),
            reason=_signed(self.text, self.by, self.on),
            by=self.by,
            about=self.check,
        )


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts that a decision was made about."""

    was: str
    """The verdict of the check, or the amount of the adjustment; if the amounts of a group's
    members differ, all of them.
    """
    files: str = ""
    """Digest of the submission's files."""


class Decisions:
    """All decisions of a class with their grounds, and all remarks."""

    def __init__(
        self,
        decisions: Iterable[Decision] = (),
        grounds: Mapping[str, Ground] | None = None,
        remarks: Iterable[Remark] = (),
        unknown: Iterable[str] = (),
    ) -> None:
        """*grounds*: by the key of the decision, when it first counted; unknown: names that belong
        to no submission, with a hint.
        """
        self._decisions = tuple(decisions)
        self._grounds = dict(grounds or {})
        self._remarks = tuple(remarks)
        self._unknown = tuple(unknown)

    def know(self, grounds: Mapping[str, Ground]) -> None:
        """Add *grounds* that were stored earlier."""
        self._grounds |= grounds

    @property
    def grounds(self) -> Mapping[str, Ground]:
        """Return the grounds of these decisions, by their keys."""
        keys = {decision.key for decision in self._decisions}
        return {
            key: ground
            for key, ground in sorted(self._grounds.items())
            if key.partition(" ")[0] in keys
        }

    def strangers(self, submissions: Collection[str]) -> tuple[str, ...]:
        """Return which submissions are decided about, but are not among *submissions*; and the
        names that belong to none.
        """
        decided = set(
            chain.from_iterable(
                decision.whom.submissions if decision.whom else [decision.submission]
                for decision in self._decisions
            )
        )
        return (*sorted(decided - set(submissions)), *self._unknown)

    def applied(self, results: Sequence[Result], files: str = "") -> tuple[Result, ...]:
        """Return *results*, those of everybody who handed in one submission, with the decisions on
        it and no others.

        Verdicts and adjustments stay; a decision is an adjustment of its own, and so is a remark.
        The last decision about a check or a rule counts. Its ground is noted when it first counts.
        files: digest of the submission's files.
        """
        bare = [_without_decisions(result) for result in results]
        if any(result.status is not Status.GRADED for result in results):
            return tuple(bare)
        added: list[list[Adjustment]] = [[] for _ in bare]
        flags = []
        about = self._about(bare[0])
        apart = {decision.check for decision in about}
        for decision in about:
            effects = [_effect(decision, result, apart) for result in bare]
            now = Ground(_common_ground(effect.ground for effect in effects), files)
            counts = any(effect.change is not None for effect in effects)
            is_idle = not counts and not any(effect.is_wrong for effect in effects)
            if decision.is_for_many and is_idle:
                continue
            key = decision.key_for(bare[0].submission)
            before = self._grounds.setdefault(key, now)
            if before.was != now.was or not counts or _other_files(before, now):
                flags.append(_outdated(decision, before, now, counts=counts))
            for adjustments, effect in zip(added, effects, strict=True):
                if effect.change is not None:
                    adjustments.append(effect.change)
        remarks = [remark.adjustment for remark in self._remarks if remark.whom.includes(bare[0])]
        return tuple(
            msgspec.structs.replace(
                result,
                adjustments=(*result.adjustments, *adjustments, *remarks),
                flags=(*result.flags, *flags),
            )
            for result, adjustments in zip(bare, added, strict=True)
        )

    def _about(self, result: Result) -> Iterable[Decision]:
        """Return the decisions on the submission of *result*, the last about each check or rule."""
        last = {
            decision.about: decision for decision in self._decisions if decision.concerns(result)
        }
        return [decision for decision in self._decisions if last.get(decision.about) is decision]


def _without_decisions(result: Result) -> Result:
    return msgspec.structs.replace(
        result,
        adjustments=tuple(change for change in result.adjustments if not change.by),
        flags=result.flags_but(FlagCode.DECISION_OUTDATED),
    )


def _common_ground(grounds: Iterable[str]) -> str:
    """Return the ground of one decision for all members of a group.

    A waiver of late days is about those who were late: a member in time is left out.
    """
    different = set(grounds)
    if len(different) > 1:
        different.discard(ADJUSTMENT_GONE)
    return " and ".join(sorted(different))


class _Effect(NamedTuple):
    """The effect of a decision on one result."""

    change: Adjustment | None
    """None if it changes nothing."""
    ground: str
    is_wrong: bool = False
    """Whether the decision cannot be meant for this result."""


def habits(result: Result) -> dict[str, frozenset[str]]:
    """Return the habits of format that a flag names as one cause, each with the checks that pass
    without it. A decision about one is like a decision about an adjustment.
    """
    flags = (flag.values for flag in result.flags if flag.code is FlagCode.ONE_CAUSE)
    return {
        str(flag["text"]): frozenset(flag["passing"])
        for flag in flags
        if {"text", "passing"} <= {*flag}
    }


def _effect(decision: Decision, result: Result, apart: set[str]) -> _Effect:
    """Return what *decision* makes of *result*. apart: the checks that other ones are about."""
    failed = decision.whom.failed if decision.whom else ""
    lacking = _lacking(failed, result) or _lacking(decision.check, result)
    if lacking:
        return _Effect(None, lacking, is_wrong=True)
    if decision.check:
        check = next(check for check in result.checks if check.id == decision.check)
        return _of_check(decision, check)
    mine = [
        adjustment.amount
        for adjustment in result.adjustments
        if adjustment.rule == decision.adjustment
    ]
    wanted = Fraction(0) if decision.marks is None else exact(decision.marks)
    cured = habits(result).get(decision.adjustment)
    if cured is not None:
        lost = (
            check.marks - check.max_marks for check in result.checks if check.id in cured - apart
        )
        mine = [sum(lost, Fraction(0))]
        wanted = max(wanted, mine[0])  # it costs no more than it did
    if not mine:
        return _Effect(None, ADJUSTMENT_GONE)
    now = sum(mine, Fraction(0))
    return _Effect(_adjustment(decision, wanted - now), str(rounded(now)))


def _lacking(check: str, result: Result) -> str:
    """Return why *result* has no such check, or "" if it has, or none is named."""
    ids = [check.id for check in result.checks]
    if not check or check in ids:
        return ""
    near = nearest(check, ids)
    return "there is no such check" + (f" (is it {near}?)" if near else "")


def _of_check(decision: Decision, check: CheckResult) -> _Effect:
    wanted = check.max_marks if decision.marks is None else exact(decision.marks)
    if wanted > check.max_marks:
        more = f"its {rounded(wanted)} marks are more than the check is worth"
        return _Effect(None, more, is_wrong=True)
    return _Effect(_adjustment(decision, wanted - check.marks), check.verdict.value)


def _adjustment(decision: Decision, amount: Fraction) -> Adjustment | None:
    if not amount:
        return None
    return Adjustment(
        rule=f"decision on {decision.about}",
        amount=amount,
        reason=_signed(decision.why, decision.by, decision.on),
        by=decision.by,
        about=decision.check,
    )


def _signed(text: str, by: str, on: datetime.date) -> str:
    """Return *text* with its author and date."""
    return f"{printable(text, LONGEST_TEXT)} ({printable(by, 200)}, {on.isoformat()})"


def _other_files(before: Ground, now: Ground) -> bool:
    return bool(before.files and now.files) and before.files != now.files


def _outdated(decision: Decision, before: Ground, now: Ground, *, counts: bool) -> Flag:
    """Return the flag that the ground of a decision changed, or that it changes nothing."""
    values = {
        "about": printable(decision.about),
        "by": printable(decision.by),
        "was": printable(before.was),
        "now": printable(now.was),
        "counts": counts,
        "other_files": _other_files(before, now),
    }
    return Flag(FlagCode.DECISION_OUTDATED, values)
