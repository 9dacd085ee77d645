"""Runs a failed check of a submission again for the desk, by ``grader replay`` in a process of its
own: the submission stays in the sandbox. Marks do not change.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from graders.harness.content import child_environment
from graders.harness.errors import GraderError
from graders.harness.reports.result_folder import code_beside
from graders.harness.result import printable

SECONDS = 120.0
"""By the clock, for one check."""
LONGEST = 20_000
"""Characters shown of the output."""
WIDTH = "90"
_RUNNING = threading.Lock()


def rerun(folder: Path, check: str) -> str:
    """Return what the command prints about *check* of the result in *folder*, on the files that
    grading saved. Raises GraderError.
    """
    if not _RUNNING.acquire(blocking=False):
        raise GraderError("another check is running: wait for its end")
    try:
        return _rerun(folder, check)
    finally:
        _RUNNING.release()


def _rerun(folder: Path, check: str) -> str:
    code = code_beside(folder)
    if not code:
        raise GraderError("no code is kept for this submission: grade the class again")
    with tempfile.TemporaryDirectory(prefix="grader-desk-") as place:
        root = Path(place).resolve() / "submission"
        for name, data in code.items():
            path = (root / name).resolve()
            if not path.is_relative_to(root):
                raise GraderError("a file of the submission has no name below it")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        command = ["-P", "-m", "graders.harness.cli", "replay", str(folder), check, str(root)]
        output = _output([sys.executable, *command])
    text = printable(output.replace(str(root), "submission"), LONGEST)
    return text.strip() or "nothing was printed"


def _output(command: list[str]) -> str:
    environment = {**child_environment(), "COLUMNS": WIDTH, "NO_COLOR": "1"}
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,  # Ctrl+C is for the desk
    )
    try:
        return process.communicate(timeout=SECONDS)[0].decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        raise GraderError(f"the check did not end within {SECONDS:.0f} seconds") from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
