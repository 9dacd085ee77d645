"""Shows that hostile neighbours change no honest result: a class with them, and the same class without.

``python -m bench.neighbours`` grades 180 honest exemplars (half right, half faulty) together with 20 hostile
submissions (:mod:`bench.hostile`, and exemplars) spread among them. Then it grades the honest ones alone, all with
python-ta, and compares every result byte for byte. Its exit status is 1 if a result differs or is missing. Stored
results are not used.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from pathlib import Path

import msgspec

from bench.hostile import fitted
from bench.subject import subject
from bench.whole_class import Built, chosen
from graders.harness.assignment.manifest import Assignment
from graders.harness.commands.grammar import cores
from graders.harness.course.run.batch import Batch, GradedSubmission
from graders.harness.course.run.classrun import Plan, executor_of
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.result import to_json
from graders.harness.verification.exemplars import as_submission, load_exemplars


def hostile(assignment: Assignment, count: int) -> list[SubmissionSource]:
    """Return *count* deliveries of attacks, taking each attack in turn."""
    attacks = fitted(assignment) | {
        exemplar.id: as_submission(exemplar, assignment)
        for exemplar in load_exemplars(assignment.grader)
        if exemplar.kind == "attack"
    }
    picked = itertools.islice(itertools.cycle(attacks.items()), count)
    return [
        SubmissionSource(f"hostile-{number:02}", what, Built(one))
        for number, (what, one) in enumerate(picked)
    ]


def spread(among: list[SubmissionSource], few: list[SubmissionSource]) -> list[SubmissionSource]:
    """Return *among* with the *few* inserted at even distances."""
    step = max(1, len(among) // max(1, len(few)))
    found: list[SubmissionSource] = []
    for number, delivery in enumerate(among):
        if number % step == 0 and number // step < len(few):
            found.append(few[number // step])
        found.append(delivery)
    return found


def results(
    assignment: Assignment, deliveries: list[SubmissionSource], jobs: int
) -> dict[str, bytes]:
    """Grade *deliveries*; return each result by name, or the message if there is none."""
    found: dict[str, bytes] = {}

    def arrived(done: GradedSubmission) -> None:
        found[done.delivery.name] = to_json(done.result) if done.result else done.message.encode()
        print(f"\r{len(found)} of {len(deliveries)}", end="", file=sys.stderr, flush=True)

    settings = Settings(assignment.id, linters=True)
    plan = Plan(assignment, settings, Path(os.devnull), jobs, use_store=False)
    started = time.monotonic()
    with executor_of(plan.jobs) as (executor, width):
        Batch(assignment, settings, executor, width, None, arrived).run(deliveries)
    print(f"\r{len(found)} graded in {time.monotonic() - started:.0f} s", file=sys.stderr)
    return found


def main() -> int:
    """Grade both classes and compare; return 1 if an honest result differs."""
    top = argparse.ArgumentParser(
        prog="bench.neighbours", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    top.add_argument("--honest", type=int, default=180, metavar="N")
    top.add_argument("--hostile", type=int, default=20, metavar="N")
    top.add_argument("--jobs", type=int, default=cores(), metavar="N")
    args = top.parse_args()
    assignment = subject()
    honest, few = chosen(assignment, "mix", args.honest), hostile(assignment, args.hostile)
    together = results(assignment, spread(honest, few), args.jobs)
    alone = results(assignment, honest, args.jobs)
    differ = [delivery for delivery in honest if together[delivery.name] != alone[delivery.name]]
    for delivery in differ:
        print(f"differs: {delivery.name} ({delivery.label})")
    for delivery in few:
        told = together[delivery.name]
        status = msgspec.json.decode(told)["status"] if told.startswith(b"{") else told.decode()
        print(f"{delivery.label}: {status}")
    marks = [
        msgspec.json.decode(raw).get("status") for raw in together.values() if raw.startswith(b"{")
    ]
    print(
        f"{len(together)} submissions, {len(few)} of them hostile, {args.jobs} at once: {marks.count('graded')} graded,"
        f" {len(honest) - len(differ)} of {len(honest)} honest results the same bytes as without the hostile ones"
    )
    return 1 if differ or len(together) != len(honest) + len(few) else 0


if __name__ == "__main__":
    sys.exit(main())
