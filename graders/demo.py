"""``make demo``: grades a few submissions that come with the project and shows what the reports look like.

Known faults and an attack, and a fault in Java where there is a JDK, are written below ``demo-results/submissions`` as
students would hand them in, and graded by the command that course staff type. A sentence before each says what it is.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

from graders.harness import cli
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.errors import NOT_GRADABLE
from graders.harness.reports.result_folder import STAFF_PAGE
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.java.jdk import find_jdk
from graders.harness.verification.exemplars import load_exemplars, to_folder

ASSIGNMENT, IN_JAVA = "csc148_2020_blocky", "comp250_blocky"
SHOWN = {
    "faulty/rotate-not-inside": "A student's rotate turns the four quarters of a block, but not what is inside them."
    " The checks that rotate a divided block see it; everything else is right and earns its marks.",
    "faulty/block-syntax-error": "Another handed in a block.py that Python cannot read. That is told once, with the"
    " marks that depend on it; the other files are judged beside a sound block.py.",
}
"""Which exemplars are shown, and why each gets what it gets."""
ATTACK = {
    "attack/steal-and-forge": "This one attacks: it looks for the solution and the tests, calls home and forges full"
    " marks. It finds nothing, and gets what its functions are worth.",
}
IN_JAVA_SHOWN = {
    "faulty/reflect-forgets-places": "In Java: reflect moves the children of a block, but gives them no new places."
    " One check looks at the places.",
}
RESULTS = ROOT / "demo-results"


def grade(id: str, folder: Path, *options: str) -> int:
    """Show the command and run it; return its exit status."""
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"$ grader grade {id} {' '.join((str(shown), *options))}", flush=True)
    return cli.main(["grade", id, str(folder), "--out", str(RESULTS), *options])


def show(id: str, exemplars: Mapping[str, str], *options: str) -> int:
    """Grade *exemplars*, each below what there is to say about it; return the worst exit status."""
    status = 0
    for name, told in exemplars.items():
        print(f"\n{textwrap.fill(told, 80)}")
        status = max(status, grade_exemplar(id, name, *options))
    return status


def grade_exemplar(id: str, name: str, *options: str) -> int:
    """Write the exemplar *name* as a submission and grade it; return the exit status."""
    assignment = load_assignment(id)
    exemplar = next(one for one in load_exemplars(assignment.grader) if f"{one.kind}/{one.name}" == name)
    folder = to_folder(exemplar, assignment.reference, assignment.files.solved, RESULTS / "submissions")
    return grade(id, folder, *options)


def main() -> int:
    """Grade them; return 0 if every one was graded (whatever its mark)."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    options: tuple[str, ...] = ()
    status = show(ASSIGNMENT, SHOWN)
    if status == NOT_GRADABLE:
        print("demo: without a sandbox the code of others must not run here; going on with our own, as a plain process")
        options = ("--sandbox", "plain")
        status = show(ASSIGNMENT, SHOWN, *options)
    else:
        status = max(status, show(ASSIGNMENT, ATTACK))
    java = load_assignment(IN_JAVA).manifest.java
    try:
        if java is not None:
            find_jdk(java.release)
        status = max(status, show(IN_JAVA, IN_JAVA_SHOWN, *options))
    except SandboxRefused as refusal:
        print(f"\ndemo: no submission in Java is shown: {refusal}")
    first = next(iter(SHOWN)).rpartition("/")[2]
    print(f"\nReports, result.json and run.log of each submission are below {RESULTS.name}/.")
    print(f"Open this in a browser: {RESULTS / first / STAFF_PAGE}")
    return status


if __name__ == "__main__":
    sys.exit(main())
