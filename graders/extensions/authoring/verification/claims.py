"""Claims about a grader, and their results."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.result import Verdict

if TYPE_CHECKING:
    from graders.extensions.authoring.verification.verification import Verification


class ClaimState(enum.Enum):
    """State of a claim."""

    HOLDS = "holds"
    WRONG = "wrong"
    NOT_GRADABLE = "not gradable"
    """The sandbox or this machine failed."""
    NOT_TRIED = "not tried"


class MutantResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mutant, and the check that killed it."""

    mutant: str
    file: str
    line: int
    killed_by: str = ""
    """The first check that failed on it; "" if it survived."""
    verdict: Verdict = Verdict.PASSED
    """Verdict of that check."""
    reason: str = ""
    """Reason why it may survive; "" if it may not, or was killed."""


class ClaimResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim, and whether it holds."""

    claim: str
    """Its name."""
    state: ClaimState
    summary: str
    """In a few words."""
    problems: tuple[str, ...] = ()
    """One line each."""
    mutants: tuple[MutantResult, ...] = ()
    stanzas: tuple[str, ...] = ()
    """An entry for the list of survivors, without the reason, for each mutant that survives without
    one.
    """
    rows: tuple[Any, ...] = ()
    """The rows of the claim's own table, the worst first: structs of one kind."""


def always(assignment: Assignment) -> bool:
    """Return True: the claim is checked for every assignment."""
    return True


def no_table(rows: Sequence[Any]) -> Iterable[str]:
    """Return no lines: the claim has no table."""
    return ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a grader whose reference is right."""

    name: str
    about: str
    """What it says, in lines of at most 66 characters: `grader verify --help` shows them."""
    check: Callable[[Verification], ClaimResult]
    is_due: Callable[[Assignment], bool] = always
    """Whether it is checked if no claim is named."""
    alias: str = ""
    """Another name on the command line."""
    uses_mutants: bool = False
    """Whether it proves nothing without mutants, so that ``--mutants 0`` leaves it out."""
    table: Callable[[Sequence[Any]], Iterable[str]] = no_table
    """Returns the lines that show the rows of its result in a terminal."""


def claim_result(
    claim: str,
    summary: str,
    wrong: Sequence[str] = (),
    lost: Sequence[str] = (),
    mutants: Iterable[MutantResult] = (),
    stanzas: Iterable[str] = (),
) -> ClaimResult:
    """Return a claim's result: *wrong* refutes it, *lost* could not be graded."""
    state = ClaimState.HOLDS
    if lost:
        state = ClaimState.NOT_GRADABLE
    elif wrong:
        state = ClaimState.WRONG
    return ClaimResult(claim, state, summary, (*lost, *wrong), tuple(mutants), tuple(stanzas))


def also(count: int, words: str) -> str:
    """Return a further part of a summary; "" for a count of 0."""
    return f", {count} {words}" if count else ""
