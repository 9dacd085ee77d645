"""Reasons why a check may be earned by a lazy program, and lazy programs that only an assignment
knows.

They are listed in ``graders/<assignment>/lazy.toml``, by hand:

    [[program]]
    function = "player.py SmartPlayer.make_move"       # as `grader verify --only lazy` prints it
    does = "always passes"
    body = "return ('PASS', None)"

    [[earned]]
    program = "block.py Block.swap: does nothing"      # a star stands for any text
    check = "block.swap-refuses-leaves"                # likewise
    reason = "spec 6.3: on a leaf nothing is to be done"

An entry that fits nothing that is earned is an error: the checks have changed since.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from graders.harness.assignment.tables import problem_in
from graders.harness.errors import GraderError

FILE = "lazy.toml"


class ReasonsError(GraderError):
    """The list cannot be used; the message names the file and what to mend."""


class Addition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lazy program in the words of the assignment."""

    function: str
    does: str
    body: str


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why lazy programs may earn checks."""

    program: str
    check: str
    reason: str

    def fits(self, program: str, check: str) -> bool:
        """Say whether this is the reason why *program* may earn *check*."""
        return _fits(self.program, program) and _fits(self.check, check)


class Reasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an assignment says of lazy programs."""

    program: tuple[Addition, ...] = ()
    earned: tuple[Reason, ...] = ()

    def allow(self, program: str, check: str) -> bool:
        """Say whether there is a reason why *program* may earn *check*."""
        return any(one.fits(program, check) for one in self.earned)

    def unused(self, earned: Iterable[tuple[str, str]]) -> list[str]:
        """Return one line for each reason that fits none of the (program, check) that are *earned*."""
        pairs = list(earned)
        without = [one for one in self.earned if not any(one.fits(*pair) for pair in pairs)]
        return [
            f"{FILE}: {one.program} no longer earns {one.check}; mend or remove the entry"
            for one in without
        ]


def has_reasons(grader: Path) -> bool:
    """Say whether the grader in this folder has such a list."""
    return (grader / FILE).is_file()


def load_reasons(grader: Path) -> Reasons:
    """Return the list of the grader in this folder; an empty one where there is none. Raises
    ReasonsError.
    """
    if not has_reasons(grader):
        return Reasons()
    shown = f"{grader.name}/{FILE}"
    try:
        found = msgspec.toml.decode((grader / FILE).read_bytes(), type=Reasons)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ReasonsError(
            f"{shown}{problem_in((grader / FILE).read_bytes(), Reasons, error)}"
        ) from None
    for entry in found.earned:
        if not entry.reason.strip():
            raise ReasonsError(f"{shown}: {entry.program}: say why it may earn {entry.check}")
    return found


def _fits(pattern: str, text: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None
