"""Reasons why a mutant may survive, in a file written by authors.

``graders/<assignment>/survivors.toml`` lists mutants that no check needs to detect. It may also
name the deepest level that recursive functions reach, for mutants that end early:

    deepest = 5                                                # the root is on level 0

    [[survivor]]
    mutant = 'block.py Block.swap: if x < 3: -> if x <= 3:'    # as `grader verify` prints it
    equivalent = "x is never 3"                                # why there is no visible difference

    [[survivor]]
    mutant = 'goal.py *.description: *'                        # * stands for any text
    open = "spec 9.4: the words are free"                      # what the assignment leaves open

An entry without a match is an error: the reference or the checks have changed since.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
import tomli_w

from graders.harness.assignment.toml_errors import problem_in
from graders.harness.errors import GraderError

SURVIVORS = "survivors.toml"

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
        return matches(self.mutant, name)


class _Survivors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deepest: int = 0
    survivor: tuple[Survivor, ...] = ()


def outdated(file: str, problem: str) -> str:
    """Return the line about an entry of *file* that no longer matches anything."""
    return f"{file}: {problem}; correct or remove the entry"


def require_reason(reason: str, grader: Path, file: str, what: str) -> None:
    """Raise ReasonsError if *reason* is empty. what: the fact that it must explain."""
    if not reason.strip():
        raise ReasonsError(f"{grader.name}/{file}: give the reason why {what}")


def load_survivors(grader: Path) -> tuple[Survivor, ...]:
    """Return the survivors that the grader in this folder accepts. Raises ReasonsError."""
    survivors = load_table(grader, SURVIVORS, _Survivors).survivor
    for entry in survivors:
        if bool(entry.equivalent.strip()) == bool(entry.open.strip()):
            entry_name = f"{grader.name}/{SURVIVORS}: {entry.mutant}"
            raise ReasonsError(
                f"{entry_name}: give either `equivalent` (why there is no visible difference) "
                "or `open`"
            )
    return survivors


def load_deepest(grader: Path) -> int:
    """Return the deepest level that the grader in this folder names; 0 if it names none.

    Raises ReasonsError.
    """
    return load_table(grader, SURVIVORS, _Survivors).deepest


def load_table(grader: Path, file: str, table: type[Table]) -> Table:
    """Return the content of *file*, an empty table if there is none. Raises ReasonsError."""
    path = grader / file
    if not path.is_file():
        return table()
    data = path.read_bytes()
    try:
        return msgspec.toml.decode(data, type=table)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ReasonsError(f"{grader.name}/{file}{problem_in(data, table, error)}") from None


def stanza(name: str) -> str:
    """Return an entry for the survivor *name*, without the reason."""
    literal = name.isprintable() and "'" not in name
    mutant = f"mutant = '{name}'" if literal else tomli_w.dumps({"mutant": name}).strip()
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


def matches(pattern: str, text: str) -> bool:
    """Return whether *text* is what *pattern* says, in which * stands for any text."""
    expression = ".*".join(map(re.escape, pattern.split("*")))
    return re.fullmatch(expression, text, re.DOTALL) is not None
