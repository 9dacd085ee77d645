"""Measures how well the dictionaries name known faults, and writes the figures to ``bench/results``.

``python -m bench.diagnosis csse7030_connect4 --programs 100 --record``. A second record on the same day replaces the
first one's figures of the same assignments. ``--after 100`` leaves out the first 100 pairs, because a rule may have been
chosen on them. With ``--lines`` it measures instead how well the suspected lines of faulty exemplars are the lines in
which these differ from the reference, of each N-th one with ``--every N``.
"""

from __future__ import annotations

import argparse
import json
import time
from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.console import Console

from bench.lines import LineFigures, measure_lines
from bench.record import RESULTS, commit
from graders.extensions.faults.diagnosing import PAIRS, Figures, measure
from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import cores, settings_of
from graders.harness.verification.gradings import Gradings


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    top = argparse.ArgumentParser(prog="bench.diagnosis", description=__doc__)
    top.add_argument("assignments", nargs="+", metavar="ASSIGNMENT")
    top.add_argument(
        "--programs",
        type=int,
        default=PAIRS,
        metavar="N",
        help=f"pairs (default {PAIRS}); a third as many others",
    )
    top.add_argument(
        "--after",
        type=int,
        default=0,
        metavar="N",
        help="leave out the first N pairs that are drawn, and a third as many others",
    )
    top.add_argument("--record", action="store_true", help="keep the figures below bench/results")
    top.add_argument(
        "--lines", action="store_true", help="measure the suspected lines of faulty exemplars"
    )
    top.add_argument(
        "--every",
        type=int,
        default=1,
        metavar="N",
        help="with --lines: look at every N-th exemplar alone",
    )
    return top.parse_args()


def main() -> None:
    """Measure each assignment, print its figures and keep them."""
    args = arguments()
    for name in args.assignments:
        assignment = load_assignment(name)
        gradings = Gradings(
            assignment, settings_of(assignment, "auto"), cores(), Console(stderr=True)
        )
        started = time.monotonic()
        if args.lines:
            of_lines = measure_lines(gradings, args.every)
            told = [
                of_lines.figures.line(),
                *(f"{one}: {found}" for one, found in of_lines.missed.items()),
            ]
            print(f"{name} ({time.monotonic() - started:.0f} s)", *told, sep="\n  ", flush=True)
            if args.record:
                keep(name, "lines", of_lines.figures)
            continue
        measured = measure(gradings, args.programs, args.after)
        lines = [figures.line() for figures in measured.figures]
        lines += [
            *measured.stale,
            *measured.short_of_aims(),
            *(f"not gradable: {one}" for one in measured.lost),
        ]
        print(f"{name} ({time.monotonic() - started:.0f} s)", *lines, sep="\n  ", flush=True)
        if args.record:
            keep(name, "diagnosis", measured.figures)


def keep(assignment: str, subject: str, figures: LineFigures | tuple[Figures, ...]) -> None:
    """Write the *figures* of *assignment* to the record of today about *subject*."""
    path = RESULTS / f"{datetime.now(UTC):%Y-%m-%d}-{subject}.json"
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    record[assignment] = {"commit": commit(), "figures": msgspec.to_builtins(figures)}
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    text = []
    for name, of_one in sorted(record.items()):
        text.append(f"{name}, commit {of_one['commit']}")
        kept = of_one["figures"]
        text += [
            f"  {line}"
            for line in (
                map(_line, kept) if isinstance(kept, list | tuple) else [_line_of_lines(kept)]
            )
        ]
    path.with_suffix(".txt").write_text("\n".join(text) + "\n", encoding="utf-8")


def _line(figures: dict[str, Any]) -> str:
    return msgspec.convert(figures, Figures).line()


def _line_of_lines(figures: dict[str, Any]) -> str:
    return msgspec.convert(figures, LineFigures).line()


if __name__ == "__main__":
    main()
