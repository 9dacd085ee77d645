"""The classes of ``bench/classes``: whether each program fails the checks that its class's list says, and what it costs.

``python -m bench.realclass [ASSIGNMENT ...]`` grades every program alone in one warm process, and prints its CPU seconds
of judge and box, then those of each kind of program, and the dearest ten. CPU seconds hardly depend on other load, so
that two states of the grader can be compared on a busy machine. Results, written with ``--results``, are compared by
``diff -r``. Exits with 1 if a program fails other checks than listed. A difference from a real class (``--real``) does
not count.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.classes import ClassError, WrittenProgram, class_ids, folder, read_class
from bench.departures import departures, read_real
from bench.measure import Split, peak_below, seconds_below
from bench.style import anew
from bench.subject import reference_files
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.advising import AdvisorNotes
from graders.harness.intake import read_submission
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import grade_job, make_ready
from graders.harness.result import CauseKind, Result, Verdict, from_json, not_passed, to_json

DEAREST = 10
"""Programs that are listed as the dearest."""
MANY = {"fails no check": 0, "fails 1-3": 3, "fails 4-9": 9, "fails 10-29": 29}
"""Kind of program -> the most checks that it fails."""
MOST, HANGS, LACKS = "fails 30 or more", "hangs", "lacks files"
KINDS = (*MANY, MOST, HANGS, LACKS)


@dataclass(frozen=True, slots=True)
class GradedProgram:
    """A program of a class, as the grader sees it."""

    program: WrittenProgram
    result: Result
    noted: AdvisorNotes
    cost: Split

    @property
    def kind(self) -> str:
        """The kind of program, by what fails and why."""
        failed = not_passed(self.result.checks)
        if any(check.verdict is Verdict.TIMEOUT for check in failed):
            return HANGS
        if any(check.cause and check.cause.kind is CauseKind.FILE_MISSING for check in failed):
            return LACKS
        return next((kind for kind, most in MANY.items() if len(failed) <= most), MOST)

    def differences(self) -> list[str]:
        """Return a line for each check that the list and the grader do not agree on."""
        failed = {check.id: check.verdict.words for check in not_passed(self.result.checks)}
        listed = self.program.fails
        return [
            *(f"{id} does not fail" for id in sorted(listed - {*failed})),
            *(f"{id} fails: {failed[id]}" for id in sorted({*failed} - listed)),
        ]


def graded(
    id: str, programs: Sequence[WrittenProgram], *, style: bool = False
) -> Iterator[GradedProgram]:
    """Grade *programs* of the class of the assignment *id*, one after the other.

    style: whether linters look at the code. Raises ClassError if a program cannot be graded.
    """
    assignment, settings = load_assignment(id), Settings(id, linters=style)
    mark = str(os.getpid())  # of this run, so that no answer of a linter is kept
    make_ready(settings)
    # starts what the first submission would pay for
    grade_job(settings, Job("reference", anew(reference_files(assignment), mark)))
    for program in programs:
        submission = read_submission(folder(id, program), assignment)
        files = anew(dict(submission.files), mark)
        before = seconds_below(os.getpid())
        report = grade_job(settings, Job(submission.name, files, submission.notes))
        cost = seconds_below(os.getpid()) - before
        if report.kind is not ReportKind.GRADED:
            raise ClassError(f"{id}: {program.id} could not be graded: {report.message}")
        yield GradedProgram(program, from_json(bytes(report.result)), report.noted, cost)


def add_choice(top: argparse.ArgumentParser) -> None:
    """Add the arguments that choose assignments and programs."""
    top.add_argument("assignments", metavar="ASSIGNMENT", nargs="*", help="default: all")
    top.add_argument(
        "--only", metavar="PROGRAM", nargs="+", default=[], help="these programs of the class"
    )
    top.add_argument("--every", type=int, default=1, metavar="N", help="each N-th program only")


def chosen(args: argparse.Namespace) -> Iterator[tuple[str, list[WrittenProgram]]]:
    """Yield each assignment that *args* name, and its programs. Raises ClassError."""
    for id in args.assignments or class_ids():
        programs = read_class(id).programs
        if unknown := {*args.only} - {program.id for program in programs}:
            raise ClassError(f"{id} has no program {', '.join(sorted(unknown))}")
        yield id, [one for one in programs if not args.only or one.id in args.only][:: args.every]


def main() -> int:
    """Grade, compare, measure and print; return the exit status."""
    top = argparse.ArgumentParser(
        prog="bench.realclass",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_choice(top)
    top.add_argument("--no-style", action="store_true", help="without linters")
    top.add_argument("--results", type=Path, metavar="DIR", help="write every result below DIR")
    top.add_argument(
        "--real", type=Path, metavar="FILE", help="the faults of a real class, in JSON"
    )
    args = top.parse_args()
    try:
        return max([of_class(id, programs, args) for id, programs in chosen(args)])
    except ClassError as error:
        print(f"bench.realclass: {error}", file=sys.stderr)
        return 2


def of_class(id: str, programs: Sequence[WrittenProgram], args: argparse.Namespace) -> int:
    """Grade *programs* of a class and print its figures; return the exit status. Raises ClassError."""
    print(f"{id}: CPU seconds", flush=True)
    real = read_real(args.real) if args.real else {}
    done: list[GradedProgram] = []
    with peak_below(os.getpid()) as peak:
        for one in graded(id, programs, style=not args.no_style):
            done.append(one)
            print(line_of(one), flush=True)
            for line in one.differences():
                print(f"    {line}", flush=True)
            for line in departures(one.program, real) if real else []:
                print(f"    real: {line}", flush=True)
            if args.results is not None:
                write(one, args.results / id / f"{one.program.id}.json")
    odd = sum(bool(one.differences()) for one in done)
    print(*table(done), sep="\n")
    print(
        f"{len(done)} programs, {odd} fail other checks than listed; judge {peak.megabytes:.0f} MB at most",
        flush=True,
    )
    return bool(odd)


def line_of(one: GradedProgram) -> str:
    """Return a program, what it fails and what it costs, in a line."""
    failed, result = len(not_passed(one.result.checks)), one.result
    return (
        f"  {one.program.id:<24}judge {one.cost.judge:6.2f} box {one.cost.box:6.2f}   "
        f"{failed} failed, {float(result.marks):g} marks, {len(result.findings)} findings"
    )


def table(done: Sequence[GradedProgram]) -> list[str]:
    """Return where the time goes: a line for each kind of program, then the dearest programs."""
    total = sum(one.cost.both for one in done) or 1.0
    lines = [f"{'one program of a kind':<24}{'n':>4}{'judge':>8}{'box':>8}{'both':>8}{'of all':>8}"]
    groups = {kind: [one.cost for one in done if one.kind == kind] for kind in KINDS}
    groups["all"] = [one.cost for one in done]
    for kind, costs in groups.items():
        if not costs:
            continue
        judge, box = (sum(getattr(cost, name) for cost in costs) for name in ("judge", "box"))
        count = len(costs)
        lines.append(
            f"{kind:<24}{count:>4}{judge / count:>8.2f}{box / count:>8.2f}"
            f"{(judge + box) / count:>8.2f}{(judge + box) / total:>8.0%}"
        )
    lines.append(f"{120 * len(done) / total:.0f} a minute on two cores; the dearest:")
    dearest = sorted(done, key=lambda one: -one.cost.both)[:DEAREST]
    lines += [f"{line_of(one)}, {one.kind}" for one in dearest]
    return lines


def write(one: GradedProgram, place: Path) -> None:
    """Write the result of *one*, and how its checks failed, as *place*."""
    place.parent.mkdir(parents=True, exist_ok=True)
    shown = {
        "result": msgspec.json.decode(to_json(one.result)),
        "noted": {name: msgspec.json.decode(raw) for name, raw in one.noted.items()},
    }
    plain = msgspec.to_builtins(shown, str_keys=True)  # only texts can be sorted
    place.write_bytes(msgspec.json.format(msgspec.json.encode(plain, order="sorted")))


if __name__ == "__main__":
    sys.exit(main())
