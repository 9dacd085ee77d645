"""Compares another commit with this one: both grade the classes of ``bench/classes``, by turns, on this machine.

``python -m bench.pairs COMMIT [ASSIGNMENT ...]`` prints for each assignment the ratio of CPU seconds, this commit's over
the other's, for the class and for its right programs alone. A ratio below 1 is a gain. The seconds are those of all
processes of ``grader grade CLASS --fresh``, which hardly depend on other load. Each commit has a cache of its own, and
a first grading fills it: answers of python-ta are kept, modules compiled, and no start is measured that a course pays once. The other
commit runs under this interpreter, with the packages that are installed for this one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.classes import class_ids, folder, read_class
from bench.measure import Cost, adopt_orphans, cost_of_all, median
from graders.harness.assignment.manifest import ROOT

ROUNDS = 3


@contextmanager
def checkout(commit: str, place: Path) -> Iterator[Path]:
    """Check *commit* out into a work tree below *place*, and remove it afterwards."""
    tree = place / "other"
    subprocess.run(
        ["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], cwd=ROOT, check=True
    )
    try:
        register_extensions(tree)
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def register_extensions(tree: Path) -> None:
    """Write the entry points of the project in *tree* where its commands find them, before those of this commit."""
    project = tomllib.loads((tree / "pyproject.toml").read_text())["project"]
    distribution = tree / f"{project['name']}-0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text(f"Name: {project['name']}\nVersion: 0\n")
    lines = [
        line
        for group, points in project.get("entry-points", {}).items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
    ]
    (distribution / "entry_points.txt").write_text("\n".join(lines))


def grade(tree: Path, id: str, programs: Path, out: Path, cache: Path) -> Cost:
    """Grade the class in the folder *programs* with the harness in *tree*; return what that took.

    Raises ``CalledProcessError`` if the class was not graded.
    """
    environment = os.environ | {"PYTHONPATH": str(tree), "GRADER_CACHE": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # people's installations have bytecode
    command = [sys.executable, "-m", "graders", "grade", id, str(programs)]
    command += ["--as", "class", "--fresh", "--no-html", "--jobs", "2", "--out", str(out)]
    shutil.rmtree(out, ignore_errors=True)
    return cost_of_all(
        lambda: subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True)
    )


def laid_out(id: str, place: Path) -> dict[str, Path]:
    """Write the programs of the class of assignment *id* below *place*; return folders of all and of the right ones, if any."""
    folders = {"class": place / f"{id}-class", "right": place / f"{id}-right"}
    for program in read_class(id).programs:
        for name, target in folders.items():
            if name == "class" or not program.fails:
                shutil.copytree(folder(id, program), target / program.id)
    return {name: target for name, target in folders.items() if target.exists()}


def seconds_in_turn(
    trees: dict[str, Path], id: str, programs: Path, rounds: int
) -> dict[str, float]:
    """Return the median CPU seconds that each of *trees* takes for the class in *programs*."""
    samples: dict[str, list[float]] = {name: [] for name in trees}
    for turn in range(rounds + 1):
        for name, tree in trees.items():
            cost = grade(
                tree, id, programs, programs.parent / "out", programs.parent / f"cache-{name}"
            )
            if turn:  # the first one fills the cache
                samples[name].append(cost.cpu or 0.0)
    return {name: median(taken) for name, taken in samples.items()}


def main() -> None:
    """Measure and print."""
    top = argparse.ArgumentParser(
        prog="bench.pairs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("commit", metavar="COMMIT", help="what to compare with, such as 252c255")
    top.add_argument("assignments", metavar="ASSIGNMENT", nargs="*", help="default: all")
    top.add_argument(
        "--rounds",
        type=int,
        default=ROUNDS,
        metavar="N",
        help=f"gradings of each (default {ROUNDS})",
    )
    args = top.parse_intermixed_args()
    adopt_orphans()
    try:
        compare(args)
    except subprocess.CalledProcessError as error:
        sys.exit(f"bench.pairs: {error}\n{(error.stderr or b'').decode()[-2000:]}")


def compare(args: argparse.Namespace) -> None:
    """Grade the classes by turns, and print what each commit took. Raises CalledProcessError."""
    with (
        tempfile.TemporaryDirectory(prefix="pairs-") as folder,
        checkout(args.commit, Path(folder)) as other,
    ):
        trees = {"other": other, "this": ROOT}
        for id in args.assignments or class_ids():
            for name, programs in laid_out(id, Path(folder)).items():
                count = len(list(programs.iterdir()))
                taken = seconds_in_turn(trees, id, programs, args.rounds)
                print(
                    f"{id:<22}{name:<6}{count:>4} programs: {taken['other'] / count:6.2f} s of CPU each in "
                    f"{args.commit}, {taken['this'] / count:6.2f} here, ratio {taken['this'] / taken['other']:.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
