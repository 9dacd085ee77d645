"""Measures what diagnoses cost: faulty exemplars, and right ones, are graded with and without them.

``python -m bench.diagnosis_cost csc148_2020_blocky --every 12``. CPU seconds are those of all processes. Without a diagnosis no
symptoms are noted, no check goes on behind its first failure, no calls are repeated for their lines, and no dictionary is
read.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from graders.extensions.faults import advisor
from graders.extensions.faults.noting import noted
from graders.extensions.faults.reading import of_result
from graders.extensions.shared.exemplars import (
    Exemplar,
    as_submission,
    load_exemplars,
)
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading import grader as grading
from graders.harness.grading.program import open_backend
from graders.harness.sandbox.interface import Level, minimum_level

ROUNDS = 2


@contextmanager
def undiagnosed() -> Iterator[None]:
    """Let no diagnosis be made."""
    with (
        patch.object(advisor, "all_spectra", lambda *_: []),
        patch.object(advisor, "symptoms_of", lambda *_: {}),
        patch.object(advisor, "symptoms_on_all_examples", lambda *_: {}),
    ):
        yield


def seconds(assignment: Assignment, exemplars: Sequence[Exemplar]) -> float:
    """Return the CPU seconds that grading *exemplars* takes, without the start of the sandbox."""
    backend = open_backend(assignment, choice="auto", minimum=Level.parse(minimum_level()))
    with grading.Grader(assignment, backend) as grader:
        grader.grade(as_submission(exemplars[0], assignment))
        before = _used()
        for exemplar in exemplars:
            graded = grader.grade(as_submission(exemplar, assignment))
            of_result(graded.result, noted(graded.noted), assignment)
    return _used() - before


def _used() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    """Measure each assignment and print its figures."""
    top = argparse.ArgumentParser(prog="bench.diagnosis_cost", description=__doc__)
    top.add_argument("assignments", nargs="+", metavar="ASSIGNMENT")
    top.add_argument(
        "--every", type=int, default=12, metavar="N", help="one exemplar of N (default 12)"
    )
    args = top.parse_args()
    for name in args.assignments:
        assignment = load_assignment(name)
        for kind in ("right", "faulty"):
            chosen = [one for one in load_exemplars(assignment.grader) if one.kind == kind][
                :: args.every
            ]
            with_, without = [], []
            for _ in range(ROUNDS):
                with undiagnosed():
                    without.append(seconds(assignment, chosen))
                with_.append(seconds(assignment, chosen))
            least, more = min(without), min(with_)
            print(
                f"{name}, {len(chosen)} {kind} programs: {least:.2f} s without, {more:.2f} s with ({100 * (more / least - 1):+.1f} %)",
                flush=True,
            )


if __name__ == "__main__":
    main()
