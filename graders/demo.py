"""``make demo``: grades a few submissions that come with the project and shows what the reports look like.

The reference of one assignment, two known faults and one attack, and a fault in Java where there is a JDK, are written
below ``demo-results/submissions`` as students would hand them in, and graded by the command that course staff type.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from graders.harness import cli
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.errors import NOT_GRADABLE
from graders.harness.proving.exemplars import load_exemplars, to_folder
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.java.jdk import find_jdk

ASSIGNMENT, IN_JAVA = "csc148_2020_blocky", "comp250_blocky"
FAULTS = ("faulty/rotate-not-inside", "faulty/get-block-none-below-leaf")
ATTACK = "attack/steal-and-forge"
FAULT_IN_JAVA = "faulty/reflect-forgets-places"
RESULTS = ROOT / "demo-results"


def grade(id: str, folder: Path, *options: str) -> int:
    """Show the command and run it; return its exit status."""
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"\n$ grader grade {id} {' '.join((str(shown), *options))}", flush=True)
    return cli.main(["grade", id, str(folder), "--out", str(RESULTS), *options])


def grade_exemplar(id: str, name: str, *options: str) -> int:
    """Write the exemplar *name* as a submission and grade it; return the exit status."""
    assignment = load_assignment(id)
    exemplar = next(one for one in load_exemplars(assignment.grader) if f"{one.kind}/{one.name}" == name)
    folder = to_folder(exemplar, assignment.reference, assignment.files.solved, RESULTS / "submissions")
    return grade(id, folder, *options)


def main() -> int:
    """Grade them; return 0 if every one was graded (whatever its mark)."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    reference = load_assignment(ASSIGNMENT).reference
    status = grade(ASSIGNMENT, reference)
    if status == NOT_GRADABLE:
        print("demo: without a sandbox the code of others must not run here; going on with our own, as a plain process")
        options: tuple[str, ...] = ("--sandbox", "plain")
        status, names = grade(ASSIGNMENT, reference, *options), FAULTS
    else:
        options, names = (), (*FAULTS, ATTACK)
    for name in names:
        status = max(status, grade_exemplar(ASSIGNMENT, name, *options))
    java = load_assignment(IN_JAVA).manifest.java
    try:
        if java is not None:
            find_jdk(java.release)
        status = max(status, grade_exemplar(IN_JAVA, FAULT_IN_JAVA, *options))
    except SandboxRefused as refusal:
        print(f"\ndemo: no submission in Java is shown: {refusal}")
    print(f"\nEverything above is also below {RESULTS.name}/: reports, result.json and run.log for each submission.")
    return status


if __name__ == "__main__":
    sys.exit(main())
