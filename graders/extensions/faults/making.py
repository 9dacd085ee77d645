"""Makes the dictionary of known faults by grading the faulty exemplars, the reference with one
function at a time as the starter has it, and mutants of the reference.

A mutant is kept if it fails few checks, and fails them in another way than every exemplar: so it
names a small fault without an exemplar.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graders.extensions.faults import dictionary
from graders.extensions.faults.dictionary import Entry, Named
from graders.extensions.faults.noting import noted
from graders.extensions.faults.symptoms import Symptoms
from graders.extensions.shared.authoring import authoring_of
from graders.extensions.shared.exemplars import (
    Exemplar,
    as_submissions,
    load_exemplars,
    text_of_file,
)
from graders.extensions.shared.gradings import (
    Gradings,
    solved_files,
    submissions_of,
    whole_result,
)
from graders.extensions.shared.mutants import Mutant, mutants_of
from graders.extensions.shared.mutants.sources import SourceTree
from graders.extensions.shared.syntax_trees import text_of
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.result import Verdict

MUTANTS = 120
"""Mutants that are graded."""
MOST_CHECKS = 10
"""Checks that a kept mutant fails, at most: nine of ten exemplars fail fewer."""
WIDTH = 90
"""Characters of a line of code in a mutant's sentence."""
_NUMBER = re.compile(r" \(\d+\)$")
"""Behind the name of a mutant that has the name of an earlier one."""
_NOTHING = ("pass", ";", "{}")
"""Statements that do nothing."""


@dataclass(frozen=True, slots=True)
class Made:
    """The number of faults and entries written, and the exemplars that could not be graded."""

    faults: int
    mutants: int
    """Those among the faults that are mutants."""
    entries: int
    lost: tuple[str, ...]


def faulty(assignment: Assignment) -> list[Exemplar]:
    """Return the exemplars that are known faults."""
    exemplars = load_exemplars(assignment.grader)
    return [exemplar for exemplar in exemplars if exemplar.kind == "faulty"]


def make(gradings: Gradings, mutants: int = MUTANTS) -> Made:
    """Grade the faulty exemplars and some *mutants*, and write the dictionary.

    Raises GraderBroken, OSError.
    """
    assignment = gradings.assignment
    exemplars = faulty(assignment)
    graded = gradings.graded_in_full(as_submissions(exemplars, assignment), "faults")
    reference = dictionary.solution_digest(assignment)
    named: list[Named] = []
    entries: dict[str, list[Entry]] = {}
    lost = []
    for exemplar in exemplars:
        done = graded[exemplar.id]
        if whole_result(done) is None:
            lost.append(f"{exemplar.id}: {done.message}")
            continue
        named.append(name_of(exemplar, assignment))
        for check, symptom in noted(done.noted).symptoms.items():
            by_chance = check in exemplar.may_fail
            entries.setdefault(check, []).append(Entry(exemplar.id, symptom, by_chance))
    stubs = submissions_of(assignment, unwritten(assignment))
    for function, done in gradings.graded_in_full(stubs, "unwritten functions").items():
        id_, sentence = f"{dictionary.UNWRITTEN}{function}", f"{function} is not written"
        named.append(Named(id_, reference, sentence, functions=(function,)))
        for check, symptom in noted(done.noted).symptoms.items():
            entries.setdefault(check, []).append(Entry(id_, symptom))
    some = drawn(assignment, mutants)
    # one that fails more checks is not kept, and mostly takes longest
    programs = submissions_of(assignment, some)
    tried = gradings.graded_until(programs, MOST_CHECKS, "mutants")
    known = [noted(done.noted).symptoms for done in graded.values()]
    kept = list(
        _new(
            [
                (mutant, noted(tried[mutant.name].noted).symptoms)
                for mutant in some
                if _is_tried_in_full(tried[mutant.name])
            ],
            known,
        )
    )
    for mutant, symptoms in kept:
        name = name_of_mutant(mutant, reference)
        named.append(name)
        for check, symptom in symptoms.items():
            entries.setdefault(check, []).append(Entry(name.fault, symptom))
    dictionary.write(assignment, named, entries)
    number = sum(map(len, entries.values()))
    return Made(len(named), len(kept), number, tuple(lost))


