"""Distils examples: of the many that Hypothesis draws for a property, the few that prove something.

1. A **pool** is drawn for every property, and mutants and faulty exemplars are tried on all of it
   (:mod:`graders.harness.grading.trial`); where they fail, the engine is asked for smaller
   examples.
2. **Candidates** are the strongest of the pool, all the smaller ones, and a spread. All programs
   are tried on these.
3. **Kept** is, for each property, a small set in which every program that fails the property does
   so at least :data:`TIMES` times, or as often as it can in the candidates; and a spread that owes
   nothing to known faults: examples of every size, and enough of them that each line of the
   reference that any of the pool reaches is reached.

They are written strongest and smallest first, so that a faulty program mostly fails at its first
example, and that is a small one. The same pool, programs and checks give the same examples.
"""

from __future__ import annotations

import hashlib
import math
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from rich.console import Console

from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import fitting
from graders.harness.cache import Cache
from graders.harness.grading.grader import Grader, GraderBroken
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.processes.jobs import Job, Said, Settings, Tried, backend_of
from graders.harness.processes.pool import Pool
from graders.harness.progress import Steps
from graders.harness.replay.recording import Recording, recording_key
from graders.harness.verification.exemplars import as_submission, load_exemplars
from graders.harness.verification.gradings import given
from graders.harness.verification.mutants import mutants_of, sample

TIMES = 3
"""How often each faulty program is to be found by the kept examples of a property, where the
candidates can.
"""
CANDIDATE_TIMES = 5
SIZES = 5
"""Examples that are kept for their size alone, from the smallest to the largest."""
CPU_SECONDS = 1.0
"""What one process of a faulty program may use: an endless loop is one sooner or later."""
MOST_TRIALS = 10_000
"""Cached trials of an assignment that are left when a run begins to save."""

Kills = Mapping[str, frozenset[int]]
"""A faulty program, in one variant -> the places of the examples that find it."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """What has been kept for one check."""

    check: str
    pool: int
    kept: int
    faults: int
    """Programs, each variant by itself, that some example finds."""
    found: int
    """Of these, how many a kept one finds."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be distilled, and how."""

    settings: Settings
    pool: int
    """Examples that are drawn per property."""
    jobs: int
    checks: frozenset[str] = frozenset()
    """Only these; empty for all."""
    stale: bool = False
    """Only those that have no distilled examples of just this check and these strategies."""
    mutants: int | None = None
    """How many of these are tried, evenly spread; None for all."""
    messages: Console | None = None


def distil(order: Order) -> Iterator[Distilled]:
    """Distil examples and write them beside the checks; yield each check. Raises GraderError,
    GraderBroken.
    """
    assignment = order.settings.load()
    console = order.messages or Console(stderr=True)
    programs = faulty_programs(assignment, order.mutants)
    drawn = msgspec.structs.replace(order.settings, grade_by="all", pool=order.pool)
    pool = _recorded(drawn)
    see = f"`grader checks {assignment.id}` lists all checks"
    order = replace(
        order, checks=fitting(order.checks, pool.examples.keys(), what="property", see=see)
    )
    for path in distilled.folder_of(assignment).glob("*.jsonl"):
        if path.stem not in pool.examples:  # what was a property once
            path.unlink()
    wanted = [check for check in pool.examples if _is_wanted(order, assignment, check, pool)]
    if not wanted:
        return
    drawn = msgspec.structs.replace(drawn, only=tuple(wanted))
    reached = _reached(drawn, order) if assignment.manifest.java is None else {}
    tried = try_all(drawn, programs, order.jobs, console, "tried on the pool")
    candidates: dict[str, list[bytes]] = {}
    spread: dict[str, list[bytes]] = {}
    for check in wanted:
        examples = [bytes(raw) for raw in pool.examples[check]]
        lines = [frozenset(one) for one in reached.get(check, [[] for _ in examples])]
        strongest = strongest_first(examples, kills_of(tried, check), CANDIDATE_TIMES)
        spread[check] = [examples[place] for place in widely_spread(examples, lines)]
        small = [bytes(raw) for one in tried.values() for raw in one.small.get(check, ())]
        smallest = sorted(dict.fromkeys(small), key=lambda raw: (len(raw), raw))
        candidates[check] = list(
            dict.fromkeys([*(examples[place] for place in strongest), *smallest, *spread[check]])
        )
    with tempfile.TemporaryDirectory() as folder:
        origins = {check: _origin(assignment, check, order.pool, pool) for check in wanted}
        for check, examples in candidates.items():
            distilled.write(Path(folder), origins[check], examples)
        again = msgspec.structs.replace(
            order.settings, grade_by="distilled", examples=folder, only=tuple(wanted)
        )
        told = try_all(again, programs, order.jobs, console, "tried on the candidates")
    for check, examples in candidates.items():
        kills = kills_of(told, check)
        chosen = [examples[place] for place in strongest_first(examples, kills, TIMES)]
        kept = list(dict.fromkeys([*chosen, *spread[check]]))
        distilled.write(distilled.folder_of(assignment), origins[check], kept)
        before = kills_of(tried, check)
        places = {examples.index(raw) for raw in kept}
        found = sum(bool(places & kills.get(name, frozenset())) for name in before)
        yield Distilled(check, len(pool.examples[check]), len(kept), len(before), found)


