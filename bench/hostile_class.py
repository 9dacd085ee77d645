"""Grades a class in which every second submission is hostile: ``python -m bench.hostile_class [LEVEL ...]``.

The others are programs of the class of :mod:`bench.classes`. They are graded among themselves first, and must then have the
same results beside the hostile ones. Those are the attacks of the exemplars, and the changes of :mod:`bench.hostile` to
one faulty program; none may earn more than without its attack.
"""

from __future__ import annotations

import argparse
import itertools
import os
from collections.abc import Mapping

from bench.hostile import FITTED
from bench.measure import Cost, Peak, adopt_orphans, cost_of_all, peak_below
from bench.subject import ASSIGNMENT
from bench.whole_class import Built, programs_of
from graders.extensions.shared.exemplars import as_submission, load_exemplars
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.course.run.batch import Batch
from graders.harness.course.run.class_plan import executor_of
from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.result import Result, to_json, total

BASE = "faulty/smash-sizes-vanish"
"""The faulty exemplar that the attacks are added to."""


def hostile(assignment: Assignment) -> tuple[Submission, dict[str, Submission]]:
    """Return the faulty program without an attack, and the hostile submissions by name."""
    exemplars = {one.id: one for one in load_exemplars(assignment.grader)}
    base = as_submission(exemplars[BASE], assignment)
    found = {
        name: submission_from_bytes(name, change(base.files), assignment)
        for name, change in FITTED.items()
    }
    for id, one in exemplars.items():
        if one.kind == "attack":
            found[id] = as_submission(one, assignment)
    return base, found


def graded(settings: Settings, class_: Mapping[str, Submission], jobs: int) -> dict[str, Result]:
    """Return the results by name. Raises RuntimeError if a submission has none."""
    results: dict[str, Result] = {}

    def arrived(done: GradedSubmission) -> None:
        if done.result is None:
            raise RuntimeError(f"{done.delivery.name}: {done.message}")
        results[done.delivery.name] = done.result

    deliveries = [SubmissionSource(name, name, Built(one)) for name, one in class_.items()]
    with executor_of(jobs) as (executor, width):
        Batch(settings.load(), settings, executor, width, None, arrived).run(deliveries)
    return results


def measured(
    settings: Settings, class_: Mapping[str, Submission], jobs: int
) -> tuple[dict[str, Result], Cost, Peak]:
    """Return the results by name, what they took, and the memory of the largest judge."""
    results: dict[str, Result] = {}
    with peak_below(os.getpid()) as peak:
        cost = cost_of_all(lambda: results.update(graded(settings, class_, jobs)))
    return results, cost, peak


def main() -> None:
    """Grade, compare, print."""
    top = argparse.ArgumentParser(prog="bench.hostile_class", description=__doc__)
    top.add_argument("levels", metavar="LEVEL", nargs="*", default=["A+"], help="default: A+")
    top.add_argument("--size", type=int, default=40, help="of the class (default 40)")
    top.add_argument("--jobs", type=int, default=2, help="graded at once (default 2)")
    args = top.parse_args()
    adopt_orphans()
    assignment, half = load_assignment(ASSIGNMENT), args.size // 2
    honest = dict(list(programs_of(assignment, "real").items())[:half])
    base, found = hostile(assignment)
    attacks = dict(list(found.items())[:half])
    pairs = zip(honest.items(), attacks.items(), strict=True)
    mixed = dict(itertools.chain.from_iterable(pairs))
    for level in args.levels:
        settings = Settings(ASSIGNMENT, sandbox=level)
        alone = graded(settings, honest | {BASE: base}, args.jobs)
        beside, cost, peak = measured(settings, mixed, args.jobs)
        changed = [name for name in honest if to_json(alone[name]) != to_json(beside[name])]
        most = total(alone[BASE])
        gained = [name for name in FITTED if name in beside and total(beside[name]) > most]
        print(
            f"level {level}: {len(mixed)} submissions, {cost.wall:.0f} s, CPU {cost.cpu:.0f} s, "
            f"{peak.megabytes:.0f} MB in a judge"
        )
        print(f"  honest ones with another result: {', '.join(changed) or 'none'}")
        print(f"  hostile ones above {float(most):g}, as without: {', '.join(gained) or 'none'}")
        for name in attacks:
            codes = ", ".join(flag.code.value for flag in beside[name].flags)
            print(f"  {float(total(beside[name])):>5g}  {name}  {codes}", flush=True)


if __name__ == "__main__":
    main()
