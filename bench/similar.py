"""Compares `grader similar` with JPlag and Dolos on public sets of copies, and measures how its cost grows with the class.

``python -m bench.similar --jplag JPlag/ --irplag sourcecodeplagiarismdataset/ --dolos dolos/ --record`` reads clones of these
repositories, none of which is part of this project:

- https://github.com/jplag/JPlag: PROGpedia task 19 (66 programs, 91 known pairs) and JPlag's own similarities of all pairs;
- https://github.com/oscarkarnalim/sourcecodeplagiarismdataset: IR-Plag, seven small tasks, 355 copies on six levels of disguise,
  and 105 independent programs;
- https://github.com/dodona-edu/dolos: the Python files of its benchmark.

``--dolos-lib DIR`` also runs Dolos, which `npm i @dodona/dolos-lib` has installed in this folder. Without any option, disguised copies of the reference
solutions are made, and classes of growing size. "best" are the known pairs among the best of a tool, as many as there are known
ones; "ahead" those before the second independent pair, so that no tool's line decides; "at its line" the pairs that a tool shows
by default (`grader similar` alone has a line). A pair that a tool does not list ranks last, independent ones first: Dolos lists all
pairs, `grader similar` only those that share something.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

from bench.disguises import CHANGES, disguised
from bench.record import RESULTS, commit, cpu_model
from graders.extensions.similar import comparing
from graders.extensions.similar.comparing import (
    LEAST_SHARE,
    ComparedFile,
    LeftOut,
    pairs_of,
    split,
)
from graders.extensions.similar.fingerprints import LEAST_SHARED
from graders.extensions.similar.tokens import InputFile, Tokens, tokenise
from graders.harness.assignment.manifest import ROOT

Pair = frozenset[str]
Class = Mapping[str, Mapping[str, bytes]]
"""Submission -> its files."""
LOWEST, FEWEST = 0.02, 1
"""Least share and least number of shared runs of a pair that has a rank."""
SIZES = (100, 300, 1000)


@dataclass(frozen=True)
class Trial:
    """A set of programs with known copies."""

    name: str
    classes: Sequence[Class]
    """Compared one by one; a pair's similarity is the highest in any of them."""
    known: frozenset[Pair]
    others: frozenset[Pair]
    """Pairs known to be independent."""
    given: Mapping[str, bytes] = field(default_factory=dict)
    recorded: Mapping[str, Mapping[Pair, float]] = field(default_factory=dict)
    """Tool -> its similarities, as its authors published them."""

    @property
    def whole(self) -> Class:
        """All submissions as one class, for tools that compare pairs only."""
        return {name: files for each in self.classes for name, files in each.items()}


def all_pairs(names: Sequence[str]) -> frozenset[Pair]:
    """Return every two of *names*."""
    return frozenset(map(frozenset, combinations(names, 2)))


_tokens: dict[InputFile, Tokens | None] = {}


def _tokenise(files: Sequence[InputFile]) -> Iterator[Tokens | None]:
    """Return the tokens of *files*; a file that stands in many classes is parsed once."""
    new = [file for file in dict.fromkeys(files) if file not in _tokens]
    _tokens.update(zip(new, tokenise(new), strict=True))
    return map(_tokens.__getitem__, files)


def ours(trial: Trial, least: float = LOWEST, fewest: int = FEWEST) -> dict[Pair, float]:
    """Return the similarities by this project."""
    found: dict[Pair, float] = {}
    comparing.tokenise, comparing.LEAST_SHARED = _tokenise, fewest  # type: ignore[attr-defined]
    _tokenise(
        [InputFile(file, data) for parts in trial.whole.values() for file, data in parts.items()]
    )
    for each in trial.classes:
        files = [
            ComparedFile(name, frozenset(), file, data)
            for name, parts in each.items()
            for file, data in parts.items()
        ]
        left_out = LeftOut()
        for pair in pairs_of(split(files, trial.given, left_out), least, left_out):
            names = frozenset((pair.left.file.submission, pair.right.file.submission))
            found[names] = max(found.get(names, 0.0), *pair.shares)
    return found


