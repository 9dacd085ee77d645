"""What a person decided about a check or an adjustment of one submission: `decisions.toml` in the
class's folder.

A decision leaves verdicts and adjustments as they are, and stands beside them as an adjustment of
its own, with who, when and why. It is put into a result whenever one is written, so it stays
through a regrade. What it was decided about is kept in `decided.json`, when it first counts; if
that is another later, a flag says so.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import exact
from graders.harness.assignment.naming import nearest
from graders.harness.assignment.tables import problem_in
from graders.harness.content import write_readable
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.verdicts import WORDS
from graders.harness.result import Adjustment, Flag, FlagCode, Result, Status, printable

FILE = "decisions.toml"
SEEN = "decided.json"
ADJUSTMENT_GONE = "there is no such adjustment"


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table ``[[decision]]``."""

    submission: str
    by: str
    on: datetime.date
    why: str
    """In words for the student, too."""
    check: str = ""
    """The id of a check; or else"""
    adjustment: str = ""
    """the rule of an adjustment, such as "late"."""
    marks: float | int | None = None
    """What it counts now: the check's marks, the adjustment's amount. Else it is waived: full
    marks, nothing off.
    """

    @property
    def about(self) -> str:
        """Return what it is about."""
        return self.check or self.adjustment

    @property
    def key(self) -> str:
        """Return a text that changes whenever anything of the decision does."""
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=12).hexdigest()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decision: tuple[Decision, ...] = ()


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a decision was made about."""

    was: str
    """How the check ended, or what the adjustment came to."""
    files: str = ""
    """Digest of the submission's files."""


class Decisions:
    """All decisions of a class."""

    def __init__(
        self, decisions: Iterable[Decision] = (), seen: dict[str, Ground] | None = None
    ) -> None:
        self._decisions = tuple(decisions)
        self._seen = dict(seen or {})

    def strangers(self, submissions: Collection[str]) -> tuple[str, ...]:
        """Return which submissions are decided about, but are not among *submissions*."""
        return tuple(sorted({one.submission for one in self._decisions} - set(submissions)))

    def applied(self, result: Result, files: str = "") -> Result:
        """Return *result* with the decisions on its submission, and no others; remember what they
        are about.
        """
        own = [one for one in self._decisions if one.submission == result.submission]
        flags = [flag for flag in result.flags if flag.code is not FlagCode.DECISION_OUTDATED]
        ruled = tuple(change for change in result.adjustments if not change.by)
        bare = msgspec.structs.replace(result, adjustments=ruled)
        if result.status is not Status.GRADED:
            return bare
        made = []
        for one in own:
            change, ground = _change(one, bare)
            before = self._seen.setdefault(one.key, Ground(ground, files))
            if change is not None:
                made.append(change)
            now = Ground(ground, files)
            if _is_outdated(before, now, counts=change is not None):
                flags.append(_outdated(one, before, now, counts=change is not None))
        return msgspec.structs.replace(bare, adjustments=(*ruled, *made), flags=tuple(flags))

    def leave(self, folder: Path) -> None:
        """Keep in *folder* what decisions are about; forget those that are no more. Raises
        GraderError.
        """
        keys = {one.key for one in self._decisions}
        seen = {key: ground for key, ground in sorted(self._seen.items()) if key in keys}
        if seen or (folder / SEEN).exists():
            write_readable(folder / SEEN, seen)


def _change(one: Decision, result: Result) -> tuple[Adjustment | None, str]:
    """Return what a decision makes of *result*, None if nothing; and the ground that it stands on."""
    if one.check:
        check = next((check for check in result.checks if check.id == one.check), None)
        if check is None:
            near = nearest(one.check, [check.id for check in result.checks])
            return None, "there is no such check" + (f" (is it {near}?)" if near else "")
        want = check.max_marks if one.marks is None else exact(one.marks)
        ground, amount = WORDS[check.verdict], want - check.marks
        if want > check.max_marks:
            return None, f"its {marks_in_words(want)} marks are more than the check is worth"
    else:
        mine = [change for change in result.adjustments if change.rule == one.adjustment]
        if not mine:
            return None, ADJUSTMENT_GONE
        now = sum((change.amount for change in mine), Fraction(0))
        ground, amount = (
            marks_in_words(now),
            (Fraction(0) if one.marks is None else exact(one.marks)) - now,
        )
    reason = printable(f"{one.why} ({one.by}, {one.on.isoformat()})", 1000)
    change = Adjustment(
        rule=f"decision on {one.about}", amount=amount, reason=reason, by=one.by, about=one.check
    )
    return (change if amount else None), ground


def _is_outdated(before: Ground, now: Ground, *, counts: bool) -> bool:
    """Return whether a decision's ground has changed, or it counts for nothing."""
    return before.was != now.was or not counts or _other_files(before, now)


def _other_files(before: Ground, now: Ground) -> bool:
    return bool(before.files and now.files) and before.files != now.files


def _outdated(one: Decision, before: Ground, now: Ground, *, counts: bool) -> Flag:
    values = {
        "about": printable(one.about),
        "by": printable(one.by),
        "was": printable(before.was),
        "now": printable(now.was),
        "counts": counts,
        "other_files": _other_files(before, now),
    }
    return Flag(FlagCode.DECISION_OUTDATED, values)


def read(folder: Path) -> Decisions:
    """Return the decisions in *folder*; none where there is no such file. Raises GraderError with
    what to mend.
    """
    path = folder / FILE
    shown = display(str(path), 200)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Decisions()
    except OSError as error:
        raise GraderError(f"{shown}: {error}") from None
    try:
        decisions = msgspec.toml.decode(data, type=_File).decision
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(f"{shown}{problem_in(data, _File, error)}") from None
    _demand_sense(decisions, shown)
    try:
        seen = msgspec.json.decode((folder / SEEN).read_bytes(), type=dict[str, Ground])
    except FileNotFoundError:
        seen = {}
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(folder / SEEN), 200)}: cannot be read ({error}); move it away"
        ) from None
    return Decisions(decisions, seen)


def _demand_sense(decisions: Sequence[Decision], shown: str) -> None:
    """Raise GraderError for decisions that nobody can follow."""
    known = set()
    for place, one in enumerate(decisions, 1):
        where = f"{shown}: decision {place} (on {display(one.submission)})"
        if bool(one.check) == bool(one.adjustment):
            raise GraderError(f'{where}: wants either check = "ID" or adjustment = "RULE"')
        if not one.by.strip() or not one.why.strip():
            raise GraderError(f"{where}: wants by (who decided) and why, for the student")
        if one.marks and (one.marks < 0) != bool(one.adjustment):
            raise GraderError(
                f"{where}: marks of a check are 0 or more, those of an adjustment 0 or less"
            )
        if (one.submission, one.about) in known:
            raise GraderError(f"{where}: there are two decisions on {display(one.about)}")
        known.add((one.submission, one.about))