def _is_wanted(order: Order, assignment: Assignment, check: str, recording: Recording) -> bool:
    if order.checks and check not in order.checks:
        return False
    module, _, function = recording.tests[check].partition("::")
    folder, path = distilled.folder_of(assignment), assignment.grader / module
    return (
        not order.stale or distilled.examples_of(assignment, check, path, function, folder) is None
    )


# What is tried.


def faulty_programs(assignment: Assignment, mutants: int | None = None) -> dict[str, Submission]:
    """Return every mutant, or so many *mutants*, and every exemplar that is not right, by name."""
    exemplars = [
        one for one in load_exemplars(assignment.grader) if one.kind in ("faulty", "attack")
    ]
    found = {one.id: as_submission(one, assignment) for one in exemplars}
    reference = given(assignment, assignment.reference)
    everything = mutants_of(reference)
    for mutant in everything if mutants is None else sample(everything, mutants):
        files = {**reference, mutant.file: mutant.content}
        found[mutant.name] = submission_from_bytes(mutant.name, files, assignment)
    return found


def _recorded(settings: Settings) -> Recording:
    """Return the recording of the reference on what *settings* draw, so that all processes find it
    made.
    """
    assignment = settings.load()
    with Grader(assignment, backend_of(settings, assignment)) as grader:
        return grader.recorded()


def _origin(
    assignment: Assignment, check: str, pool: int, recording: Recording
) -> distilled.Origin:
    test = recording.tests[check]
    module, _, function = test.partition("::")
    sources = distilled.sources_digest(assignment, assignment.grader / module, function)
    return distilled.Origin(check=check, test=test, sources=sources, pool=pool)


def try_all(
    settings: Settings, programs: Mapping[str, Submission], jobs: int, console: Console, title: str
) -> dict[str, Tried]:
    """Return what trying each of *programs* has shown; what is known from an earlier time is not
    tried again.

    Raises GraderBroken.
    """
    settings = msgspec.structs.replace(settings, trial="kills", cpu_seconds=CPU_SECONDS)
    known = _Known(settings)
    found: dict[str, Tried] = {}
    with _pool(jobs) as (pool, threads), Steps(console, len(programs)) as steps:

        def tried(name: str) -> Tried:
            kept = known.load(programs[name])
            if kept is not None:
                return kept
            report = pool.grade(settings, Job.of(programs[name]))
            if report.said is not Said.GRADED or report.tried is None:
                raise GraderBroken(f"{name}: {report.message}")
            known.save(programs[name], report.tried)
            return report.tried

        for name, one in zip(programs, threads.map(tried, programs), strict=True):
            found[name] = one
            steps.step(title)
    return found


