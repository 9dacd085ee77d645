"""Distils examples: keeps the few drawn examples of each property that find faults.

1. A **pool** is drawn for every property, and all mutants and faulty exemplars run on it
   (:mod:`graders.extensions.authoring.failing_examples`). Where they fail, the engine makes the
   examples smaller.
2. **Candidates** are the strongest examples of the pool, all the smaller ones, and a spread. All
   programs run on these.
3. **Kept** is a small set for each property. Every program that fails the property does so at least
   :data:`TIMES` times, or as often as on the candidates. It includes a spread, independent of
   known faults: examples of every size, and enough to reach each line of the reference that the
   pool reaches.

Examples are written strongest and smallest first, so that a faulty program usually fails at its
first example, and at a small one. The same pool, programs and checks give the same examples.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

from graders.extensions.authoring.experiments import REACH
from graders.extensions.authoring.failing_examples import FailingExamples
from graders.extensions.authoring.trials import recorded, try_all, warm_pool
from graders.extensions.shared.exemplars import as_submissions, load_exemplars
from graders.extensions.shared.gradings import (
    reference_mutants,
    solved_files,
    submissions_of,
)
from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import match_names
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.replay.recording import Recording

TIMES = 3
"""Number of kept examples of a property that find each faulty program, if that many exist."""
CANDIDATE_TIMES = 5
SIZES = 5
"""Number of examples kept for their size, from the smallest to the largest."""

Kills = Mapping[str, frozenset[int]]
"""A faulty program in one variant -> indexes of the examples that find it."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """The numbers of examples kept for a check, and of faults they find."""

    check: str
    pool: int
    kept: int
    faults: int
    """Programs that any example finds, each variant counted separately."""
    found: int
    """Programs that a kept example finds."""


@dataclass(frozen=True, slots=True)
class DistilRequest:
    """Properties to distil, and options."""

    settings: Settings
    pool: int
    """Examples drawn per property."""
    jobs: int
    checks: frozenset[str] = frozenset()
    """Only these checks; empty for all."""
    stale: bool = False
    """Only properties without distilled examples for their current check and strategies."""
    messages: Console | None = None


def distil(request: DistilRequest) -> Iterator[Distilled]:
    """Distil examples and write them beside the checks; yield each check.

    Raises GraderError, GraderBroken.
    """
    assignment = request.settings.load()
    console = request.messages or Console(stderr=True)
    programs = faulty_programs(assignment)
    drawn = msgspec.structs.replace(request.settings, grade_by="all", pool=request.pool)
    pool = recorded(drawn)
    properties = wanted(request, assignment, pool)
    for path in distilled.folder_of(assignment).glob("*.jsonl"):
        if path.stem not in pool.examples:  # no longer a property
            path.unlink()
    if not properties:
        return
    origins = {check: _origin(assignment, check, request.pool, pool) for check in properties}
    drawn = msgspec.structs.replace(drawn, only=tuple(properties))
    reached = _reached(drawn) if assignment.manifest.java is None else {}
    trials = try_all(drawn, programs, request.jobs, console, "run on the pool")
    candidates: dict[str, list[bytes]] = {}
    spread: dict[str, list[bytes]] = {}
    for check in properties:
        examples = list(map(bytes, pool.examples[check]))
        lines = reached.get(check, [[] for _ in examples])
        spread[check] = _at(widely_spread(examples, lines), examples)
        best = _at(
            strongest_first(examples, kills_of(trials, check), CANDIDATE_TIMES),
            examples,
        )
        candidates[check] = _without_repeats(
            [*best, *_smaller_examples(trials, check), *spread[check]]
        )
    with tempfile.TemporaryDirectory() as folder:
        for check, examples in candidates.items():
            distilled.write(Path(folder), origins[check], examples)
        again = msgspec.structs.replace(
            request.settings,
            grade_by="distilled",
            examples=folder,
            only=tuple(properties),
        )
        second_trials = try_all(again, programs, request.jobs, console, "run on the candidates")
    for check, examples in candidates.items():
        kills = kills_of(second_trials, check)
        chosen = _at(strongest_first(examples, kills, TIMES), examples)
        examples_kept = _without_repeats([*chosen, *spread[check]])
        distilled.write(distilled.folder_of(assignment), origins[check], examples_kept)
        before = kills_of(trials, check)
        indexes = {examples.index(item) for item in examples_kept}
        faults = sum(bool(indexes & kills.get(name, frozenset())) for name in before)
        yield Distilled(check, len(pool.examples[check]), len(examples_kept), len(before), faults)


def wanted(request: DistilRequest, assignment: Assignment, pool: Recording) -> list[str]:
    """Return the properties to distil. Raises GraderError if *request* names an unknown
    property.
    """
    see = f"`grader list {assignment.id}` lists all checks"
    checks = match_names(request.checks, pool.examples.keys(), what="property", see=see)
    properties = [check for check in pool.examples if check in checks or not checks]
    if request.stale:
        properties = [check for check in properties if _is_stale(assignment, check, pool)]
    return properties


def _is_stale(assignment: Assignment, check: str, pool: Recording) -> bool:
    module, _, function = pool.tests[check].partition("::")
    folder, path = distilled.folder_of(assignment), assignment.grader / module
    return distilled.examples_of(assignment, check, path, function, folder) is None


def _smaller_examples(trials: Mapping[str, FailingExamples], check: str) -> list[bytes]:
    """Return the failing examples of *check* that the engine made smaller, the smallest first."""
    small = {bytes(raw) for program in trials.values() for raw in program.small.get(check, ())}
    return sorted(small, key=_size)


def _size(example: bytes) -> tuple[int, bytes]:
    return len(example), example


def _at(indexes: Iterable[int], examples: Sequence[bytes]) -> list[bytes]:
    return [examples[index] for index in indexes]


def _without_repeats(examples: Iterable[bytes]) -> list[bytes]:
    return list(dict.fromkeys(examples))


# Programs, and the examples that find them.


def faulty_programs(assignment: Assignment) -> dict[str, Submission]:
    """Return all mutants and all exemplars with faults, by name."""
    exemplars = [
        exemplar
        for exemplar in load_exemplars(assignment.grader)
        if exemplar.kind in ("faulty", "attack")
    ]
    return as_submissions(exemplars, assignment) | submissions_of(
        assignment, reference_mutants(assignment)
    )


def _origin(
    assignment: Assignment, check: str, pool: int, recording: Recording
) -> distilled.Origin:
    test = recording.tests[check]
    module, _, function = test.partition("::")
    sources = distilled.sources_digest(assignment, assignment.grader / module, function)
    return distilled.Origin(check=check, test=test, sources=sources, pool=pool)


def _reached(settings: Settings) -> dict[str, list[list[str]]]:
    """Return for each check the lines of the reference that each example reaches."""
    assignment = settings.load()
    settings = msgspec.structs.replace(settings, experiment=REACH)
    reference = submission_from_bytes(
        "the reference", solved_files(assignment, assignment.reference), assignment
    )
    with warm_pool(1) as (pool, _):
        report = pool.grade(settings, Job.of(reference))
    if report.kind is not ReportKind.GRADED:
        raise GraderBroken(f"the reference's lines could not be traced: {report.message}")
    return msgspec.json.decode(report.result, type=dict[str, list[list[str]]])


# Choice of examples.


def kills_of(trials: Mapping[str, FailingExamples], check: str) -> Kills:
    """Return the indexes of the examples of *check* that find a program, by program and variant."""
    kills = {}
    for name, program in trials.items():
        for variant, indexes in program.failing.get(check, {}).items():
            kills[f"{name} {variant}"] = frozenset(indexes)
    return kills


def strongest_first(examples: Sequence[bytes], kills: Kills, times: int) -> list[int]:
    """Return indexes of examples that find every program of *kills* *times* times, or as often as
    all examples do.

    The choice is greedy: the next example finds most of the remaining programs, and small examples
    are preferred.
    """
    needs = {name: min(times, len(indexes)) for name, indexes in kills.items()}
    finds: dict[int, list[str]] = {}
    for name in sorted(kills):
        for index in kills[name]:
            finds.setdefault(index, []).append(name)
    chosen: list[int] = []
    while any(needs.values()):

        def worth(index: int) -> tuple[float, int, bytes]:
            gain = sum(needs[name] > 0 for name in finds[index])
            return -gain / math.sqrt(len(examples[index])), *_size(examples[index])

        best = min(finds, key=worth)
        for name in finds.pop(best):
            needs[name] = max(0, needs[name] - 1)
        chosen.append(best)
    return chosen


def widely_spread(examples: Sequence[bytes], lines: Sequence[Iterable[str]]) -> list[int]:
    """Return indexes of examples of every size, and of small ones that reach every reachable
    line.
    """
    if not examples:
        return []
    by_size = sorted(range(len(examples)), key=lambda index: _size(examples[index]))
    last = len(by_size) - 1
    chosen = [by_size[round(step * last / (SIZES - 1))] for step in range(SIZES)]
    unreached = set().union(*lines).difference(*(lines[index] for index in chosen))
    for index in by_size:
        if unreached.intersection(lines[index]):
            chosen.append(index)
            unreached.difference_update(lines[index])
    return list(dict.fromkeys(chosen))
