"""Claims about a grader, and their results."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from graders.harness.result import Verdict


class Claim(enum.Enum):
    """A claim about a grader, in the order of checking."""

    REFERENCE = "reference"
    STARTER = "starter"
    BUNDLE = "bundle"
    EXEMPLARS = "exemplars"
    MUTANTS = "mutants"
    EXAMPLES = "examples"
    LAZY = "lazy"
    CHANCE = "chance"
    CONTROLS = "controls"
    COSTS = "costs"
    BYTES = "bytes"
    DIAGNOSIS = "diagnosis"


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


class Escape(msgspec.Struct, frozen=True):
    """How often a check, and all checks together, miss a fault that they find in a grading."""

    check: str
    fault: str
    """A mutant or exemplar."""
    missed: int
    """Redraws in which the check passes,"""
    of: int
    """of this number."""
    escaped: int
    """Redraws in which every check passes,"""
    redraws: int
    """of this number. A fault that a check finds without chance does not escape."""

    @property
    def part(self) -> Fraction:
        """The part of the redraws that the check misses."""
        return Fraction(self.missed, max(1, self.of))

    @property
    def of_all(self) -> Fraction:
        """The part of the redraws that all checks miss."""
        return Fraction(self.escaped, max(1, self.redraws))


class Charge(msgspec.Struct, frozen=True):
    """A check that fails by faults of a function that its docstring does not name."""

    check: str
    function: str
    """File and qualified name."""
    mutants: int
    """Mutants of the function that the check fails."""
    of: int
    """Mutants of the function that any check fails."""
    example: str
    """One of them."""


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
    escapes: tuple[Escape, ...] = ()
    """Of the claim *chance*, the worst first."""
    charges: tuple[Charge, ...] = ()
    """Of the claim *controls*, the worst first."""


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
