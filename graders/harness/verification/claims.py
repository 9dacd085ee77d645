"""Claims about a grader, and their results."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

import msgspec

from graders.harness.result import Verdict


class Claim(enum.Enum):
    """A claim about a grader, in the order of checking."""

    REFERENCE = "reference"
    STARTER = "starter"
    EXEMPLARS = "exemplars"
    MUTANTS = "mutants"
    EXAMPLES = "examples"
    LAZY = "lazy"
    COSTS = "costs"
    BYTES = "bytes"


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

    claim: Claim
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


def claim_result(
    claim: Claim,
    summary: str,
    wrong: Sequence[str] = (),
    lost: Sequence[str] = (),
    mutants: Iterable[MutantResult] = (),
    stanzas: Iterable[str] = (),
) -> ClaimResult:
    """Return the result of *claim*: *wrong* refutes it, *lost* could not be graded."""
    state = ClaimState.HOLDS
    if lost:
        state = ClaimState.NOT_GRADABLE
    elif wrong:
        state = ClaimState.WRONG
    return ClaimResult(
        claim, state, summary, (*lost, *wrong), tuple(mutants), tuple(stanzas)
    )