def shown(trial: Trial) -> dict[Pair, float]:
    """Return the pairs that this project shows by default."""
    return ours(trial, LEAST_SHARE, LEAST_SHARED)


# Sets.


def progpedia(checkout: Path) -> Trial:
    """Return the set with a gold standard in JPlag's own tests."""
    resources = checkout / "endtoend-testing/src/test/resources"
    submissions: dict[str, dict[str, bytes]] = {}
    given: dict[str, bytes] = {}
    with zipfile.ZipFile(resources / "data/progpedia.zip") as archive:
        for name in archive.namelist():
            folder, _, file = name.removeprefix("ACCEPTED/").rpartition("/")
            if name.endswith(".java"):
                (given if folder == "base" else submissions.setdefault(folder, {}))[file] = (
                    archive.read(name)
                )
        lines = archive.read("plagiarism.csv").decode().splitlines()
    known = frozenset(frozenset(line.strip(";").split(";")[:2]) for line in lines if line.strip())
    recorded = {}
    for run in json.loads((resources / "results/progpedia.json").read_text()):
        similarity = {
            frozenset(names.split("-")): each["maximum_similarity"]
            for names, each in run["tests"].items()
        }
        recorded[f"JPlag, recorded, {run['identifier']}"] = similarity
    return Trial(
        "PROGpedia", [submissions], known, all_pairs(list(submissions)) - known, given, recorded
    )


def irplag(checkout: Path) -> Iterator[Trial]:
    """Yield the seven tasks of IR-Plag: each copy in a class of its own, with the original and the independent programs."""
    cases: dict[str, dict[str, dict[str, bytes]]] = {}
    with zipfile.ZipFile(checkout / "IR-Plag-Dataset.zip") as archive:
        for name in archive.namelist():
            parts = name.split("/")
            if name.endswith(".java"):
                cases.setdefault(parts[1], {}).setdefault("_".join(parts[2:-1]), {})[parts[-1]] = (
                    archive.read(name)
                )
    for case, files in sorted(cases.items()):
        (original,) = [name for name in files if name.startswith("original")]
        free = [name for name in files if name.startswith("non-")]
        copies = [name for name in files if name.startswith("plagiarized")]
        classes = [{name: files[name] for name in (original, copy, *free)} for copy in copies]
        known = frozenset(frozenset((original, copy)) for copy in copies)
        yield Trial(
            f"IR-Plag {case}",
            classes,
            known,
            frozenset(frozenset((original, name)) for name in free),
        )


def dolos_files(checkout: Path) -> Trial:
    """Return the Python files of Dolos' benchmark: one program, its disguises, and another program."""
    folder = checkout / "samples/python/benchmark_files"
    submissions = {
        path.stem: {path.name: path.read_bytes()} for path in sorted(folder.glob("*.py"))
    }
    pairs = all_pairs(list(submissions))
    free = frozenset(
        pair for pair in pairs if "UPGMA_B" in pair and "UPGMA_A_B_combined" not in pair
    )
    classes = [{name: submissions[name] for name in sorted(pair)} for pair in pairs]
    return Trial("Dolos' Python files", classes, pairs - free, free)


def made() -> Iterator[Trial]:
    """Yield disguised copies of the reference solutions, by kind: each copy in a class with the other references."""
    sources = {
        f"{path.parent.name}-{path.stem}": path.read_text()
        for path in sorted((ROOT / "reference").glob("*/*.py"))
        if path.stat().st_size > 4000
    }
    kinds = {kind: [kind] for kind in CHANGES}
    kinds |= {"two kinds": ["names", "expressions"], "all kinds": list(CHANGES)}
    for name, changes in kinds.items():
        classes = []
        for one, source in sources.items():
            copy = {f"{one} copy": {"a.py": disguised(source, changes).encode()}}
            classes.append({each: {"a.py": text.encode()} for each, text in sources.items()} | copy)
        known = frozenset(frozenset((one, f"{one} copy")) for one in sources)
        yield Trial(f"made: {name}", classes, known, frozenset())