def _reached(settings: Settings, order: Order) -> dict[str, list[list[str]]]:
    """Return for each check the lines of the reference that each example reaches."""
    assignment = settings.load()
    settings = msgspec.structs.replace(settings, trial="reach")
    reference = submission_from_bytes(
        "the reference", given(assignment, assignment.reference), assignment
    )
    with _pool(1) as (pool, _):
        report = pool.grade(settings, Job.of(reference))
    if report.reached is None:
        raise GraderBroken(f"what the reference reaches could not be told: {report.message}")
    return report.reached


@contextmanager
def _pool(jobs: int) -> Iterator[tuple[Pool, ThreadPoolExecutor]]:
    pool = Pool()
    threads = ThreadPoolExecutor(jobs)
    try:
        yield pool, threads
    finally:
        pool.close()
        threads.shutdown(cancel_futures=True)


class _Known:
    """What trials have shown, by what they were of: a run that was stopped goes on."""

    def __init__(self, settings: Settings) -> None:
        assignment = settings.load()
        with Grader(assignment, backend_of(settings, assignment)) as grader:
            examples = Path(settings.examples) if settings.examples else None
            key = recording_key(assignment, grader.backend.interpreter, examples)
        self._key = f"{key} {' '.join(settings.only)}"
        self._cache = Cache(f"trials/{assignment.id}", Tried, most=MOST_TRIALS)

    def _name(self, program: Submission) -> str:
        digest = hashlib.blake2b(self._key.encode(), digest_size=20)
        digest.update(
            msgspec.json.encode(sorted((name, data) for name, data in program.files.items()))
        )
        return digest.hexdigest()

    def load(self, program: Submission) -> Tried | None:
        return self._cache.load(self._name(program))

    def save(self, program: Submission, tried: Tried) -> None:
        self._cache.save(self._name(program), tried)


# What is kept.


def kills_of(tried: Mapping[str, Tried], check: str) -> Kills:
    """Return which examples of *check* find which program in which variant."""
    return {
        f"{name} {variant}": frozenset(places)
        for name, one in tried.items()
        for variant, places in one.failing.get(check, {}).items()
    }


def strongest_first(examples: Sequence[bytes], kills: Kills, times: int) -> list[int]:
    """Return places of examples that find every program of *kills* so many times, or as often as
    all of them do.

    A greedy choice: next comes what finds the most that is still to be found, and small ones before
    large ones.
    """
    needs = {name: min(times, len(places)) for name, places in kills.items()}
    finds: dict[int, list[str]] = {}
    for name in sorted(kills):
        for place in kills[name]:
            finds.setdefault(place, []).append(name)
    chosen: list[int] = []
    while any(needs.values()):

        def worth(place: int) -> tuple[float, int, bytes]:
            gain = sum(needs[name] > 0 for name in finds[place])
            return -gain / math.sqrt(len(examples[place])), len(examples[place]), examples[place]

        best = min(finds, key=worth)
        for name in finds.pop(best):
            needs[name] = max(0, needs[name] - 1)
        chosen.append(best)
    return chosen


def widely_spread(examples: Sequence[bytes], lines: Sequence[Iterable[str]]) -> list[int]:
    """Return places of examples of every size, and of small ones that reach each line that is
    reached at all.
    """
    by_size = sorted(
        range(len(examples)), key=lambda place: (len(examples[place]), examples[place])
    )
    last = len(by_size) - 1
    chosen = [by_size[round(step * last / (SIZES - 1))] for step in range(SIZES)] if by_size else []
    unreached = frozenset().union(*lines) - frozenset().union(*(lines[place] for place in chosen))
    for place in by_size:
        if unreached & frozenset(lines[place]):
            chosen.append(place)
            unreached -= frozenset(lines[place])
    return list(dict.fromkeys(chosen))
