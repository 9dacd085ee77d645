"""A class as real ones are: few programs are right, most have several faults, and some hang or do not load.

``python -m bench.realclass [ASSIGNMENT ...]`` prints, for each kind of submission, its share of the CPU seconds of judge and
boxes. Those hardly depend on other load, so that two states of the grader can be compared on a busy machine. Their
results, written with ``--results``, are compared by ``diff -r``.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.measure import Split, peak_below, seconds_below
from bench.style import anew
from graders.extensions.faults.combined import (
    combined,
    functions_of,
    hanging,
)
from graders.harness.assignment.manifest import (
    Assignment,
    assignment_ids,
    load_assignment,
)
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.processes.jobs import Job, Report, Settings
from graders.harness.processes.pool import Pool
from graders.harness.verification.exemplars import Exemplar, build, load_exemplars

BLOCK = {"right": 4, "faults": 12, "many-faults": 2, "hangs": 1, "no-load": 1}
"""Kind -> how many of each twenty submissions are of it. The order within a block is random."""
FEW, MANY = (1, 5), (10, 14)
"""How many faults a program of the kinds "faults" and "many-faults" has."""
HANGING = (1, 3)
"""How many functions of a program of the kind "hangs" never end."""
SEED = 43
COMMENT = {".py": "#", ".java": "//"}


class RealClass:
    """Makes the submissions of one assignment's class: always the same, in the same order."""

    def __init__(self, assignment: Assignment, seed: int = SEED) -> None:
        self._assignment = assignment
        self._seed = seed
        exemplars = load_exemplars(assignment.grader)
        self._right = itertools.cycle(
            self._shuffled([one for one in exemplars if one.kind == "right"])
        )
        self._faulty = [one for one in exemplars if one.kind == "faulty" and not one.runs_short]
        self._where = (assignment.reference, assignment.files.solved)
        self._functions = functions_of(*self._where)

    def submissions(self, size: int) -> Iterator[tuple[str, Submission]]:
        """Yield the kind and the files of each of *size* submissions."""
        count = 0
        for block in itertools.count():
            kinds = [kind for kind, share in BLOCK.items() for _ in range(share)]
            self._random(block).shuffle(kinds)
            for kind in kinds:
                if count == size:
                    return
                yield kind, self._submission(kind, count)
                count += 1

    def _random(self, number: int) -> random.Random:
        return random.Random(f"{self._seed} {self._assignment.id} {number}")

    def _shuffled(self, exemplars: list[Exemplar], number: int = 0) -> list[Exemplar]:
        return self._random(number).sample(exemplars, len(exemplars))

    def _submission(self, kind: str, number: int) -> Submission:
        chance = self._random(number)
        if kind == "right":
            files = build(next(self._right), *self._where)
        else:
            files = getattr(self, f"_{kind.replace('-', '_')}")(chance, number)
        name = f"{kind}-{number:04}"
        return submission_from_bytes(name, _own(files, name), self._assignment)

    def _with_faults(self, count: int, number: int) -> dict[str, bytes]:
        return combined(self._shuffled(self._faulty, number), count, *self._where)[1]

    def _faults(self, chance: random.Random, number: int) -> dict[str, bytes]:
        return self._with_faults(chance.randint(*FEW), number)

    def _many_faults(self, chance: random.Random, number: int) -> dict[str, bytes]:
        return self._with_faults(chance.randint(*MANY), number)

    def _hangs(self, chance: random.Random, number: int) -> dict[str, bytes]:
        return hanging(
            self._faults(chance, number), chance.sample(self._functions, chance.randint(*HANGING))
        )

    def _no_load(self, chance: random.Random, number: int) -> dict[str, bytes]:
        """Return a program with a file that is missing, is cut off in a line, or needs a name that does not exist."""
        files = self._faults(chance, number)
        name = chance.choice(sorted(self._where[1]))
        if number % 3 == 0 and len(files) > 1:
            del files[name]
        elif number % 3 == 1:
            files[name] = files[name].rstrip() + b"\n(\n"
        else:
            files[name] = b"import no_such_name.anywhere;\n" * name.endswith(".java") + files[name]
            files[name] += b"\nno_such_name.here()\n" * name.endswith(".py")
        return files


def _own(files: dict[str, bytes], mark: str) -> dict[str, bytes]:
    """Return *files* with a last line of each submission's own, because no two students hand in the same text."""
    return {
        name: content + f"{COMMENT[_suffix(name)]} {mark}\n".encode()
        if _suffix(name) in COMMENT
        else content
        for name, content in files.items()
    }


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1]


def _write(report: Report, place: Path) -> None:
    """Write the result of *report*, and how its checks failed, below *place*."""
    place.parent.mkdir(parents=True, exist_ok=True)
    shown = {
        "result": msgspec.json.decode(report.result),
        "noted": {name: msgspec.json.decode(raw) for name, raw in report.noted.items()},
    }
    plain = msgspec.to_builtins(shown, str_keys=True)  # only texts can be sorted
    place.write_bytes(msgspec.json.format(msgspec.json.encode(plain, order="sorted")))


def main() -> None:
    """Measure and print."""
    top = argparse.ArgumentParser(
        prog="bench.realclass",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("assignments", metavar="ASSIGNMENT", nargs="*", help="default: all")
    top.add_argument(
        "--size", type=int, default=40, metavar="N", help="submissions in the class (default 40)"
    )
    top.add_argument("--no-style", action="store_true", help="without python-ta")
    top.add_argument("--each", action="store_true", help="print every submission, too")
    top.add_argument("--results", type=Path, metavar="DIR", help="write every result below DIR")
    args = top.parse_args()
    for id in args.assignments or assignment_ids():
        assignment, costs = load_assignment(id), defaultdict[str, list[Split]](list)
        settings = Settings(id, linters=not args.no_style)
        pool = Pool()
        warm = pool.take(settings)
        with peak_below(os.getpid()) as peak:
            for kind, submission in RealClass(assignment).submissions(args.size):
                files = (
                    anew(dict(submission.files), str(os.getpid()))
                    if id != "comp250_blocky"
                    else submission.files
                )
                before = seconds_below(os.getpid())
                report = warm.grade(Job(submission.name, dict(files), submission.notes))
                used = seconds_below(os.getpid()) - before
                costs[kind].append(used)
                if args.results is not None:
                    _write(report, args.results / id / f"{submission.name}.json")
                if args.each:
                    print(
                        f"  {submission.name:<20} judge {used.judge:.2f}  box {used.box:.2f}",
                        flush=True,
                    )
        pool.close()
        print(
            f"{id}: {args.size} submissions, CPU seconds of one; judge {peak.megabytes:.0f} MB at most"
        )
        total = 0.0
        for kind, splits in sorted(costs.items(), key=lambda item: list(BLOCK).index(item[0])):
            judge, box = (
                sum(getattr(split, name) for split in splits) for name in ("judge", "box")
            )
            total += judge + box
            count = len(splits)
            print(
                f"  {kind:<12}{count:>4} judge {judge / count:6.2f} box {box / count:6.2f} both {(judge + box) / count:6.2f}"
            )
        print(
            f"  {'all':<12}{args.size:>4} both {total / args.size:6.2f}: {120 * args.size / total:.0f} a minute on 2 cores",
            flush=True,
        )


if __name__ == "__main__":
    main()
