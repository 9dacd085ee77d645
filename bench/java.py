"""Measures how fast submissions in Java are graded: ``python -m bench.java``.

A class of references of comp250_blocky goes through the batch, pool and warm processes of ``grader grade FOLDER``. It
goes first with one submission at a time, then with one per core. Stored results are not used, and each submission is
compiled and run in its own virtual machine.
"""

from __future__ import annotations

import argparse

from bench.table import Table
from bench.whole_class import measure
from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import cores

AIM = 120
"""Submissions a minute with warm processes on two cores."""


def main() -> None:
    """Measure and print."""
    top = argparse.ArgumentParser(
        prog="bench.java", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    top.add_argument("--size", type=int, default=40, metavar="N", help="submissions in the class")
    args = top.parse_args()
    assignment, table = load_assignment("comp250_blocky"), Table()
    for jobs in sorted({1, cores()}):
        run = measure(assignment, "reference", args.size, jobs, 300.0)
        table.row(run.start)
        table.row(run.row)
        print(
            f"{jobs} at once: {run.row.per_minute:.0f} submissions a minute (aim on two cores: {AIM})",
            flush=True,
        )
    print(table.text())


if __name__ == "__main__":
    main()
