"""The steps that show how the sandbox does on a machine: ``python -m tests.arm64.steps FOLDER [STEP ...]``.

They are the same on every machine, so that their results can be compared. Each step's output is in
``FOLDER/STEP-ARCHITECTURE.txt``, its outcome in ``.json`` beside it, as are the results of grading. A step whose output exists is
left out, so that several machines of one architecture can share the work.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from graders.extensions.shared.exemplars import load_exemplars, to_folder
from graders.harness.assignment.manifest import load_assignment
from graders.harness.content import ROOT

SYSTEMS_PYTHON = "/usr/bin/python3"
"""An interpreter of the same version on both machines, because a result names it."""
CLASS_SIZES = {
    "csc148_2020_blocky": 20,
    "csc148_2018_blocky": 10,
    "ics32_columns": 10,
    "comp250_blocky": 10,
    "csse7030_connect4": 10,
}
"""How many exemplars of each assignment are graded as a class."""
STEP_SECONDS = 6 * 3600

PYTEST = ("-m", "pytest", "-q", "-m", "nightly or not nightly")
GRADER = ("-m", "graders.harness.cli")
REACH = (*PYTEST, "tests/attacks/boundary/test_reach.py", "-k")
OPTIONS = {
    # Debian does not have its own Python
    "csse7030_connect4": ("--python", SYSTEMS_PYTHON),
}
OPTIONS_OF_CLASSES = {
    id_: ("--python", SYSTEMS_PYTHON) for id_ in CLASS_SIZES if id_ != "comp250_blocky"
}

STEPS: dict[str, tuple[str, ...]] = {
    "machine": (
        "-c",
        "import platform, os; print(*platform.uname(), os.sysconf('SC_PAGE_SIZE'), os.cpu_count())",
    ),
    "doctor": (*GRADER, "doctor", "--json"),
    "filters": (*PYTEST, "tests/inside/test_seccomp.py"),
    "walls": (*PYTEST, "tests/attacks/boundary/test_fail_closed.py"),
    "reach-A+": (*REACH, "box-A+-own"),
    "reach-B": (*REACH, "box-B-container"),
    "reach-C": (*REACH, "box-C-user"),
    "reach-bubblewrap": (*REACH, "bubblewrap-A-user"),
    "reach-E": (*REACH, "spawned-E-own"),
    "misbehaviour": (*PYTEST, "tests/attacks/boundary/test_misbehaviour.py"),
    "boxes": (*PYTEST, "tests/sandbox"),
    "java": (*PYTEST, "tests/extensions/java"),
    "bundle": (*PYTEST, "tests/handout/test_student.py", "-k", "right_solution_passes and columns"),
    **{
        f"{kind}-{id_}": (
            *GRADER,
            "grade",
            id_,
            f"{kind}/{id_}",
            "--as",
            "one",
            "--json",
            *OPTIONS.get(id_, ()),
        )
        for kind in ("reference", "starter")
        for id_ in CLASS_SIZES
    },
    **{
        f"class-{id_}": (
            *(*GRADER, "grade", id_, "CLASS", "--as", "class", "--out", "RESULTS", "--jobs", "2"),
            *OPTIONS_OF_CLASSES.get(id_, ()),
        )
        for id_ in CLASS_SIZES
    },
    "reach-others": (
        *REACH,
        "not (box-A+-own or box-B-container or box-C-user or bubblewrap-A-user or spawned-E-own)",
    ),
}


def write_class(id_: str, folder: Path) -> None:
    """Write submissions of exemplars, spread over all of an assignment's, as the class *folder*."""
    shutil.rmtree(folder, ignore_errors=True)
    assignment = load_assignment(id_)
    exemplars = load_exemplars(assignment.grader)
    for exemplar in exemplars[:: len(exemplars) // CLASS_SIZES[id_]][: CLASS_SIZES[id_]]:
        to_folder(exemplar, assignment.reference, assignment.files.solved, folder)


def counts(output: str) -> dict[str, int]:
    """Return the counts on pytest's last line, such as {"passed": 3}."""
    lines = [
        line
        for line in output.splitlines()
        if re.search(r"\d+ (passed|failed|skipped|error)", line)
    ]
    return {
        kind: int(number)
        for number, kind in re.findall(
            r"(\d+) (passed|failed|skipped|errors?)", (lines or [""])[-1]
        )
    }


def run(name: str, folder: Path) -> None:
    """Run the step *name*; write its outcome and output to *folder*, unless its output is there already."""
    out = folder / f"{name}-{platform.machine()}.txt"
    try:
        stream = out.open("xb")
    except FileExistsError:
        return
    places = {"CLASS": f"/tmp/{name}", "RESULTS": str(folder / f"{name}-{platform.machine()}")}
    words = [places.get(word, word) for word in STEPS[name]]
    if name.startswith("class-"):
        write_class(name.removeprefix("class-"), Path(places["CLASS"]))
    begin = time.monotonic()
    with stream:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        try:
            status = subprocess.run(
                [sys.executable, *words],
                cwd=ROOT,
                stdout=stream,
                stderr=subprocess.STDOUT,
                env=environment,
                timeout=STEP_SECONDS,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            status = -1
    found = counts(out.read_text(errors="replace")) if "pytest" in words else {}
    outcome = {
        "step": name,
        "status": status,
        "seconds": round(time.monotonic() - begin, 1),
        **found,
    }
    out.with_suffix(".json").write_text(json.dumps(outcome) + "\n")


def main(folder: Path, names: Iterable[str]) -> None:
    """Run the steps *names*, or all."""
    for name in list(names) or STEPS:
        run(name, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
