"""Survivors: mutants that no check tells from the reference, each with the reason why none has to.

They are listed in ``graders/<assignment>/survivors.toml``, by hand:

    [[survivor]] mutant = 'block.py Block.swap: if x < 3: -> if x <= 3:'    # its name, as `grader
    verify` prints it equivalent = "x is never 3"                                # why nobody can
    see a difference

    [[survivor]]
    mutant = 'goal.py *.description: *'                        # a star stands for any text
    open = "spec 9.4: the words are free"                      # who leaves it open, and what

An entry that fits no mutant, or none that survives, is an error: the reference or the checks have
changed since.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import msgspec
import tomli_w

from graders.harness.assignment.tables import problem_in
from graders.harness.errors import GraderError

FILE = "survivors.toml"


class SurvivorsError(GraderError):
    """The list of survivors cannot be used; the message names the file and what to mend."""


class Survivor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry: a mutant that may survive, or all that a pattern fits."""

    mutant: str
    equivalent: str = ""
    """Why nobody can see a difference."""
    open: str = ""
    """Where the assignment leaves it open."""

    @property
    def reason(self) -> str:
        """Why it may survive."""
        return self.equivalent or self.open

    def fits(self, name: str) -> bool:
        """Say whether the mutant *name* is meant."""
        pattern = ".*".join(re.escape(part) for part in self.mutant.split("*"))
        return self.mutant == name or re.fullmatch(pattern, name, re.DOTALL) is not None


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    survivor: tuple[Survivor, ...] = ()


def load_survivors(grader: Path) -> tuple[Survivor, ...]:
    """Return the survivors that the grader in this folder accepts; none where it has no list.
    Raises SurvivorsError.
    """
    path = grader / FILE
    shown = f"{grader.name}/{FILE}"
    if not path.is_file():
        return ()
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=_Table).survivor
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise SurvivorsError(f"{shown}{problem_in(path.read_bytes(), _Table, error)}") from None
    for entry in found:
        if bool(entry.equivalent.strip()) == bool(entry.open.strip()):
            raise SurvivorsError(
                f"{shown}: {entry.mutant}: say either why it is equivalent or who leaves it open"
            )
    return found


def stanza(name: str) -> str:
    """Return the entry that lets the mutant *name* survive, as lines of the list: only the reason
    is left to say.
    """
    literal = name.isprintable() and "'" not in name
    mutant = f"mutant = '{name}'" if literal else tomli_w.dumps({"mutant": name}).strip()
    return f'[[survivor]]\n{mutant}\nequivalent = ""  # why nobody can see it; or: open = "who leaves it open"\n'


def stale(
    survivors: Sequence[Survivor],
    alive: Collection[str],
    dead: Collection[str],
    untried: Collection[str],
) -> Iterator[str]:
    """Yield one line for each entry that fits no mutant, or only such as are killed."""
    for entry in survivors:
        if any(entry.fits(name) for name in alive) or any(entry.fits(name) for name in untried):
            continue
        if any(entry.fits(name) for name in dead):
            yield f"{FILE}: {entry.mutant}: is killed now; remove the entry"
        else:
            yield f"{FILE}: {entry.mutant}: there is no such mutant any more; mend or remove the entry"