# Other tools.


def _written(folder: Path, whole: Class) -> list[Path]:
    paths = []
    for name, files in whole.items():
        for file, data in files.items():
            path = folder / name.replace(" ", "_") / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            paths.append(path)
    return paths


DOLOS = """
import { Dolos } from "@dodona/dolos-lib";
const [language, ignored, ...paths] = process.argv.slice(1);
const report = await new Dolos({ language }).analyzePaths(paths, ignored || undefined);
for (const pair of report.allPairs()) console.log(JSON.stringify([pair.leftFile.path, pair.rightFile.path, pair.similarity]));
"""


def dolos(packages: Path, trial: Trial) -> dict[Pair, float]:
    """Return the similarities of Dolos' library, with its default settings; of several files of a submission the highest."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = _written(folder / "class", trial.whole)
        ignored = _written(folder, {"base": trial.given})
        language = "java" if paths[0].suffix == ".java" else "python"
        command = [
            "node",
            "--input-type=module",
            "-e",
            DOLOS,
            language,
            str(ignored[0]) if ignored else "",
            *map(str, paths),
        ]
        ran = subprocess.run(command, check=True, capture_output=True, text=True, cwd=packages)
        found: dict[Pair, float] = {}
        owners = {name.replace(" ", "_"): name for name in trial.whole}
        for left, right, similarity in map(json.loads, ran.stdout.splitlines()):
            names = frozenset(owners[Path(path).parent.name] for path in (left, right))
            if len(names) == 2:
                found[names] = max(found.get(names, 0.0), similarity)
        return found


# Figures.


def figures(
    trials: Sequence[Trial],
    find: Callable[[Trial], Mapping[Pair, float]],
    shows: Callable[[Trial], Mapping[Pair, float]] | None,
) -> dict[str, Any]:
    """Return what a tool finds in a set of several trials. find: all similarities; shows: those that it shows by default."""
    known = best = ahead = at_line = wrong = 0
    precision = 0.0
    for trial in trials:
        found = find(trial)
        judged = {pair: found.get(pair, 0.0) for pair in trial.known | trial.others}
        ranked = sorted(judged, key=lambda pair: (-judged[pair], sorted(pair)))
        known += len(trial.known)
        best += len(trial.known.intersection(ranked[: len(trial.known)]))
        free = [place for place, pair in enumerate(ranked) if pair not in trial.known]
        ahead += len(trial.known.intersection(ranked[: free[1] if len(free) > 1 else None]))
        shown = (shows(trial) if shows else {}).keys() & (trial.known | trial.others)
        at_line += len(shown & trial.known)
        wrong += len(shown - trial.known)
        hits = [number for number, pair in enumerate(ranked, 1) if pair in trial.known]
        precision += (
            sum(place / number for place, number in enumerate(hits, 1))
            / len(trial.known)
            / len(trials)
        )
    row = {"known": known, "best": best, "ahead": ahead, "average precision": round(precision, 3)}
    return row | ({"at its line": at_line, "others at its line": wrong} if shows else {})


def expression(chance: random.Random, depth: int = 3) -> str:
    """Return a random expression."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(("a", "b", "7", "'x'", "None", "True"))
    one, other = expression(chance, depth - 1), expression(chance, depth - 1)
    forms = (
        "({0} + {1})",
        "({0} * {1})",
        "f({0}, {1})",
        "a[{0}]",
        "({0}).b",
        "not {0}",
        "[{0}, {1}]",
        "({0} if {1} else a)",
        "({0} < {1})",
    )
    return chance.choice(forms).format(one, other)


