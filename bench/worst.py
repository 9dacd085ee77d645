"""Lists the most expensive submissions: ``python -m bench.worst``.

One warm process grades every exemplar, attack and program of the class of an assignment alone, without stored results,
and submissions that cost as much as the limits allow. The most expensive ones by wall time are printed, with the CPU seconds of judge
and box, the seconds in which all their processes waited, and the judge's peak memory. What is left of the wall time
went to the machine's other work: run it on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from bench.costly import costly
from bench.hostile import fitted
from bench.measure import peak_below, seconds_below
from bench.subject import ASSIGNMENT
from bench.whole_class import programs_of
from graders.extensions.shared.exemplars import as_submission, load_exemplars
from graders.harness.assignment.manifest import (
    Assignment,
    assignment_ids,
    load_assignment,
)
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Job, Settings
from graders.harness.processes.pool import Pool

AIM = 15.0
"""Seconds that no exemplar should exceed."""

WORST = "aims for any submission: 60 s of CPU, 90 s, 300 MB in the judge"


def submissions(assignment: Assignment) -> dict[str, Submission]:
    """Return all exemplars by id, the programs of the class, and the further hostile submissions."""
    found = {one.id: as_submission(one, assignment) for one in load_exemplars(assignment.grader)}
    found |= {f"class: {name}": one for name, one in programs_of(assignment, "real").items()}
    return found | costly(assignment) | (fitted(assignment) if assignment.id == ASSIGNMENT else {})


def main() -> None:
    """Measure and print."""
    top = argparse.ArgumentParser(
        prog="bench.worst",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("assignments", metavar="ASSIGNMENT", nargs="*", help="default: all")
    top.add_argument(
        "--most",
        type=int,
        default=10,
        metavar="N",
        help="how many are printed of each (default 10)",
    )
    top.add_argument(
        "--only", default="", metavar="TEXT", help="only submissions whose name has this in it"
    )
    args = top.parse_args()
    for id in args.assignments or assignment_ids():
        assignment, rows = load_assignment(id), []
        due = {name: one for name, one in submissions(assignment).items() if args.only in name}
        pool = Pool()
        warm = pool.take(Settings(id))
        for number, (name, submission) in enumerate(due.items(), 1):
            print(f"\r{id}: {number} of {len(due)}", end="", file=sys.stderr, flush=True)
            before, started = seconds_below(os.getpid()), time.monotonic()
            with peak_below(os.getpid()) as peak:
                warm.grade(Job.of(submission))
            used = seconds_below(os.getpid()) - before
            wall = time.monotonic() - started
            waited = wall * peak.waiting
            rows.append((wall, used.judge, used.box, waited, peak.megabytes, name))
        pool.close()
        print(file=sys.stderr)
        rows.sort(reverse=True)
        over = sum(row[0] > AIM for row in rows)
        print(
            f"{id}: {len(rows)} submissions, {sum(row[0] for row in rows):.0f} s in all, {over} over {AIM:g} s"
        )
        print(WORST)
        print(f"{'wall s':>8}{'judge s':>9}{'box s':>8}{'waits s':>9}{'judge MB':>10}")
        for wall, judge, box, waited, memory, name in rows[: args.most]:
            print(
                f"{wall:>8.1f}{judge:>9.1f}{box:>8.1f}{waited:>9.1f}{memory:>10.0f}  {name}",
                flush=True,
            )


if __name__ == "__main__":
    main()
