"""One run of the autograder on Gradescope: reads a submission below ``/autograder``, leaves ``results.json``.

Three ends are never mixed. What was graded has a score. What cannot be read (no file of the kind that is asked for, a
damaged archive) has a score of nothing and says why, for the student to hand in again. Where the grader or its sandbox
failed there is no ``results.json`` and the status is not 0: Gradescope then says that the autograder failed, and nobody
has a zero for it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import msgspec

from graders.harness import cli
from graders.harness.errors import DONE
from graders.harness.intake import IntakeError, read_submission
from graders.harness.manifest import load_assignment
from graders.harness.reports.whole import write_file
from graders.harness.result import printable


def run(root: Path, assignment: str, *, sandbox: str, audience: str) -> int:
    """Grade what is in *root*/submission; return the status to end with.

    sandbox: as for ``grader grade``; audience: "student" or "staff", see ``docs/reports.md``.
    """
    results = root / "results" / "results.json"
    results.unlink(missing_ok=True)
    try:
        read_submission(root / "submission", load_assignment(assignment), shown="submission")
    except IntakeError as error:
        write_file(results, refused(str(error)))
        print(f"not graded: {error}")
        return DONE
    with tempfile.TemporaryDirectory() as folder:
        command = ["grade", assignment, str(root / "submission"), "--as", "one", "--out", folder, "--sandbox", sandbox]
        status = cli.main([*command, "--no-html"])
        if status != DONE:
            return status
        (found,) = Path(folder).iterdir()
        return cli.main(["report", str(found), "--format", "gradescope", "--for", audience, "--out", str(results)])


def refused(why: str) -> bytes:
    """Return ``results.json`` of a submission that intake did not take."""
    test = {
        "name": "The submission could not be read",
        "status": "failed",
        "output": printable(why),
        "visibility": "visible",
    }
    whole = {
        "score": 0,
        "output": "Nothing was graded. Mend what is said below and hand in again.",
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def main() -> int:
    """``python -m graders.harness.autograder ROOT ASSIGNMENT SANDBOX AUDIENCE``, as ``run_autograder`` calls it."""
    root, assignment, sandbox, audience = sys.argv[1:]
    return run(Path(root), assignment, sandbox=sandbox, audience=audience)


if __name__ == "__main__":
    sys.exit(main())
