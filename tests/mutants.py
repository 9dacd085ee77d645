"""Breaks each line that guards something, and sees that a test fails: ``python -m tests.mutants [TEXT]``.

`mutants.toml` lists the lines. Each is changed in a copy of this checkout, where its tests then run. A mutant that
survives needs a test. TEXT chooses the mutants whose file or line has it. Root alone can run all of the tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

from graders.harness.inside import landlock

ROOT = Path(__file__).parents[1]
HARNESS = ROOT / "graders" / "harness"
COPIED = ("assignments", "graders", "reference", "scenarios", "starter", "tests")
_FAILED = 1
"""Status of pytest if a test failed, not if there is none or it was interrupted."""


class Mutant(NamedTuple):
    """A line that guards, or a part of it, and what it becomes."""

    file: str
    """In `graders/harness/`."""
    line: str
    becomes: str
    tests: str
    """Paths in `tests/`."""
    slow: bool
    """Whether slow tests run, too."""
    landlock: int
    """The version of Landlock without which no test sees it."""


def listed() -> list[Mutant]:
    """Return all mutants."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return [
        Mutant(file, line, becomes, room["tests"], room.get("slow", False), room.get("landlock", 0))
        for room in table["room"]
        for file, lines in room["files"].items()
        for line, becomes in lines
    ]


def passes(copy: Path, tests: set[str], slow: bool) -> bool:
    """Return whether these tests pass in *copy*. Raises RuntimeError if they cannot run."""
    chosen = "" if slow else "not slow and not nightly"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    paths = [f"tests/{path}" for path in sorted(tests)]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [*command, "-m", chosen, *paths],
        cwd=copy,
        env=environment,
        capture_output=True,
        check=False,
    )
    if done.returncode > _FAILED:
        raise RuntimeError(done.stdout.decode())
    return done.returncode != _FAILED


def main(text: str = "") -> int:
    """Try the mutants whose file or line has *text*; return 1 if one survives."""
    version = landlock.abi()
    chosen = [one for one in listed() if text in one.file or text in one.line]
    mutants = [one for one in chosen if one.landlock <= version]
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copy.chmod(0o755)  # some boxes have users of their own
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        every = {path for one in mutants for path in one.tests.split()}
        if not passes(copy, every, any(one.slow for one in mutants)):
            raise RuntimeError("the tests fail without any mutant")
        for one in mutants:
            path = copy / "graders" / "harness" / one.file
            source = path.read_text(encoding="utf-8")
            path.write_text(source.replace(one.line, one.becomes), encoding="utf-8")
            survives = passes(copy, set(one.tests.split()), one.slow)
            path.write_text(source, encoding="utf-8")
            survivors += survives
            word = "survives" if survives else "killed"
            line, becomes = (" ".join(part.split()) for part in (one.line, one.becomes))
            print(f"{word:10}{one.file}: {line} -> {becomes}", flush=True)
    print(f"{len(mutants)} mutants, {survivors} survive")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
