"""The part *dictionary* of ``grader refresh``: how each known fault fails each check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graders.extensions.faults.dictionary import FAULTS, FOLDER, folder_of, is_made, load
from graders.extensions.shared.refresh_parts import Refreshing, RefreshPart
from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import NOT_GRADABLE, GraderError

if TYPE_CHECKING:
    from graders.harness.grading.checks import Check, Invoke


class ExemplarsLost(GraderError):
    """Exemplars could not be graded, so that the dictionary lacks them."""

    status = NOT_GRADABLE


def _is_due(assignment: Assignment) -> bool:
    return (folder_of(assignment) / FAULTS).is_file()


def stale(refreshing: Refreshing) -> Iterator[str]:
    """Yield the exemplars and checks that are new, or have changed since the dictionary was made.

    Raises DictionaryError, GraderBroken.
    """
    from graders.extensions.faults.making import faulty, name_of
    from graders.extensions.faults.noting import basis_of
    from graders.harness.grading.grader import Grader
    from graders.harness.grading.plugin import ChecksPlugin, run_pytest
    from graders.harness.processes.jobs import backend_of

    assignment, settings = refreshing.assignment, refreshing.settings
    dictionary = load(assignment)
    exemplars = {exemplar.id: exemplar for exemplar in faulty(assignment)}
    for id_, exemplar in exemplars.items():
        fault, named = dictionary.faults.get(id_), name_of(exemplar, assignment)
        if fault is None or (fault.diagnosis, fault.hint) != (named.diagnosis, named.hint):
            yield id_
    made = [id_ for id_ in dictionary.stale if is_made(id_)]
    yield from sorted({*dictionary.stale}.difference(exemplars, made))
    if made:
        yield "mutants, because the reference has changed"
    checks: dict[str, Check] = {}

    def loop(found: Sequence[Check], invoke: Invoke) -> None:
        checks.update((check.id, check) for check in found)

    run_pytest(assignment, ChecksPlugin(assignment, loop))
    with Grader(assignment, backend_of(settings, assignment)) as grader:
        traces = grader.recorded().traces
    bases = {id_: basis_of(check, traces.get(id_)) for id_, check in checks.items()}
    changed = {
        check
        for fault in dictionary.faults.values()
        for check, entry in fault.entries.items()
        if bases.get(check) != entry.symptom.basis
    }
    yield from sorted(changed)


def _dictionary(refreshing: Refreshing) -> Iterator[str]:
    from rich.console import Console

    from graders.extensions.faults.making import make
    from graders.extensions.shared.gradings import Gradings

    if refreshing.check:
        yield from stale(refreshing)
        return
    console = Console(stderr=True)
    made = make(Gradings(refreshing.assignment, refreshing.settings, refreshing.jobs, console))
    faults = f"{made.faults} faults, {made.mutants} of them mutants, {made.entries} entries"
    yield f"graders/{refreshing.assignment.id}/{FOLDER}: {faults}"
    if made.lost:
        raise ExemplarsLost(f"not gradable, so not in the dictionary: {'; '.join(made.lost)}")


PARTS = (
    RefreshPart(
        "dictionary",
        "how each known fault fails each check, so that reports name it: all faulty\n"
        "exemplars and some mutants are graded, some minutes\n"
        "(if graders/ASSIGNMENT/dictionary exists, or with --only dictionary)",
        _is_due,
        _dictionary,
    ),
)
