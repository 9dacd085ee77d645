"""Programs with several faults: some exemplars laid over the reference, or functions that hang.

An exemplar shows one fault, and a real program has several. Exemplars can be combined if each is
laid over the reference by definitions, and no two act on the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from graders.harness.errors import GraderError
from graders.harness.verification.authoring import authoring_of
from graders.harness.verification.exemplars import (
    Exemplar,
    lay_over,
    solved_file,
    text_of_file,
)


def definitions(exemplar: Exemplar) -> frozenset[str]:
    """Return the definitions on which an exemplar acts, such as "block.py Block.swap".

    A whole file counts as one. Empty if the exemplar cannot be combined with others.
    """
    if exemplar.base != "reference" or exemplar.without or not exemplar.parses:
        return frozenset()
    found: set[str] = set()
    for name, content in exemplar.files.items():
        authoring = authoring_of(name)
        shown = f"exemplars/{exemplar.id}/{name}"
        if authoring is None or name in exemplar.whole:
            found.add(name)
        else:
            names = authoring.changed(text_of_file(content, shown), shown)
            found.update(f"{name} {part}" for part in names)
    return frozenset(found)


def clash(some: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether one of *some* definitions is one of *others*, or one contains the other."""
    return any(
        one == other
        or one.startswith((f"{other}.", f"{other} "))
        or other.startswith((f"{one}.", f"{one} "))
        for one in some
        for other in others
    )


def combined(
    candidates: Iterable[Exemplar],
    count: int,
    reference_dir: Path,
    submitted: Sequence[str],
) -> tuple[list[Exemplar], dict[str, bytes]]:
    """Return the first *count* of the *candidates* that fit together, and the files with them all.

    There are fewer if no more fit. submitted: as for
    :func:`graders.harness.verification.exemplars.build`.
    """
    files = {name: solved_file(reference_dir, name) for name in submitted}
    chosen: list[Exemplar] = []
    taken: set[str] = set()
    for candidate in candidates:
        if len(chosen) == count:
            break
        own = definitions(candidate)
        if not own or clash(own, taken):
            continue
        try:
            files = lay_over(files, candidate)
        except GraderError:  # they import the same name, for example
            continue
        chosen.append(candidate)
        taken |= own
    return chosen, dict(sorted(files.items()))
