"""A fresh copy of the repository, in which the commands of one document run as a reader would type them.

The copy has the files that git tracks, as in the working tree. The rest of a reader's setup is made here. A virtual
environment in ``.venv`` has this test run's commands, which use the copy. The submissions of a small class are in
``submissions/``, with the roster ``class.csv``, and there is a separate cache. There is no network if the system can do
without.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from graders.extensions.shared.exemplars import load_exemplars, to_folder
from graders.harness.assignment.manifest import ROOT, load_assignment
from tests.compiled import copy_compiled
from tests.docs.document import Commands, NewFile, steps

SECONDS = 1200
"""Seconds after which a block of commands counts as hanging."""

ASSIGNMENT = "csc148_2020_blocky"
SUBMISSIONS = {
    "ada": "faulty/rotate-not-inside",
    "ben": "faulty/get-block-none-below-leaf",
    "cem": "right/independent-tidy-recursion",
}
"""Submissions: name of the folder -> exemplar of the assignment."""

ROSTER = """\
student id,login,name,group,days late
1001,ada,Ada Wong,,0
1002,ben,Ben Okafor,,1
1003,cem,Cem Yilmaz,,0
1004,dee,Dee Novak,,0
"""

PROGRAMS = {"python": "", "python3": "", "grader": "-P -m graders", "pytest": "-P -m pytest"}
"""Programs in ``.venv/bin``, with the options of this test run's interpreter."""


class StepFailed(Exception):
    """A block of commands did not end as its document states; the message shows its output."""


@dataclass
class Workplace:
    """A folder and environment variables; both persist from block to block."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))

    def follow(self, text: str) -> None:
        """Take all steps of the document *text*. Raises DocumentError and StepFailed."""
        for step in steps(text):
            if isinstance(step, NewFile):
                path = self.root / step.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(step.text, encoding="utf-8")
            elif not step.not_run:
                self.run(step)

    def run(self, step: Commands) -> None:
        """Run one block, and end its background processes. Raises StepFailed."""
        beside = self.root.parent
        block, kept, failed_at, printed = (
            beside / name for name in ("block.sh", "kept.sh", "failed-at", "printed")
        )
        block.write_text(step.script, encoding="utf-8")
        failed_at.unlink(missing_ok=True)
        failed_at.touch()
        with printed.open("wb") as stream:
            process = subprocess.Popen(
                [*without_network(), *on_one_core(), "bash", "-e", "-c", AROUND, "bash", block, kept, failed_at],
                cwd=self.root, env=self.environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT,
            )  # fmt: skip
        try:
            status = process.wait(SECONDS)
            told = f"ended with {status} instead of {step.status}"
        except subprocess.TimeoutExpired:
            status, told = None, f"did not end within {SECONDS} seconds"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        line = failed_at.read_text().strip()
        if status != step.status or (status and line and int(line) < last_command(step.script)):
            where = f" at its line {line}" if line else ""
            output = printed.read_text(encoding="utf-8", errors="replace")
            raise StepFailed(
                f"the block at line {step.line} {told}{where}:\n{step.script}\nIt printed:\n{output}"
            )


AROUND = """\
if [ -e "$2" ]; then . "$2"; fi
kept=$2 failed_at=$3
trap 'echo "$LINENO" >"$failed_at"' ERR
trap '{ export -p; printf "cd %q\\n" "$PWD"; } >"$kept"' EXIT
. "$1"
"""
"""Runs the block $1 with the exports and the folder of the previous block, which $2 stores."""


def last_command(script: str) -> int:
    """Return the number of the line on which the last command of *script* begins, from 1."""
    lines = script.splitlines()
    last = max(
        place
        for place, line in enumerate(lines)
        if line.strip() and not line.strip().startswith("#")
    )
    while last and lines[last - 1].endswith("\\"):
        last -= 1
    return last + 1


@cache
def without_network() -> tuple[str, ...]:
    """Return a command prefix that removes the network, or an empty one if the system forbids that."""
    keep = () if os.geteuid() == 0 else ("--map-current-user",)
    command = ("unshare", *keep, "--net", "--")
    try:
        offered = (
            subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        offered = False
    return command if offered else ()


@cache
def on_one_core() -> tuple[str, ...]:
    """Return a command prefix that restricts a program to one core, or an empty one.

    A class starts new processes for each core. No document depends on their number, and other tests need the other cores.
    """
    if not hasattr(os, "sched_getaffinity") or shutil.which("taskset") is None:
        return ()
    return ("taskset", "--cpu-list", str(min(os.sched_getaffinity(0))))


def fresh_copy(folder: Path) -> Workplace:
    """Make a copy in the new folder ``folder/graders`` and return it; skip the test if there is no clone."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone, and the copy is to hold what git knows of and nothing else")
    root = folder / "graders"
    for name in tracked():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
        if target.suffix == ".py":
            copy_compiled(ROOT / name, target)
    _install(root)
    _hand_in(root)
    left_out = ("PYTEST_", "GRADER_", "GITHUB_")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(left_out)
    }
    environment |= {
        "PATH": f"{root / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "GRADER_CACHE": str(folder / "cache"),
        "PIP_NO_INDEX": "1",
    }
    return Workplace(root, environment)


@cache
def tracked() -> tuple[str, ...]:
    """Return the files that git tracks and that exist."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return tuple(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def _install(root: Path) -> None:
    """Make the results of ``make setup`` without a network: commands that find their modules in *root* first."""
    programs = root / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, options in PROGRAMS.items():
        program = programs / name
        command = f"{shlex.quote(sys.executable)} {options}".strip()
        program.write_text(f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(root))} exec {command} "$@"\n')
        program.chmod(0o755)
    (root / ".venv" / ".ready").touch()


def _hand_in(root: Path) -> None:
    """Write the class's submissions and its roster."""
    assignment = load_assignment(ASSIGNMENT)
    exemplars = {exemplar.id: exemplar for exemplar in load_exemplars(assignment.grader)}
    for student, id in SUBMISSIONS.items():
        folder = to_folder(
            exemplars[id], assignment.reference, assignment.files.solved, root / "submissions"
        )
        folder.rename(folder.with_name(student))
    (root / "class.csv").write_text(ROSTER)
