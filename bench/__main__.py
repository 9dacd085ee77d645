"""Measures the grader and other common tools in one run, and prints one table.

Rows that are compared are sampled in turn, round by round, so that a machine that slows down affects all of them. A
figure is the median of its samples. "a minute" counts submissions. "x plain" is that rate over plain pytest's with as
many at once, and "CPU x" is plain pytest's CPU time over the row's; more is better. Both exist only for rows that grade
the submission that other tools grade, the reference. Those tools use a new process each time; a class is graded by warm
processes, as in `grader grade FOLDER`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from bench import aims, calls, record, style, whole_class
from bench.measure import Cost
from bench.rivals import running
from bench.single import OneSubmission
from bench.subject import ASSIGNMENT, subject
from bench.table import Row, Table
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.commands.grammar import cores

ROUNDS, QUICK_ROUNDS = 5, 1
CLASS, QUICK_CLASS = 200, 8
CALLS = 2000
BUDGETS = {1: 60.0, 2: 90.0}
"""Submissions at once -> seconds after which a class starts no further submission; a tenth in a quick run."""
GROWTH = (50, 200, 1000)
"""Class sizes that show how the cost grows; not in a quick run."""
GROWN = "ics32_columns"
"""The assignment of these classes: the fastest to grade. Only the harness's own cost grows with a class."""
PATIENCE = 600.0
"""Seconds after which the largest of these classes starts no further submission."""
SEVERAL = 4
"""Submissions per parallel job of another tool; in a quick run one, and plain pytest alone."""
OTHERS = ("csc148_2018_blocky", "csse7030_connect4", "ics32_columns", "comp250_blocky")
PEERS = 20
"""Programs of a real class that plain pytest grades, too."""
SAME = 10
"""Submissions per parallel job in a class of references; two in a quick run."""


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    top = argparse.ArgumentParser(
        prog="bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument(
        "--class",
        dest="size",
        type=int,
        metavar="N",
        help=f"submissions in a class (default {CLASS})",
    )
    top.add_argument(
        "--rounds",
        type=int,
        metavar="N",
        help=f"samples of what is measured in turn (default {ROUNDS})",
    )
    top.add_argument(
        "--quick", action="store_true", help=f"a tiny run: a class of {QUICK_CLASS}, one round"
    )
    top.add_argument("--record", action="store_true", help="keep the figures below bench/results")
    args = top.parse_args()
    args.size = args.size or (QUICK_CLASS if args.quick else CLASS)
    args.rounds = args.rounds or (QUICK_ROUNDS if args.quick else ROUNDS)
    if not (args.record or args.quick):
        say(
            "the table is printed at the end and not kept; make bench BENCH=--record keeps it below bench/results"
        )
    return args


def say(what: str) -> None:
    """Report progress on standard error."""
    print(f"bench: {what}", file=sys.stderr, flush=True)


def budget(args: argparse.Namespace, width: int) -> float:
    """Return the time budget of a class in seconds."""
    return BUDGETS[width] / (10 if args.quick else 1)


def in_turn(measures: list[tuple[Row, Callable[[], Cost]]], rounds: int) -> None:
    """Take *rounds* samples of each row, one per row in each round."""
    for number in range(rounds):
        say(f"one submission, round {number + 1} of {rounds}")
        for row, measure in measures:
            row.add(measure())


def add_singles(
    table: Table, one: OneSubmission, bench: running.Bench, rounds: int
) -> list[running.Rival]:
    """Measure one submission in the grader and in other tools, in turn; return the installed tools."""
    measures = one.measures()
    present, absent = [], []
    for rival in (*running.RIVALS, *running.DRAWN):
        row = running.row_of(rival, bench.total)
        try:
            bench.install(rival)
        except running.NotInstalled as reason:
            row.note = f"not installed: {reason}"
            absent.append(row)
            continue
        present.append(rival)
        measures.append((row, lambda rival=rival: bench.one(rival)))  # type: ignore[misc]
    in_turn(measures, rounds)
    for row in [*(row for row, _ in measures), *absent]:
        table.row(row)
    return present


def add_real_classes(table: Table, args: argparse.Namespace, jobs: int) -> None:
    """Measure a real class of every assignment, without python-ta and with it where there is one."""
    for id in (ASSIGNMENT, *OTHERS):
        assignment = load_assignment(id)
        for linters in (False, True)[: 2 if assignment.manifest.linters else 1]:
            say(f"a real class of {id}, {jobs} at once{', with python-ta' if linters else ''}")
            row = whole_class.measure(
                assignment, "real", args.size // 2, jobs, budget(args, jobs), linters
            ).row
            row.key, row.name = f"{row.key}-{id}", f"{id}: {row.name}"
            table.row(row)


