"""Makes the dictionary of known faults from the faulty exemplars, by grading them."""

from __future__ import annotations

from dataclasses import dataclass

from graders.harness.assignment.manifest import Assignment
from graders.harness.diagnosis import dictionary
from graders.harness.diagnosis.dictionary import Entry, Named
from graders.harness.verification.exemplars import (
    Exemplar,
    as_submissions,
    load_exemplars,
)
from graders.harness.verification.gradings import Gradings, whole_result


@dataclass(frozen=True, slots=True)
class Made:
    """The number of faults and entries written, and the exemplars that could not be graded."""

    faults: int
    entries: int
    lost: tuple[str, ...]


def faulty(assignment: Assignment) -> list[Exemplar]:
    """Return the exemplars that are known faults."""
    exemplars = load_exemplars(assignment.grader)
    return [exemplar for exemplar in exemplars if exemplar.kind == "faulty"]


def make(gradings: Gradings) -> Made:
    """Grade the faulty exemplars and write the dictionary. Raises GraderBroken, OSError."""
    assignment = gradings.assignment
    exemplars = faulty(assignment)
    graded = gradings.graded_in_full(as_submissions(exemplars, assignment), "faults")
    named: list[Named] = []
    entries: dict[str, list[Entry]] = {}
    lost = []
    for exemplar in exemplars:
        done = graded[exemplar.id]
        if whole_result(done) is None:
            lost.append(f"{exemplar.id}: {done.message}")
            continue
        named.append(name_of(exemplar, assignment))
        for check, symptom in done.symptoms.items():
            by_chance = check in exemplar.may_fail
            entries.setdefault(check, []).append(Entry(exemplar.id, symptom, by_chance))
    dictionary.write(assignment, named, entries)
    return Made(len(named), sum(map(len, entries.values())), tuple(lost))


def name_of(exemplar: Exemplar, assignment: Assignment) -> Named:
    """Return the exemplar's line in the dictionary."""
    folder = assignment.grader / "exemplars" / exemplar.id
    digest = dictionary.files_digest(folder)
    return Named(exemplar.id, digest, exemplar.title, exemplar.hint)
