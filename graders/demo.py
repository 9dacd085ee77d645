"""``make demo``: grades four submissions that come with the project and shows what the reports look like.

The reference, two known faults and one attack are written below ``demo-results/submissions`` as students would hand
them in, and graded by the same command that course staff type.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from graders.harness import cli
from graders.harness.exemplars import load_exemplars, to_folder
from graders.harness.manifest import ROOT, load_assignment

ASSIGNMENT = "csc148_2020_blocky"
FAULTS = ("faulty/rotate-not-inside", "faulty/get-block-none-below-leaf")
ATTACK = "attack/steal-and-forge"
RESULTS = ROOT / "demo-results"


def grade(folder: Path, *options: str) -> int:
    """Show the command and run it; return its exit status."""
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"\n$ grader grade {ASSIGNMENT} {' '.join((str(shown), *options))}", flush=True)
    return cli.main(["grade", ASSIGNMENT, str(folder), "--out", str(RESULTS), *options])


def main() -> int:
    """Grade the four; return 0 if every one was graded (whatever its mark)."""
    assignment = load_assignment(ASSIGNMENT)
    shutil.rmtree(RESULTS, ignore_errors=True)
    exemplars = {f"{exemplar.kind}/{exemplar.name}": exemplar for exemplar in load_exemplars(assignment.grader)}
    status = grade(assignment.reference)
    if status == cli.NOT_GRADABLE:
        print("demo: without a sandbox the code of others must not run here; going on with our own, as a plain process")
        options: tuple[str, ...] = ("--sandbox", "plain")
        status, names = grade(assignment.reference, *options), FAULTS
    else:
        options, names = (), (*FAULTS, ATTACK)
    for name in names:
        folder = to_folder(exemplars[name], assignment.reference, assignment.files.solved, RESULTS / "submissions")
        status = max(status, grade(folder, *options))
    print(f"\nEverything above is also below {RESULTS.name}/: result.json, report.txt and run.log for each submission.")
    return status


if __name__ == "__main__":
    sys.exit(main())
