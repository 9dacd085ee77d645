"""People's decisions about submissions of a class, in its folder: `decisions.toml`.

The ground of a decision is kept in `decided.json` when it first counts: if it changes later, a flag
says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.harness.assignment.toml_errors import problem_in
from graders.harness.content import write_readable
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import Decision, Decisions, Ground
from graders.harness.intake.names import display
from graders.harness.reports.sentences import WORDS

FILE = "decisions.toml"
GROUNDS = "decided.json"
_VERDICTS = {words: verdict.value for verdict, words in WORDS.items()}
"""Grounds that an earlier version wrote in words."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decision: tuple[Decision, ...] = ()


def read(folder: Path) -> Decisions:
    """Return the decisions in *folder*, none if there is no such file. Raises GraderError with the
    place to mend.
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
    _check(decisions, shown)
    return Decisions(decisions, _read_grounds(folder / GROUNDS))


def _read_grounds(path: Path) -> dict[str, Ground]:
    try:
        grounds = msgspec.json.decode(path.read_bytes(), type=dict[str, Ground])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: cannot be read ({error}); move it away"
        ) from None
    return {
        key: Ground(_VERDICTS.get(ground.was, ground.was), ground.files)
        for key, ground in grounds.items()
    }


def write_grounds(folder: Path, decisions: Decisions) -> None:
    """Write the grounds of *decisions* into *folder*. Raises GraderError."""
    grounds = decisions.grounds
    if grounds or (folder / GROUNDS).exists():
        write_readable(folder / GROUNDS, grounds)


def _check(decisions: Sequence[Decision], shown: str) -> None:
    """Raise GraderError for a decision that is incomplete or contradicts another."""
    seen = set()
    for number, decision in enumerate(decisions, 1):
        where = f"{shown}: decision {number} (on {display(decision.submission)})"
        if bool(decision.check) == bool(decision.adjustment):
            raise GraderError(
                f'{where}: wants either check = "ID" or adjustment = "RULE"'
            )
        if not decision.by.strip() or not decision.why.strip():
            raise GraderError(
                f"{where}: wants by (who decided) and why, for the student"
            )
        if decision.marks and (decision.marks < 0) != bool(decision.adjustment):
            raise GraderError(
                f"{where}: marks of a check are 0 or more, those of an adjustment 0 or less"
            )
        if (decision.submission, decision.about) in seen:
            raise GraderError(
                f"{where}: there are two decisions on {display(decision.about)}"
            )
        seen.add((decision.submission, decision.about))
