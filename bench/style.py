"""Code style: python-ta on the reference's files, by the lint server and by a plain call."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Cost, cost_of_children, seconds_below, wall_of
from bench.subject import reference_files
from bench.table import Row
from graders.extensions.style.linter import NAME, Linter, open_linter
from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import GraderError

GROUP = "Style: python-ta on the reference's files, the same configuration, nothing kept"

_CALL = """
import io, sys, python_ta
python_ta.check_all(sys.argv[2:], config=sys.argv[1], output=io.StringIO(),
                    pylint_args=["--output-format", "pyta-json"])
"""


def rows(assignment: Assignment, rounds: int) -> list[Row]:
    """Return a row for each of the two ways; samples alternate, each with new content."""
    plan = assignment.manifest.linters.get(NAME)
    if plan is None:
        raise GraderError(f"{assignment.id} does not ask for {NAME}")
    linter = open_linter(assignment, plan)
    linter.open()
    if linter.lacking:
        raise GraderError(linter.lacking)
    linter.keep = False
    warm = Row("style-warm", GROUP, "lint server, a fork in a box for each submission")
    cold = Row("style-cold", GROUP, "python_ta.check_all in a new process")
    try:
        for number in range(rounds):
            files = anew(reference_files(assignment), str(number))
            warm.add(_warm(linter, files))
            cold.add(_cold(assignment, files))
    finally:
        linter.close()
    assert warm.cpu_seconds is not None
    assert cold.cpu_seconds is not None
    warm.note = f"{cold.cpu_seconds / warm.cpu_seconds:.1f} times less CPU"
    return [warm, cold]


def anew(files: dict[str, bytes], mark: str) -> dict[str, bytes]:
    """Return *files* with a comment as a new last line, so that no cache keyed by content has them."""
    return {
        name: content + f"{'//' if name.endswith('.java') else '#'} {mark}\n".encode()
        for name, content in files.items()
    }


def _warm(linter: Linter, files: dict[str, bytes]) -> Cost:
    before = seconds_below(os.getpid())
    wall = wall_of(lambda: linter.look(files)).wall
    return Cost(wall, (seconds_below(os.getpid()) - before).both)


def _cold(assignment: Assignment, files: dict[str, bytes]) -> Cost:
    config = assignment.grader / assignment.manifest.linters[NAME].config
    around = {name: (assignment.course / name).read_bytes() for name in assignment.files.in_box}
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {**files, **around}.items():
            Path(folder, name).write_bytes(content)
        command = [sys.executable, "-c", _CALL, str(config), *sorted(files)]
        return cost_of_children(
            lambda: subprocess.run(
                command,
                cwd=folder,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
