"""Makes the dictionary of known faults from the faulty exemplars, by grading them."""

from __future__ import annotations

from dataclasses import dataclass

from graders.harness.assignment.manifest import Assignment
from graders.harness.diagnosis import dictionary
from graders.harness.diagnosis.dictionary import Entry, Named
from graders.harness.verification.combined import definitions
from graders.harness.verification.exemplars import (
    Exemplar,
    as_submissions,
    load_exemplars,
)
from graders.harness.verification.gradings import Gradings, whole_result
from graders.harness.verification.mutants.sources import SourceTree


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
    functions = functions_in(exemplar, assignment)
    return Named(exemplar.id, digest, exemplar.title, exemplar.hint, functions)


def functions_in(exemplar: Exemplar, assignment: Assignment) -> tuple[str, ...]:
    """Return the functions that an exemplar changes and that every student has, without their
    files; none if the handout names no files.
    """
    changed = {name.partition("/")[0] for name in definitions(exemplar)}
    names: dict[str, None] = {}
    for file in assignment.files.submitted:
        source = SourceTree.parse(file, (assignment.reference / file).read_bytes())
        starter = assignment.starter / file
        given = starter.read_text() if starter.is_file() else ""
        for function in source.functions() if source else ():
            name = function.name
            if f"{file} {name}" in changed and _is_shared(name, given):
                names[name] = None
    return tuple(names)


def _is_shared(name: str, given: str) -> bool:
    """Return whether a function is public, or named in the starter's text *given*."""
    last = name.rpartition(".")[2]
    return not last.startswith("_") or last.endswith("__") or last in given
