"""Draws programs with several faults, which are then known."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from graders.extensions.faults.combined import combined
from graders.harness.assignment.manifest import Assignment
from graders.harness.verification.exemplars import Exemplar

ATTEMPTS = 30
"""Draws for each composition that is wanted, before there are no more."""


def composed(exemplars: Sequence[Exemplar], assignment: Assignment) -> dict[str, bytes] | None:
    """Return the files of a program with all *exemplars*; None if they cannot be combined."""
    if any(exemplar.runs_short for exemplar in exemplars):
        return None
    chosen, files = combined(
        exemplars, len(exemplars), assignment.reference, assignment.files.solved
    )
    return files if len(chosen) == len(exemplars) else None


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
