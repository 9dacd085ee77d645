"""Grades the programs of a class, and prints where a program fails other checks than its class's list says.

``python -m bench.classes ASSIGNMENT [PROGRAM ...]`` exits with 1 if anything differs. ``--real FILE`` compares the list
with a real class, too; such a difference does not change the exit status.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.classes import ClassError, class_ids, read_class
from bench.classes.check import departures, differences, graded, read_real
from graders.harness.result import not_passed


def main() -> int:
    """Grade, compare and print; return the exit status."""
    top = argparse.ArgumentParser(
        prog="bench.classes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("assignment", metavar="ASSIGNMENT", help=f"one of {', '.join(class_ids())}")
    top.add_argument("programs", metavar="PROGRAM", nargs="*", help="default: all")
    top.add_argument(
        "--real", type=Path, metavar="FILE", help="the faults of a real class, in JSON"
    )
    top.add_argument("--style", action="store_true", help="count findings on style, too")
    args = top.parse_args()
    try:
        return compare(args)
    except ClassError as error:
        print(f"bench.classes: {error}", file=sys.stderr)
        return 2


def compare(args: argparse.Namespace) -> int:
    """Compare the programs that *args* name; return the exit status. Raises ClassError."""
    programs = read_class(args.assignment).programs
    if unknown := {*args.programs} - {program.id for program in programs}:
        raise ClassError(f"{args.assignment} has no program {', '.join(sorted(unknown))}")
    chosen = [one for one in programs if not args.programs or one.id in args.programs]
    real = read_real(args.real) if args.real else {}
    odd = 0
    for program, result in graded(args.assignment, chosen, style=args.style):
        wrong = differences(program, result)
        odd += bool(wrong)
        style = f", {len(result.findings)} findings" if args.style else ""
        failed = len(not_passed(result.checks))
        like = f" like {program.like}" if program.like else ""
        print(
            f"{program.id}{like}: {failed} failed, {float(result.marks):g} marks{style}", flush=True
        )
        for line in wrong:
            print(f"  {line}", flush=True)
        for line in departures(program, real) if real else []:
            print(f"  real: {line}", flush=True)
    print(f"{len(chosen)} programs, {odd} fail other checks than listed")
    return bool(odd)


if __name__ == "__main__":
    sys.exit(main())
