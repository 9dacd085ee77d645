"""Measures how long students wait: ``python -m bench.student``.

For every assignment, the student's bundle is built and unpacked, and gets the reference's files. Then ``check.py`` runs
there, as with ``make check``, with packages that are already installed. The first run begins with an empty cache
(python-ta's replies, compiled Java). Later runs use it, as when a student checks the same files again. Run it on an
idle machine; CPU seconds depend less on other load.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Cost, cost_of_children, median
from graders.harness.assignment.manifest import assignment_ids, load_assignment
from graders.harness.handout import student

AIM = 2.0
"""Seconds that a right solution may take, except in the first run."""


def costs(id: str, work: Path, rounds: int, options: list[str]) -> list[Cost]:
    """Return the cost of each of *rounds* runs of a right solution, in order."""
    assignment = load_assignment(id)
    folder, _archive = student.build(assignment, work)
    for name in assignment.files.solved:
        shutil.copy(assignment.reference / name, folder / name)
    settings = {**os.environ, "CHECK_PYTHON": sys.executable, "GRADER_CACHE": str(work / "cache")}

    def check() -> None:
        subprocess.run(
            [sys.executable, "check.py", *options],
            cwd=folder,
            env=settings,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    return [cost_of_children(check) for _ in range(rounds)]


def main() -> None:
    """Measure and print."""
    top = argparse.ArgumentParser(
        prog="bench.student",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("assignments", metavar="ASSIGNMENT", nargs="*", help="default: all")
    top.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="runs after the first (default 3)"
    )
    top.add_argument("--no-style", action="store_true", help="without python-ta")
    args = top.parse_args()
    title = f"a right solution (aim: {AIM:g} s)"
    print(f"{title:<34}{'wall s':>8}{'CPU s':>8}   first time: wall, CPU")
    for id in args.assignments or assignment_ids():
        with tempfile.TemporaryDirectory() as work:
            first, *later = costs(
                id, Path(work), 1 + args.rounds, ["--no-style"] if args.no_style else []
            )
        again = later or [first]
        wall, cpu = (
            median([cost.wall for cost in again]),
            median([cost.cpu or 0.0 for cost in again]),
        )
        print(
            f"{id:<34}{wall:>8.1f}{cpu:>8.1f}   {first.wall:>10.1f}{first.cpu or 0.0:>7.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