def add_peers_on_a_real_class(
    table: Table, assignment: Assignment, bench: running.Bench, jobs: int
) -> None:
    """Measure plain pytest on some programs of the subject's real class, and the grader on the same."""
    same = whole_class.measure(assignment, "real", PEERS, jobs, PATIENCE).row
    same.key, same.name = "real-same", f"grader: {same.name}, the first {PEERS}"
    submissions = [
        dict(source.read(assignment).files)
        for source in whole_class.chosen(assignment, "real", PEERS)
    ]
    table.row(running.row_of_a_class(bench, submissions, jobs))
    table.row(same)


def add_classes(
    table: Table, assignment: Assignment, args: argparse.Namespace, jobs: list[int]
) -> dict[str, float]:
    """Measure classes of every mix, one submission at once and several; return each mix's linearity."""
    found: dict[str, float] = {}

    def run(mix: str, size: int, width: int) -> whole_class.ClassRun:
        say(f"a class of up to {size}, {whole_class.MIXES[mix]}, {width} at once")
        done = whole_class.measure(assignment, mix, size, width, budget(args, width))
        table.row(done.row)
        return done

    for mix in ("right", "real"):
        one, *more = [run(mix, args.size, width) for width in jobs]
        for many in more:
            table.row(many.start)
            found[mix] = whole_class.linearity(many, one, cores())
    return found


def main() -> None:
    """Measure and print; write the figures to a file with ``--record``."""
    args = arguments()
    jobs = sorted({1, min(2, cores())})
    assignment, table = subject(), Table()
    say("preparing: recording, warm process, environments of other tools")
    one, bench = OneSubmission(assignment), running.Bench(assignment)
    try:
        about = record.machine(one.backend)
        add_real_classes(table, args, jobs[-1])
        rivals = add_singles(table, one, bench, args.rounds)
        same = []
        for width in jobs[1:]:
            say(f"the reference again and again, by the grader and by other tools, {width} at once")
            size = width * (2 if args.quick else SAME)
            same.append(
                whole_class.measure(assignment, "reference", size, width, budget(args, width)).row
            )
            distilled = [rival for rival in rivals if rival in running.RIVALS]
            count, some = (width, distilled[:1]) if args.quick else (SEVERAL * width, distilled)
            for row in running.rows_of_several(bench, some, count, width):
                table.row(row)
        say(f"plain pytest on a real class, {jobs[-1]} at once")
        add_peers_on_a_real_class(table, assignment, bench, jobs[-1])
        say("phases and calls")
        for row in one.phases(args.rounds):
            table.row(row)
        for row in calls.rows(assignment, one.backend, args.rounds, CALLS):
            table.row(row)
        say("python-ta, as a lint server and as people call it")
        for row in style.rows(assignment, args.rounds):
            table.row(row)
        table.remarks.append(f"{assignment.id}: {bench.total} checks, {one.size}")
    finally:
        bench.close()
        one.close()
    for row in same:
        table.row(row)
    linear = add_classes(table, assignment, args, jobs)
    if not args.quick:
        say(
            f"a class of up to {GROWTH[-1]:,} of {GROWN}, {whole_class.MIXES['right']}, {jobs[-1]} at once"
        )
        long = whole_class.measure(load_assignment(GROWN), "right", GROWTH[-1], jobs[-1], PATIENCE)
        for row in whole_class.growth(GROWN, long, GROWTH):
            table.row(row)
    say(
        f"a class of up to {args.size}, {whole_class.MIXES['right']}, with python-ta, {jobs[-1]} at once"
    )
    table.row(
        whole_class.measure(
            assignment, "right", args.size, jobs[-1], budget(args, jobs[-1]), True
        ).row
    )
    for other in OTHERS:
        say(f"a class of references of {other}, {jobs[-1]} at once")
        run = whole_class.measure(
            load_assignment(other), "reference", args.size // 4, jobs[-1], budget(args, 1)
        )
        run.row.key, run.row.name, run.row.compared = (
            f"class-{other}",
            f"{other}: {run.row.name}",
            False,
        )
        table.row(run.row)
    about["load_after"] = round(os.getloadavg()[0], 2)
    met = aims.aims(table, linear, jobs[-1])
    table.remarks += ["", aims.text(met, quick=args.quick), "", record.machine_text(about)]
    text = table.text()
    print(text)
    if args.record:
        options = {"class": args.size, "rounds": args.rounds, "quick": args.quick}
        path = record.save(about, options, table, met, text)
        say(f"kept in bench/results/{path.name}")


if __name__ == "__main__":
    main()
