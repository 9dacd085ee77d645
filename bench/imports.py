"""Measures what `grader import` makes of public tests: ``python -m bench.imports KIND FOLDER``.

FOLDER is a clone of exercism/python or exercism/java (KIND python or java), of a repository with
checks for check50 of programs in Python, or of one with folders `tests` for otter or ok. Every exercise is made an assignment, and its tests are
imported. With --tried, each check is tried on the sample solution, too, as the command does. For
check50 --solutions names a folder with solutions, in the same folders as the checks; exercises
without one are not tried. A test that is divided into several checks counts once.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from graders.extensions.authoring.from_otter import is_for_otter
from graders.extensions.authoring.imported import defined, reader_in
from graders.extensions.authoring.proving import proved
from graders.extensions.shared.checks_of_tests import ImportedError
from graders.harness.assignment.manifest import load_assignment
from graders.harness.errors import GraderError

TESTS = {
    "python": "*_test.py",
    "java": "src/test/java/*Test.java",
    "check50": "__init__.py",
    "otter": "tests/*.py",
}
MANIFEST = """
id = "{id}"
title = "{id}"
language = "{language}"
play = "true"
{more}
baseline = {{ marks = 0, reason = "the starter does nothing" }}
tasks = [{{ id = "all", name = "all", marks = 100, shares = true, reason = "a trial" }}]
calls = {{ {calls} }}
files = {{ submitted = {files}, course = [], scratch = {scratch} }}
"""


MORE = {"java": 'java = { release = ">=17" }', "otter": 'packages = ["numpy", "pandas"]'}


def exercises(folder: Path, kind: str) -> list[Path]:
    """Return the folders of the exercises."""
    if kind == "otter":
        tests = [path for path in folder.rglob("tests/*.py") if _is_for_otter(path)]
        return sorted({path.parent.parent for path in tests})
    if kind != "check50":
        return sorted((folder / "exercises").glob("*/*"))
    modules = sorted(folder.rglob("__init__.py"))
    return [
        path.parent for path in modules if "check50.check(" in path.read_text() and handed_in(path)
    ]


def _parses(path: Path) -> bool:
    try:
        return bool(ast.parse(path.read_text(encoding="utf-8", errors="replace")).body)
    except SyntaxError:
        return False


def _is_for_otter(path: Path) -> bool:
    return _parses(path) and is_for_otter(ast.parse(path.read_text(encoding="utf-8")))


def handed_in(checks: Path) -> list[str]:
    """Return the programs in Python that checks for check50 ask for."""
    asked = re.findall(r"exists\((.*?)\)", checks.read_text(encoding="utf-8"))
    return [*dict.fromkeys(re.findall(r'"([^"/]*\.py)"', " ".join(asked)))]


def solutions(exercise: Path, language: str, solved: Path | None) -> Iterator[tuple[str, Path]]:
    """Yield the files of the sample solution, with the names by which tests know them.

    solved: the folder with the solutions of an exercise of check50.
    """
    if language == "check50":
        for name in handed_in(exercise / "__init__.py"):
            yield name, (solved or exercise) / name
        return
    if language == "otter":
        beside = [file for file in sorted(exercise.glob("*.py")) if file.stem.isidentifier()]
        modules = [file for file in beside if _parses(file)]
        modules.sort(key=lambda file: not exercise.name.startswith(file.stem))
        yield from {file.name: file for file in modules or [exercise / "notebook.py"]}.items()
        return
    if language == "java":
        given = [*(exercise / "src" / "main" / "java").glob("*.java")]
        made = [*(exercise / ".meta" / "src").glob("*/java/*.java")]
        yield from {file.name: file for file in (*given, *made)}.items()
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
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
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


def results(
    exercise: Path, language: str, *, tried: bool, solved: Path | None = None
) -> tuple[int, list[tuple[str, str]]]:
    """Return how many tests of an exercise become checks, and the others with the reasons."""
    id_ = re.sub(r"\W", "_", exercise.name).lower()
    files = dict(solutions(exercise, language, solved))
    is_solved = all(file.is_file() for file in files.values())
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, file in files.items():
            for kind in ("reference", "starter"):
                target = root / kind / id_ / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read_bytes() if file.is_file() else b"")
        manifest = MANIFEST.format(
            id=id_,
            language="java" if language == "java" else "python",
            calls=table(files) or f"{id_} = []",
            files=json.dumps([*files]),
            scratch="false" if language == "java" else "true",
            more="" if language == "otter" and is_solved else MORE.get(language, ""),
        )
        (root / "graders" / id_).mkdir(parents=True)
        (root / "graders" / id_ / "assignment.toml").write_text(manifest)
        assignment = load_assignment(id_, root)
        reader = reader_in(assignment.manifest.written_in)
        made, refused = 0, []
        for path in sorted(exercise.glob(TESTS[language])):
            if language == "otter" and not _is_for_otter(path):
                continue
            try:
                tests_file = path if language in ("check50", "otter") else enabled(path, root)
                forms = reader.imported(tests_file, assignment)
                tests = proved(assignment, forms, "all") if tried and is_solved else forms[0]
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
    top.add_argument("language", choices=[*TESTS], metavar="KIND")
    top.add_argument("folder", type=Path)
    top.add_argument("--tried", action="store_true", help="try each check on the solution")
    top.add_argument("--only", default="", metavar="WORDS", help="exercises, joined by commas")
    top.add_argument("--solutions", type=Path, help="solutions for checks of check50")
    args = top.parse_args()
    made, refused = 0, []
    for exercise in exercises(args.folder, args.language):
        if not list(exercise.glob(TESTS[args.language])):
            continue
        if args.only and exercise.name not in args.only.split(","):
            continue
        solved = args.solutions and args.solutions / exercise.relative_to(args.folder)
        try:
            number, others = results(exercise, args.language, tried=args.tried, solved=solved)
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
