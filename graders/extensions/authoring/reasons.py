"""Reasons why a claim need not hold everywhere: files written by authors.

``graders/<assignment>/chance.toml`` lists faults that may escape all checks by chance:

    [[escape]]
    fault = "faulty/rotates-sometimes"                 # a mutant or exemplar; * stands for any text
    reason = "one in 30,000 moves shows it"

``graders/<assignment>/controls.toml`` lists functions that checks may charge without naming them:

    [[charge]]
    check = "scenario.*"
    function = "*"                                     # such as "block.py Block.swap"
    reason = "a whole game, and every function has a part in it"

``graders/<assignment>/costs.toml`` lists exemplars that cost more than a third of their task:

    [[dear]]
    task = "land"                                      # in which they cost most
    faults = ["faulty/landing-*"]                      # as `grader verify --only costs` prints them
    reason = "every display after the landing is wrong"

It may also say what the handout's features are worth, and which exemplars break one in every game:

    [[feature]]
    name = "whose turn it is"
    worth = 0.6                                        # marks; such a fault costs at least half
    faults = ["faulty/turn-*"]
    source = "spec 8"

``graders/<assignment>/lazy.toml`` lists checks that a stub may pass, and additional stubs:

    [[program]]
    function = "player.py SmartPlayer.make_move"       # as `grader verify --only lazy` prints it
    does = "always passes"
    body = "return ('PASS', None)"

    [[earned]]
    program = "block.py Block.swap: does nothing"      # * stands for any text
    check = "block.swap-refuses-leaves"                # likewise
    reason = "spec 6.3: on a leaf nothing is to be done"

An entry without a match is an error: the reference or the checks have changed since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import starmap
from pathlib import Path

import msgspec

from graders.extensions.shared.mutants.reasons import (
    ReasonsError,
    load_table,
    matches,
    outdated,
    require_reason,
)

CHANCE, CONTROLS, COSTS = "chance.toml", "controls.toml", "costs.toml"
LAZY = "lazy.toml"


class _Escape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: str
    reason: str


class EscapeReasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``chance.toml``."""

    escape: tuple[_Escape, ...] = ()

    def allow(self, fault: str) -> bool:
        """Return whether there is a reason why *fault* may escape."""
        return any(matches(entry.fault, fault) for entry in self.escape)

    def unused(self, faults: Collection[str]) -> Iterator[str]:
        """Yield a line for each entry that matches none of *faults*."""
        for entry in self.escape:
            if not any(matches(entry.fault, fault) for fault in faults):
                yield outdated(CHANCE, f"{entry.fault} no longer escapes")


class _Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    check: str
    function: str
    reason: str

    def fits(self, check: str, function: str) -> bool:
        """Return whether the entry matches *function* charged by *check*."""
        return matches(self.check, check) and matches(self.function, function)


class ChargeReasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``controls.toml``."""

    charge: tuple[_Charge, ...] = ()

    def allow(self, check: str, function: str) -> bool:
        """Return whether there is a reason why *check* may charge *function*."""
        return any(entry.fits(check, function) for entry in self.charge)

    def unused(self, charges: Collection[tuple[str, str]]) -> Iterator[str]:
        """Yield a line for each entry that matches none of *charges* (check and function)."""
        for entry in self.charge:
            if not any(starmap(entry.fits, charges)):
                yield outdated(CONTROLS, f"{entry.check} no longer charges {entry.function}")


def load_escape_reasons(grader: Path) -> EscapeReasons:
    """Return the reasons for escapes of the grader in this folder. Raises ReasonsError."""
    reasons = load_table(grader, CHANCE, EscapeReasons)
    for entry in reasons.escape:
        require_reason(entry.reason, grader, CHANCE, f"{entry.fault} may escape")
    return reasons


def load_charge_reasons(grader: Path) -> ChargeReasons:
    """Return the reasons for charges of the grader in this folder. Raises ReasonsError."""
    reasons = load_table(grader, CONTROLS, ChargeReasons)
    for entry in reasons.charge:
        require_reason(entry.reason, grader, CONTROLS, f"{entry.check} may charge {entry.function}")
    return reasons


class Dear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason why faults may cost more than a third of the task in which they cost most."""

    task: str
    faults: tuple[str, ...]
    reason: str


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature of the handout, and the exemplars that break it in every game."""

    name: str
    worth: float
    """Marks. A fault that breaks the feature in every game costs at least half of them."""
    faults: tuple[str, ...]
    source: str

    def breaks(self, fault: str) -> bool:
        """Return whether *fault* is one that breaks it."""
        return any(matches(pattern, fault) for pattern in self.faults)


class CostReasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``costs.toml``."""

    dear: tuple[Dear, ...] = ()
    feature: tuple[Feature, ...] = ()

    def feature_of(self, fault: str) -> Feature | None:
        """Return the feature that *fault* breaks in every game; None if there is none."""
        return next((feature for feature in self.feature if feature.breaks(fault)), None)

    def unbroken(self, faults: Collection[str]) -> Iterator[str]:
        """Yield a line for each pattern of a feature that matches none of *faults*."""
        for feature in self.feature:
            for pattern in feature.faults:
                if not any(matches(pattern, fault) for fault in faults):
                    yield outdated(COSTS, f"{pattern} is no exemplar that costs marks")

    def problems(self, dear: Collection[tuple[str, str]]) -> Iterator[str]:
        """Yield a line for each of *dear* (pairs of task and fault) without a reason, and for each
        pattern that matches none of them.
        """
        patterns = [(entry.task, fault) for entry in self.dear for fault in entry.faults]

        def fits(pattern: tuple[str, str], pair: tuple[str, str]) -> bool:
            return all(map(matches, pattern, pair))

        for pair in dear:
            if not any(fits(pattern, pair) for pattern in patterns):
                task, fault = pair
                yield f"{fault}: costs more than a third of {task}, without a reason in {COSTS}"
        for pattern in patterns:
            if not any(fits(pattern, pair) for pair in dear):
                problem = f"{pattern[1]} no longer costs a third of {pattern[0]}"
                yield outdated(COSTS, problem)


def load_cost_reasons(grader: Path) -> CostReasons:
    """Return the reasons for dear faults of the grader in this folder, and the worths of features.

    Raises ReasonsError.
    """
    reasons = load_table(grader, COSTS, CostReasons)
    for entry in reasons.dear:
        if not entry.reason.strip():
            entry_name = f"{grader.name}/{COSTS}: {', '.join(entry.faults)}"
            raise ReasonsError(f"{entry_name}: give the reason for the cost")
    return reasons


class Addition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An additional stub of the assignment."""

    function: str
    does: str
    body: str


class Earned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason why stubs may pass checks."""

    program: str
    check: str
    reason: str

    def fits(self, stub: str, check: str) -> bool:
        """Return whether the entry matches *check* passed by *stub*."""
        return matches(self.program, stub) and matches(self.check, check)


class StubReasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``lazy.toml``."""

    program: tuple[Addition, ...] = ()
    earned: tuple[Earned, ...] = ()

    def allow(self, stub: str, check: str) -> bool:
        """Return whether there is a reason why *stub* may pass *check*."""
        return any(entry.fits(stub, check) for entry in self.earned)

    def unused(self, earned: Collection[tuple[str, str]]) -> Iterator[str]:
        """Yield a line for each entry that matches none of *earned* (pairs of stub and check)."""
        for entry in self.earned:
            if not any(starmap(entry.fits, earned)):
                yield outdated(LAZY, f"{entry.program} no longer passes {entry.check}")


def load_stub_reasons(grader: Path) -> StubReasons:
    """Return the stubs and reasons of the grader in this folder. Raises ReasonsError."""
    reasons = load_table(grader, LAZY, StubReasons)
    for entry in reasons.earned:
        require_reason(entry.reason, grader, LAZY, f"{entry.program} may pass {entry.check}")
    return reasons
