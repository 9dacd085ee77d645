"""Composes programs of several exemplars, whose faults are then known.

Exemplars can be composed if the order in which they are laid over the reference makes no
difference: they change other definitions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import GraderError
from graders.harness.verification.exemplars import Exemplar, build, lay_over

ATTEMPTS = 30
"""Draws for each composition that is wanted, before there are no more."""


def composed(
    exemplars: Sequence[Exemplar], assignment: Assignment
) -> dict[str, bytes] | None:
    """Return the files of a program with all *exemplars*; None if they change the same."""
    if not all(map(_can_be_laid_over, exemplars)):
        return None
    programs = []
    for order in permutations(exemplars):
        try:
            files = build(order[0], assignment.reference, assignment.files.solved)
            for exemplar in order[1:]:
                files = lay_over(files, exemplar)
        except GraderError:
            return None
        programs.append(files)
    first, *others = map(_lines, programs)
    return programs[0] if all(other == first for other in others) else None


def draw(
    groups: Sequence[Sequence[Exemplar]],
    assignment: Assignment,
    number: int,
    seed: str,
) -> Iterator[tuple[tuple[Exemplar, ...], dict[str, bytes]]]:
    """Yield *number* different compositions, or as many as are found, of one exemplar of each of
    *groups*. The same *seed* draws the same ones.
    """
    drawn = random.Random(f"{assignment.id} {seed}")
    seen: set[frozenset[str]] = set()
    for _ in range(number * ATTEMPTS):
        exemplars = tuple(drawn.choice(group) for group in groups)
        ids = frozenset(exemplar.id for exemplar in exemplars)
        if len(ids) < len(exemplars) or ids in seen:
            continue
        seen.add(ids)
        files = composed(exemplars, assignment)
        if files is not None:
            yield exemplars, files
            number -= 1
            if not number:
                return


def _can_be_laid_over(exemplar: Exemplar) -> bool:
    return (
        exemplar.base == "reference"
        and exemplar.parses
        and not (exemplar.whole or exemplar.without or exemplar.runs_short)
    )


def _lines(files: Mapping[str, bytes]) -> dict[str, list[bytes]]:
    """Return the sorted lines of each file: added definitions may stand in another order."""
    return {name: sorted(data.splitlines()) for name, data in files.items()}
