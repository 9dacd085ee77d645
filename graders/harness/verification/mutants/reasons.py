"""Reasons why a claim need not hold everywhere: files written by authors.

``graders/<assignment>/survivors.toml`` lists mutants that no check needs to detect. It may also
name the deepest level that recursive functions reach, for mutants that end early:

    deepest = 5                                                # the root is on level 0

    [[survivor]]
    mutant = 'block.py Block.swap: if x < 3: -> if x <= 3:'    # as `grader verify` prints it
    equivalent = "x is never 3"                                # why there is no visible difference

    [[survivor]]
    mutant = 'goal.py *.description: *'                        # * stands for any text
    open = "spec 9.4: the words are free"                      # what the assignment leaves open

``graders/<assignment>/lazy.toml`` lists checks that a stub may pass, and additional stubs:

    [[program]]
    function = "player.py SmartPlayer.make_move"       # as `grader verify --only lazy` prints it
    does = "always passes"
    body = "return ('PASS', None)"

    [[earned]]
    program = "block.py Block.swap: does nothing"      # * stands for any text
    check = "block.swap-refuses-leaves"                # likewise
    reason = "spec 6.3: on a leaf nothing is to be done"

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
    faults = ["faulty/landing-*"]                      # as `grader verify --costs` prints them
    reason = "every display after the landing is wrong"

An entry without a match is an error: the reference or the checks have changed since.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import starmap
from pathlib import Path
from typing import TypeVar

import msgspec
import tomli_w

from graders.harness.assignment.toml_errors import problem_in
from graders.harness.errors import GraderError

SURVIVORS, LAZY = "survivors.toml", "lazy.toml"
CHANCE, CONTROLS = "chance.toml", "controls.toml"
DEAR = "costs.toml"

Table = TypeVar("Table", bound=msgspec.Struct)


class ReasonsError(GraderError):
    """A file of reasons is unusable; the message names the file and the correction."""


class Survivor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mutant, or pattern of mutants, that may survive."""

    mutant: str
    equivalent: str = ""
    """Why there is no visible difference."""
    open: str = ""
    """The part of the assignment that leaves it open."""

    @property
    def reason(self) -> str:
        """The reason why it may survive."""
        return self.equivalent or self.open

    def fits(self, name: str) -> bool:
        """Return whether the entry matches the mutant *name*."""
        return _matches(self.mutant, name)


class _Survivors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deepest: int = 0
    survivor: tuple[Survivor, ...] = ()


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
        return _matches(self.program, stub) and _matches(self.check, check)


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
                yield _outdated(LAZY, f"{entry.program} no longer passes {entry.check}")


class _Escape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: str
    reason: str


class EscapeReasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``chance.toml``."""

    escape: tuple[_Escape, ...] = ()

    def allow(self, fault: str) -> bool:
        """Return whether there is a reason why *fault* may escape."""
        return any(_matches(entry.fault, fault) for entry in self.escape)

    def unused(self, faults: Collection[str]) -> Iterator[str]:
        """Yield a line for each entry that matches none of *faults*."""
        for entry in self.escape:
            if not any(_matches(entry.fault, fault) for fault in faults):
                yield _outdated(CHANCE, f"{entry.fault} no longer escapes")


class _Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    check: str
    function: str
    reason: str

    def fits(self, check: str, function: str) -> bool:
        """Return whether the entry matches *function* charged by *check*."""
        return _matches(self.check, check) and _matches(self.function, function)


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
                yield _outdated(
                    CONTROLS, f"{entry.check} no longer charges {entry.function}"
                )


def load_escape_reasons(grader: Path) -> EscapeReasons:
    """Return the reasons for escapes of the grader in this folder. Raises ReasonsError."""
    reasons = _load(grader, CHANCE, EscapeReasons)
    for entry in reasons.escape:
        _require(entry.reason, grader, CHANCE, f"{entry.fault} may escape")
    return reasons


def load_charge_reasons(grader: Path) -> ChargeReasons:
    """Return the reasons for charges of the grader in this folder. Raises ReasonsError."""
    reasons = _load(grader, CONTROLS, ChargeReasons)
    for entry in reasons.charge:
        _require(
            entry.reason, grader, CONTROLS, f"{entry.check} may charge {entry.function}"
        )
    return reasons


def _outdated(file: str, problem: str) -> str:
    """Return the line about an entry of *file* that no longer matches anything."""
    return f"{file}: {problem}; correct or remove the entry"


def _require(reason: str, grader: Path, file: str, what: str) -> None:
    if not reason.strip():
        raise ReasonsError(f"{grader.name}/{file}: give the reason why {what}")


class Dear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason why faults may cost more than a third of the task in which they cost most."""

    task: str
    faults: tuple[str, ...]
    reason: str


class CostReasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``costs.toml``."""

    dear: tuple[Dear, ...] = ()

    def problems(self, dear: Collection[tuple[str, str]]) -> Iterator[str]:
        """Yield a line for each of *dear* (pairs of task and fault) without a reason, and for each
        pattern that matches none of them.
        """
        patterns = [(one.task, fault) for one in self.dear for fault in one.faults]

        def fits(pattern: tuple[str, str], pair: tuple[str, str]) -> bool:
            return all(map(_matches, pattern, pair))

        for pair in dear:
            if not any(fits(pattern, pair) for pattern in patterns):
                yield f"{pair[1]}: costs more than a third of {pair[0]}, without a reason in {DEAR}"
        for pattern in patterns:
            if not any(fits(pattern, pair) for pair in dear):
                problem = f"{pattern[1]} no longer costs a third of {pattern[0]}"
                yield _outdated(DEAR, problem)


def load_survivors(grader: Path) -> tuple[Survivor, ...]:
    """Return the survivors that the grader in this folder accepts. Raises ReasonsError."""
    survivors = _load(grader, SURVIVORS, _Survivors).survivor
    for entry in survivors:
        if bool(entry.equivalent.strip()) == bool(entry.open.strip()):
            shown = f"{grader.name}/{SURVIVORS}: {entry.mutant}"
            raise ReasonsError(
                f"{shown}: give either `equivalent` (why there is no visible difference) or `open`"
            )
    return survivors


def load_deepest(grader: Path) -> int:
    """Return the deepest level that the grader in this folder names; 0 if it names none.

    Raises ReasonsError.
    """
    return _load(grader, SURVIVORS, _Survivors).deepest


def load_stub_reasons(grader: Path) -> StubReasons:
    """Return the stubs and reasons of the grader in this folder. Raises ReasonsError."""
    reasons = _load(grader, LAZY, StubReasons)
    for entry in reasons.earned:
        _require(entry.reason, grader, LAZY, f"{entry.program} may pass {entry.check}")
    return reasons


def load_cost_reasons(grader: Path) -> CostReasons:
    """Return the reasons for dear faults of the grader in this folder. Raises ReasonsError."""
    reasons = _load(grader, DEAR, CostReasons)
    for entry in reasons.dear:
        if not entry.reason.strip():
            shown = f"{grader.name}/{DEAR}: {', '.join(entry.faults)}"
            raise ReasonsError(f"{shown}: give the reason for the cost")
    return reasons


def _load(grader: Path, file: str, table: type[Table]) -> Table:
    """Return the content of *file*; an empty table if the file does not exist."""
    path = grader / file
    if not path.is_file():
        return table()
    data = path.read_bytes()
    try:
        return msgspec.toml.decode(data, type=table)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ReasonsError(
            f"{grader.name}/{file}{problem_in(data, table, error)}"
        ) from None


def stanza(name: str) -> str:
    """Return an entry for the survivor *name*, without the reason."""
    literal = name.isprintable() and "'" not in name
    mutant = (
        f"mutant = '{name}'" if literal else tomli_w.dumps({"mutant": name}).strip()
    )
    hint = '# why there is no visible difference; or: open = "..."'
    return f'[[survivor]]\n{mutant}\nequivalent = ""  {hint}\n'


def stale(
    survivors: Sequence[Survivor],
    alive: Iterable[str],
    dead: Iterable[str],
    untried: Iterable[str],
) -> Iterator[str]:
    """Yield a line for each entry that matches no mutant, or only killed ones."""
    alive = {*alive, *untried}
    for entry in survivors:
        if any(map(entry.fits, alive)):
            continue
        if any(map(entry.fits, dead)):
            yield f"{SURVIVORS}: {entry.mutant}: is killed now; remove the entry"
        else:
            problem = "there is no such mutant any more; correct or remove the entry"
            yield f"{SURVIVORS}: {entry.mutant}: {problem}"


def _matches(pattern: str, text: str) -> bool:
    expression = ".*".join(map(re.escape, pattern.split("*")))
    return re.fullmatch(expression, text, re.DOTALL) is not None
