"""Measures what `grader import` makes of Exercism's tests: ``python -m bench.imports LANGUAGE FOLDER``.

FOLDER is a clone of exercism/python or exercism/java. Every exercise that has a sample solution is
made an assignment, and its tests are imported. With --tried, each check is tried on that solution,
too, as the command does. A test that is divided into several checks counts once.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from graders.extensions.authoring.imported import defined, reader_in
from graders.extensions.authoring.proving import proved
from graders.extensions.shared.checks_of_tests import ImportedError
from graders.harness.assignment.manifest import load_assignment
from graders.harness.errors import GraderError

TESTS = {"python": "*_test.py", "java": "src/test/java/*Test.java"}
MANIFEST = """
id = "{id}"
title = "{id}"
language = "{language}"
play = "true"
{more}
baseline = {{ marks = 0, reason = "the starter does nothing" }}
tasks = [{{ id = "all", name = "all", marks = 100, shares = true, reason = "a trial" }}]
calls = {{ {calls} }}
files = {{ submitted = {files}, course = [] }}
"""


def solutions(exercise: Path, language: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of the sample solution, with the names by which tests know them."""
    if language == "java":
        given = [*(exercise / "src" / "main" / "java").glob("*.java")]
        solved = [*(exercise / ".meta" / "src").glob("*/java/*.java")]
        yield from {file.name: file for file in (*given, *solved)}.items()
        return
    files = json.loads((exercise / ".meta" / "config.json").read_text())["files"]
    sample = [*files.get("example", []), *files.get("exemplar", [])]
    yield from zip(files["solution"], (exercise / name for name in sample), strict=False)
    for name in files.get("editor", []):
        if name.endswith(".py"):
            yield name, exercise / name


def table(files: Mapping[str, Path]) -> str:
    """Return the manifest's table of the names that checks may call; one module has all of its."""
    lines = []
    for name, file in files.items():
        stem = name.rpartition(".")[0]
        text = file.read_text(encoding="utf-8")
        if name.endswith(".java"):
            classes = re.findall(r"^(?:\w+ )*(?:class|enum|interface|record) (\w+)", text, re.M)
            lines += [f'"{own}" = ["{own}"]' for own in dict.fromkeys([stem, *classes])]
        elif not lines:
            lines.append(f'"{stem}" = "*"')
        else:
            named = {each for each in map(defined, ast.parse(text).body) if each.strip("_") == each}
            lines.append(f'"{stem}" = {json.dumps(sorted(named - {""}))}')
    return ", ".join(lines)


def enabled(tests: Path, folder: Path) -> Path:
    """Return a copy of a file of tests in which all of them run: Exercism disables most in Java."""
    copy = folder / tests.name
    text = tests.read_text(encoding="utf-8")
    copy.write_text(re.sub(r"@(Disabled|Ignore)\b(\(\".*?\"\))?", "", text), encoding="utf-8")
    return copy


def results(exercise: Path, language: str, *, tried: bool) -> tuple[int, list[tuple[str, str]]]:
    """Return how many tests of an exercise become checks, and the others with the reasons."""
    id_ = re.sub(r"\W", "_", exercise.name)
    files = dict(solutions(exercise, language))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, file in files.items():
            for kind in ("reference", "starter"):
                target = root / kind / id_ / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
        manifest = MANIFEST.format(
            id=id_,
            language=language,
            calls=table(files),
            files=json.dumps([*files]),
            more='java = { release = ">=17" }' if language == "java" else "",
        )
        (root / "graders" / id_).mkdir(parents=True)
        (root / "graders" / id_ / "assignment.toml").write_text(manifest)
        assignment = load_assignment(id_, root)
        reader = reader_in(assignment.manifest.written_in)
        made, refused = 0, []
        for path in sorted(exercise.glob(TESTS[language])):
            try:
                forms = reader.imported(enabled(path, root), assignment)
                tests = proved(assignment, forms, "all") if tried else forms[0]
            except ImportedError as error:
                refused.append((path.name, str(error)))
                continue
            made += len(tests.checks)
            refused += tests.refused
    return made, refused


def main() -> None:
    """Measure and print."""
    top = argparse.ArgumentParser(
        prog="bench.imports",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("language", choices=[*TESTS])
    top.add_argument("folder", type=Path)
    top.add_argument("--tried", action="store_true", help="try each check on the solution")
    top.add_argument("--only", default="", metavar="WORDS", help="exercises, joined by commas")
    args = top.parse_args()
    made, refused = 0, []
    for exercise in sorted((args.folder / "exercises").glob("*/*")):
        if not list(exercise.glob(TESTS[args.language])):
            continue
        if args.only and exercise.name not in args.only.split(","):
            continue
        try:
            number, others = results(exercise, args.language, tried=args.tried)
        except GraderError as error:
            number, others = 0, [(exercise.name, f"{type(error).__name__}: {error}")]
        made += number
        refused += [(exercise.name, *other) for other in others]
    for each in refused:
        print(" | ".join(each))
    print()
    kinds = Counter(re.sub(r"`.*?`|\b[\w.]+\(.*", "X", reason) for _, _, reason in refused)
    for kind, number in kinds.most_common():
        print(f"{number:5}  {kind[:150]}")
    share = 100 * made / (made + len(refused) or 1)
    print(f"{made} of {made + len(refused)} tests become checks ({share:.1f} %)")


if __name__ == "__main__":
    main()
