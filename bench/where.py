"""Where the time of programs of a class goes: processes and CPU seconds by purpose.

``python -m bench.where [ASSIGNMENT ...] [--only PROGRAM ...]`` grades the programs one after the other in this process,
and prints a line for each purpose: how many processes of the program were started for it, and the CPU seconds of the
judge and of the boxes. The kernel counts the time of boxes by hundredths of a second, so that a sum over programs is
exact, and a line of one cheap program is not.
"""

from __future__ import annotations

import argparse
import functools
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bench.classes import WrittenProgram, folder
from bench.measure import seconds_below
from bench.realclass import add_choice, chosen
from graders.extensions.faults import advisor
from graders.extensions.faults.one_cause import Search
from graders.harness.grading import grader, submission_run, variants
from graders.harness.grading.advising import diagnosis_of
from graders.harness.grading.grader import Grader, open_grader
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.intake import read_submission
from graders.harness.processes.jobs import Settings
from graders.harness.sandbox.launched import LaunchedBox
from graders.harness.style.linters import Linters

PURPOSES: dict[str, tuple[Any, str]] = {
    "prefetch": (PrefetchedReplies, "fetch"),
    "checks on prefetched replies": (SubmissionRun, "_passes_on_replies"),
    "checks": (variants, "run_in"),
    "small examples": (submission_run, "minimised"),
    "symptoms": (advisor, "symptoms_on_all_examples"),
    "lines": (advisor, "all_spectra"),
    "one cause": (Search, "flags"),
    "slips of the output": (advisor, "slips"),
    "survey": (grader, "survey"),
    "linters": (Linters, "look"),
    "result": (Grader, "graded"),
}
"""Purpose -> the function whose calls are for it."""
REST, NAMES = "the rest", "names"


class Purposes:
    """Processes and CPU seconds by purpose, each without those of a purpose within."""

    def __init__(self) -> None:
        self.processes: defaultdict[str, int] = defaultdict(int)
        self.judge: defaultdict[str, float] = defaultdict(float)
        self.box: defaultdict[str, float] = defaultdict(float)
        self._running = [REST]
        self._since = self._now()

    @staticmethod
    def _now() -> tuple[float, float]:
        """Return the CPU seconds of this process and of the boxes."""
        return time.process_time(), seconds_below(os.getpid()).box

    def _lap(self) -> None:
        judge, box = self._now()
        self.judge[self._running[-1]] += judge - self._since[0]
        self.box[self._running[-1]] += box - self._since[1]
        self._since = time.process_time(), box  # reading /proc is nobody's

    @contextmanager
    def purpose(self, name: str) -> Iterator[None]:
        """Count the block for the purpose *name*."""
        self._lap()
        self._running.append(name)
        try:
            yield
        finally:
            self._lap()
            self._running.pop()

    def counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return *function*, whose calls are for the purpose *name*."""

        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            is_later = name == "checks" and arguments[2] != arguments[1].spec.variants[0]
            with self.purpose("checks in later variants" if is_later else name):
                return function(*arguments, **named)

        return call

    def connecting(self, connect: Callable[..., Any]) -> Callable[..., Any]:
        """Return *connect*, a box's, whose processes are counted."""

        @functools.wraps(connect)
        def call(*arguments: Any, **named: Any) -> Any:
            self.processes[self._running[-1]] += 1
            return connect(*arguments, **named)

        return call

    def lines(self, programs: int) -> Iterator[str]:
        """Yield a table of one program of so many."""
        whole = sum(self.judge.values()) + sum(self.box.values())
        yield f"{'one program':<32}{'processes':>10}{'judge':>8}{'box':>8}{'of all':>8}"
        for name in sorted(self.judge, key=lambda name: -self.judge[name] - self.box[name]):
            judge, box = self.judge[name], self.box[name]
            yield (
                f"{name:<32}{self.processes[name] / programs:>10.1f}{judge / programs:>8.3f}"
                f"{box / programs:>8.3f}{(judge + box) / whole:>8.0%}"
            )
        judge, box = (sum(part.values()) / programs for part in (self.judge, self.box))
        count = sum(self.processes.values()) / programs
        yield f"{'all':<32}{count:>10.1f}{judge:>8.3f}{box:>8.3f}"


def measured(id: str, programs: Sequence[WrittenProgram], *, style: bool) -> Purposes:
    """Grade *programs* of the class of the assignment *id*; return where the time went."""
    assignment = Settings(id, linters=style).load()
    with open_grader(assignment, choice="auto") as opened:
        for one in opened.advisors.values():
            one.read_ahead()
        submissions = [read_submission(folder(id, one), assignment) for one in programs]
        opened.grade(submissions[0])  # starts what the first submission would pay for
        purposes = Purposes()
        with patch.object(LaunchedBox, "connect", purposes.connecting(LaunchedBox.connect)):
            patches = [
                patch.object(owner, name, purposes.counted(purpose, getattr(owner, name)))
                for purpose, (owner, name) in PURPOSES.items()
            ]
            for each in patches:
                each.start()
            for submission in submissions:
                graded = opened.grade(submission)
                with purposes.purpose(NAMES):
                    diagnosis_of(graded.result, graded.noted, assignment)
            for each in patches:
                each.stop()
        purposes._lap()
    return purposes


def main() -> None:
    """Grade and print."""
    top = argparse.ArgumentParser(
        prog="bench.where",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_choice(top)
    top.add_argument("--style", action="store_true", help="with linters")
    top.add_argument("--each", action="store_true", help="a table for each program")
    args = top.parse_args()
    for id, programs in chosen(args):
        for some in [[one] for one in programs] if args.each else [programs]:
            print(id, *([some[0].id] if args.each else [f"{len(some)} programs"]))
            print(*measured(id, some, style=args.style).lines(len(some)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