def unwritten(assignment: Assignment) -> list[Mutant]:
    """Return the reference with one function at a time as the starter has it, by the function's
    name.
    """
    found: dict[str, Mutant] = {}
    for file, data in solved_files(assignment, assignment.starter).items():
        given, solved = (
            SourceTree.parse(file, content)
            for content in (data, (assignment.reference / file).read_bytes())
        )
        if given is None or solved is None:
            continue
        bodies = {
            (function.name, function.field("parameters")): text_of(function.body)
            for function in given.functions()
        }
        for function in solved.functions():
            name, start, end = function.name, function.body.start_byte, function.body.end_byte
            body = bodies.get((name, function.field("parameters")), "")
            changed = solved.replaced(start, end, body)
            if body and changed != solved.data:
                found.setdefault(name, Mutant(name, file, solved.line(start), changed))
    return list(found.values())


def drawn(assignment: Assignment, number: int) -> list[Mutant]:
    """Return *number* mutants of the reference, the same ones each time.

    Mutants that end early are left out: exemplars name such faults.
    """
    mutants = mutants_of(solved_files(assignment, assignment.reference))
    random.Random(f"{assignment.id} mutants").shuffle(mutants)
    return mutants[:number]


def _is_tried_in_full(done: GradedSubmission) -> bool:
    """Return whether all checks ran: those that fail many were ended early."""
    result = whole_result(done)
    return result is not None and all(
        check.verdict is not Verdict.NOT_RUN for check in result.checks
    )


def _new(
    mutants: Iterable[tuple[Mutant, Symptoms]], known: list[Symptoms]
) -> Iterator[tuple[Mutant, Symptoms]]:
    """Yield the mutants that fail some checks, not many, and in a way that is not *known*."""
    for mutant, symptoms in mutants:
        if 0 < len(symptoms) <= MOST_CHECKS and symptoms not in known:
            known.append(symptoms)
            yield mutant, symptoms


def name_of_mutant(mutant: Mutant, reference: str) -> Named:
    """Return the mutant's line in the dictionary, with a sentence that is made of the change.

    reference: digest of the reference's files.
    """
    position, _, change = mutant.name.partition(": ")
    before, _, after = _NUMBER.sub("", change).partition(" -> ")
    _, _, function = position.partition(" ")
    old, new = _around_difference(before, after)
    happened = "is missing" if after in _NOTHING else f"became `{new}`"
    digest = hashlib.blake2b(mutant.name.encode(), digest_size=4).hexdigest()
    return Named(
        f"{dictionary.MUTANT}{digest}",
        reference,
        f"`{old}` {happened} in the reference (a mutant)",
        functions=(function,) if function else (),
    )


def _around_difference(before: str, after: str) -> tuple[str, str]:
    """Return two lines of code, of long ones what is around the first difference."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), 0)
    start = max(0, same - WIDTH // 2) if max(len(before), len(after)) > WIDTH else 0
    parts = (code[start:] for code in (before, after))
    short = (part if len(part) <= WIDTH else f"{part[:WIDTH]}..." for part in parts)
    old, new = (f"...{part}" if start else part for part in short)
    return old, new


def name_of(exemplar: Exemplar, assignment: Assignment) -> Named:
    """Return the exemplar's line in the dictionary."""
    folder = assignment.grader / "exemplars" / exemplar.id
    digest = dictionary.files_digest(folder)
    functions = functions_in(exemplar, assignment)
    return Named(exemplar.id, digest, exemplar.title, exemplar.hint, functions)


def definitions(exemplar: Exemplar) -> frozenset[str]:
    """Return the definitions on which an exemplar acts, such as "block.py Block.swap".

    A whole file counts as one. Empty if it is not laid over the reference by definitions.
    """
    if exemplar.base != "reference" or exemplar.without or not exemplar.parses:
        return frozenset()
    found: set[str] = set()
    for name, content in exemplar.files.items():
        authoring = authoring_of(name)
        place = f"exemplars/{exemplar.id}/{name}"
        if authoring is None or name in exemplar.whole:
            found.add(name)
        else:
            names = authoring.changed(text_of_file(content, place), place)
            found.update(f"{name} {part}" for part in names)
    return frozenset(found)


def functions_in(exemplar: Exemplar, assignment: Assignment) -> tuple[str, ...]:
    """Return the functions of the reference that an exemplar changes, without their files."""
    changed = {name.partition("/")[0] for name in definitions(exemplar)}
    names: dict[str, None] = {}
    for file in assignment.files.submitted:
        source = SourceTree.parse(file, (assignment.reference / file).read_bytes())
        for function in source.functions() if source else ():
            name = function.name
            if f"{file} {name}" in changed:
                names[name] = None
    return tuple(names)
