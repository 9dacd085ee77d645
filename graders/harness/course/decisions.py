"""Staff's decisions about submissions of a class: `decisions.toml` in its folder.

The ground of a decision (the verdict or amount that it overrides) is stored in `decided.json` when
it is first applied. If it changes later, a flag reports it.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.harness.assignment.toml_errors import problem_in
from graders.harness.content import write_readable
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import Decision, Decisions, Ground
from graders.harness.intake.names import display
from graders.harness.reports.sentences import WORDS

FILE = "decisions.toml"
GROUNDS = "decided.json"
MOST_MARKS = 1_000_000
_VERDICTS = {words: verdict.value for verdict, words in WORDS.items()}
"""Grounds that an earlier version stored in words."""


class _DecisionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decision: tuple[Decision, ...] = ()


def read(folder: Path) -> Decisions:
    """Return the decisions in *folder*. Raises GraderError that names the position of a mistake."""
    path = folder / FILE
    label = display(str(path), 200)
    try:
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except FileNotFoundError:
        return Decisions()
    except OSError as error:
        raise GraderError(f"{label}: {error}") from None
    try:
        decisions = msgspec.toml.decode(data, type=_DecisionsFile).decision
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(f"{label}{problem_in(data, _DecisionsFile, error)}") from None
    except RecursionError:
        raise GraderError(f"{label}: its values are nested too deeply") from None
    _check(decisions, label)
    return Decisions(decisions, _read_grounds(folder / GROUNDS))


def _read_grounds(path: Path) -> dict[str, Ground]:
    try:
        grounds = parse_json(path.read_bytes(), dict[str, Ground])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: cannot be read ({error}); move it away and run again"
        ) from None
    return {
        key: Ground(_VERDICTS.get(ground.was, ground.was), ground.files)
        for key, ground in grounds.items()
    }


def write_grounds(folder: Path, decisions: Decisions) -> None:
    """Store the grounds of *decisions* in *folder*. Raises GraderError."""
    grounds = decisions.grounds
    if grounds or (folder / GROUNDS).exists():
        write_readable(folder / GROUNDS, grounds)


def _check(decisions: Sequence[Decision], label: str) -> None:
    """Raise GraderError for an incomplete decision, or one that contradicts another."""
    seen = set()
    for number, decision in enumerate(decisions, 1):
        where = f"{label}: decision {number} (on {display(decision.submission)})"
        if bool(decision.check) == bool(decision.adjustment):
            raise GraderError(
                f'{where}: needs either check = "ID" or adjustment = "RULE"'
            )
        if not decision.by.strip() or not decision.why.strip():
            raise GraderError(
                f"{where}: needs by (who decided) and why (for the student)"
            )
        if not abs(decision.marks or 0) <= MOST_MARKS:  # not a number, too
            raise GraderError(f"{where}: marks must be a number of marks, such as 2.5")
        if decision.marks and (decision.marks < 0) != bool(decision.adjustment):
            raise GraderError(
                f"{where}: marks must be 0 or more for a check, and 0 or less for an adjustment"
            )
        if (decision.submission, decision.about) in seen:
            raise GraderError(
                f"{where}: there is another decision on {display(decision.about)}"
            )
        seen.add((decision.submission, decision.about))