def function(chance: random.Random) -> str:
    """Return a random function of twelve lines."""
    forms = (
        "a = {0}",
        "if {0}: b = {1}",
        "while {0}: a = {1}",
        "for a in {0}: f({1})",
        "f({0})",
        "assert {0}, {1}",
        "b += {0}",
    )
    body = [
        f"    {chance.choice(forms).format(expression(chance), expression(chance))}"
        for _ in range(10)
    ]
    return "\n".join(["def work(a, b):", *body, "    return a\n"])


def growth(size: int) -> dict[str, Any]:
    """Return what a class of this size costs. A program has 240 lines, two fifths of which others have, too; each fiftieth is a copy."""
    chance = random.Random(size)
    idioms = [function(chance) for _ in range(20)]
    submissions = {
        f"s{number:04}": {
            "a.py": "\n".join(
                [*chance.sample(idioms, 8), *(function(chance) for _ in range(12))]
            ).encode()
        }
        for number in range(size)
    }
    ring = [f"s{number:04}" for number in range(0, size, 50)]
    for name in ring:
        submissions[name] = submissions[ring[0]]
    trial = Trial("growth", [submissions], all_pairs(ring), frozenset())
    began, cpu = time.monotonic(), _cpu()
    found = shown(trial)
    return {
        "size": size,
        "seconds": round(time.monotonic() - began, 1),
        "cpu_seconds": round(_cpu() - cpu, 1),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "pairs": len(found),
        "known": len(trial.known),
        "known found": len(trial.known & found.keys()),
    }


def _cpu() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in usages)


def main() -> None:
    """Measure, print and keep the figures."""
    top = argparse.ArgumentParser(
        prog="bench.similar",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name in ("jplag", "irplag", "dolos", "dolos-lib"):
        top.add_argument(f"--{name}", type=Path, metavar="PATH")
    top.add_argument(
        "--sizes", type=int, nargs="*", default=SIZES, metavar="N", help="sizes of growing classes"
    )
    top.add_argument("--record", action="store_true", help="keep the figures below bench/results")
    args = top.parse_args()
    sets: dict[str, list[Trial]] = {}
    if args.jplag:
        sets["PROGpedia, JPlag's gold standard"] = [progpedia(args.jplag)]
    if args.irplag:
        sets["IR-Plag"] = list(irplag(args.irplag))
    if args.dolos:
        sets["Dolos' Python files"] = [dolos_files(args.dolos)]
    sets |= {trial.name: [trial] for trial in made()}
    rows = []
    for name, trials in sets.items():
        tools: dict[str, Callable[[Trial], Mapping[Pair, float]]] = {"grader similar": ours}
        for tool in trials[0].recorded:
            tools[tool] = lambda trial, tool=tool: trial.recorded[tool]  # type: ignore[misc]
        if args.dolos_lib:
            tools["Dolos"] = lambda trial: dolos(args.dolos_lib, trial)
        for tool, find in tools.items():
            rows.append(
                {"set": name, "tool": tool} | figures(trials, find, shown if find is ours else None)
            )
            print(text_of(rows[-1]), flush=True)
    for size in args.sizes:
        rows.append({"set": "a class", "tool": "grader similar"} | growth(size))
        print(text_of(rows[-1]), flush=True)
    if args.record:
        keep(rows)


def text_of(row: Mapping[str, Any]) -> str:
    """Return a row as a line."""
    return f"{row['set']}: {row['tool']}: " + ", ".join(
        f"{name} {value}" for name, value in row.items() if name not in ("set", "tool")
    )


def keep(rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the figures below ``bench/results``."""
    path = RESULTS / f"{datetime.now(UTC):%Y-%m-%d}-similar.json"
    record = {"commit": commit(), "cpu": cpu_model(), "rows": rows}
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    lines = [f"commit {record['commit']}, {record['cpu']}", *map(text_of, rows)]
    path.with_suffix(".txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
