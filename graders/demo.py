"""``make demo``: grades a few of the project's submissions and shows their reports.

The submissions are known faults, an attack, and, with a JDK, a fault in Java. They are written below
``demo-results/submissions`` as students would hand them in, and graded by the same command that course staff type. A
sentence before each explains it.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

from graders.extensions.shared.exemplars import load_exemplars, to_folder
from graders.harness import cli
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.errors import NOT_GRADABLE
from graders.harness.grading.program import runtime_of
from graders.harness.reports.result_folder import STAFF_PAGE
from graders.harness.sandbox.interface import SandboxRefused

ASSIGNMENT, IN_JAVA = "csc148_2020_blocky", "comp250_blocky"
SHOWN = {
    "faulty/rotate-not-inside": "A student's rotate turns the four quarters of a block, but not their contents."
    " The checks that rotate a divided block fail; everything else is right and earns its marks.",
    "faulty/block-syntax-error": "Another student's block.py has a syntax error. It is reported once, with the"
    " marks that depend on it; the other files are graded with a sound block.py.",
}
"""The exemplars to show, and the reason for each one's marks."""
ATTACK = {
    "attack/steal-and-forge": "This submission attacks: it looks for the solution and the tests, calls home and forges"
    " full marks. It finds nothing, and gets the marks that its functions earn.",
}
IN_JAVA_SHOWN = {
    "faulty/reflect-forgets-places": "In Java: reflect moves the children of a block, but does not update their"
    " positions. One check looks at the positions.",
}
RESULTS = Path.cwd() / "demo-results"


def grade(id: str, folder: Path, *options: str) -> int:
    """Print the command and run it; return its exit status."""
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"$ grader grade {id} {' '.join((str(shown), *options))}", flush=True)
    return cli.main(["grade", id, str(folder), "--out", str(RESULTS), *options])


def show(id: str, exemplars: Mapping[str, str], *options: str) -> int:
    """Grade *exemplars*, each after its explanation; return the worst exit status."""
    status = 0
    for name, told in exemplars.items():
        print(f"\n{textwrap.fill(told, 80)}")
        status = max(status, grade_exemplar(id, name, *options))
    return status


def grade_exemplar(id: str, name: str, *options: str) -> int:
    """Write the exemplar *name* as a submission and grade it; return the exit status."""
    assignment = load_assignment(id)
    exemplar = next(
        one for one in load_exemplars(assignment.grader) if f"{one.kind}/{one.name}" == name
    )
    folder = to_folder(
        exemplar, assignment.reference, assignment.files.solved, RESULTS / "submissions"
    )
    return grade(id, folder, *options)


def main() -> int:
    """Grade all submissions; return 0 if each was graded, whatever its mark."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    options: tuple[str, ...] = ()
    status = show(ASSIGNMENT, SHOWN)
    if status == NOT_GRADABLE:
        print(
            "demo: no sandbox is available, so only the project's own submissions run, as plain processes"
        )
        options = ("--sandbox", "plain")
        status = show(ASSIGNMENT, SHOWN, *options)
    else:
        status = max(status, show(ASSIGNMENT, ATTACK))
    manifest = load_assignment(IN_JAVA).manifest
    try:
        runtime_of(manifest).found(manifest)
        status = max(status, show(IN_JAVA, IN_JAVA_SHOWN, *options))
    except SandboxRefused as refusal:
        print(f"\ndemo: the submission in Java is skipped: {refusal}")
    first = next(iter(SHOWN)).rpartition("/")[2]
    print(f"\nReports, result.json and run.log of each submission are below {RESULTS.name}/.")
    print(f"Open this in a browser: {RESULTS / first / STAFF_PAGE}")
    return status


if __name__ == "__main__":
    sys.exit(main())
