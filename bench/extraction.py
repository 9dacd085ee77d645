"""Measures `grader exemplars --from`: faulty exemplars are handed in as whole programs with other names and comments, and
asked for back. ``python -m bench.extraction csc148_2020_blocky --every 8 --record``
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from rich.console import Console

from bench.record import RESULTS, commit
from bench.rewritten import MARK, rewritten
from graders.extensions.faults.extraction import extracted, grader_of, target_of
from graders.extensions.faults.making import definitions, faulty
from graders.extensions.shared.exemplars import Exemplar, as_submission
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.intake import submission_from_bytes
from graders.harness.progress import Steps
from graders.harness.sandbox.interface import Level, minimum_level


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    top = argparse.ArgumentParser(prog="bench.extraction", description=__doc__)
    top.add_argument("assignments", nargs="+", metavar="ASSIGNMENT")
    top.add_argument(
        "--every", type=int, default=8, metavar="N", help="one exemplar of N (default 8)"
    )
    top.add_argument("--record", action="store_true", help="keep the figures below bench/results")
    return top.parse_args()


def sampled(assignment: Assignment, every: int) -> list[Exemplar]:
    """Return one of *every* faulty exemplars, of those that are definitions laid over the reference."""
    return [one for one in faulty(assignment) if definitions(one) and not one.whole][::every]


def problem(grader: Grader, exemplar: Exemplar) -> str:
    """Return what is wrong with the exemplar that is made of a disguised *exemplar*; "" if it fails the same checks."""
    given = "".join(
        path.read_text()
        for path in sorted(grader.assignment.starter.glob("**/*"))
        if path.suffix in (".py", ".java")
    )
    files = rewritten(as_submission(exemplar, grader.assignment).files, given)
    submission = submission_from_bytes(exemplar.name, files, grader.assignment)
    patterns = sorted(exemplar.must_fail | exemplar.verdicts.keys())
    try:
        made = extracted(grader, submission, target_of(grader.assignment, patterns))
    except GraderError as error:
        return str(error)
    if any(MARK in data for data in made.files.values()):
        return "a word of the student is left"
    other = set(made.must_fail) ^ set(patterns)
    return (
        f"other checks fail: {', '.join(sorted(other))}" if other - exemplar.may_fail.keys() else ""
    )


def problems(assignment: Assignment, exemplars: Sequence[Exemplar]) -> Iterator[tuple[str, str]]:
    """Yield the id of each exemplar and its problem."""
    backend = open_backend(assignment, choice="auto", minimum=Level.parse(minimum_level()))
    with (
        grader_of(assignment, backend) as grader,
        Steps(Console(stderr=True), len(exemplars)) as steps,
    ):
        for exemplar in exemplars:
            steps.step(exemplar.name)
            yield exemplar.id, problem(grader, exemplar)


def main() -> None:
    """Measure each assignment, print its figures and keep them."""
    args = arguments()
    for name in args.assignments:
        assignment = load_assignment(name)
        chosen = sampled(assignment, args.every)
        started = time.monotonic()
        wrong: dict[str, str] = {}
        for id_, reason in problems(assignment, chosen):
            print(f"  {id_}: {reason or 'made again'}", flush=True)
            wrong |= {id_: reason} if reason else {}
        print(
            f"{name}: {len(chosen) - len(wrong)} of {len(chosen)} made again ({time.monotonic() - started:.0f} s)",
            flush=True,
        )
        if args.record:
            keep(name, len(chosen), wrong)


def keep(name: str, programs: int, wrong: dict[str, str]) -> None:
    """Write the figures of an assignment to the record of today."""
    path = RESULTS / f"{datetime.now(UTC):%Y-%m-%d}-extraction.json"
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    record[name] = {
        "commit": commit(),
        "programs": programs,
        "made again": programs - len(wrong),
        "not": wrong,
    }
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
