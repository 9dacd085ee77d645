"""Proves on a finished bundle that no helper in it answers a graded operation.

A check's helpers know the rules of the assignment. If one of them returns what the student's
function should return, the bundle has a second solution, which no search for the reference's text
finds. So each helper is tried on recorded calls (:mod:`graders.extensions.authoring.answering`).

The proof has limits. It tries one helper, or two in a row, with parts of a call's arguments. It
finds no solution that takes several steps more. Helpers that lay out the boards of a call's
arguments are no answer to that call.
"""

from __future__ import annotations

import json
import marshal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from graders.extensions.authoring.verification.claims import ClaimResult, claim_result
from graders.extensions.authoring.verification.verification import Verification
from graders.harness.assignment.check import CheckError
from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.handout.student import TOOLS, BundleError, contents
from graders.harness.protocol import frames, values
from graders.harness.replay.recording import Recording, decode_example

PROGRAM = Path(__file__).with_name("answering.py")
MOST_CALLS = 60
"""Calls of an operation that helpers are tried on, from all checks."""
PROOF_SECONDS = 600

Calls = dict[str, list[tuple[list[Any], Any]]]


class ProofFailed(GraderError):
    """The proof did not end, or its program failed."""


def helpers(verification: Verification) -> ClaimResult:
    """Check the claim: no helper in the students' bundle answers a graded operation."""
    assignment = verification.assignment
    whole = verification.grader.recorded()
    try:
        code = {
            path.removeprefix(f"{TOOLS}/"): data
            for path, data in contents(assignment).items()
            if path.startswith(f"{TOOLS}/graders/")
        }
        wrong = second_solutions(code, graded_calls(assignment, whole), whole)
    except (BundleError, ProofFailed) as error:
        return claim_result("helpers", "cannot be tried", [str(error)])
    if wrong:
        wrong.append("have public checks ask the reference instead")
    return claim_result("helpers", "are tried in the students' bundle on graded calls", wrong)


def second_solutions(files: Mapping[str, bytes], calls: Calls, recording: Recording) -> list[str]:
    """Return the graded operations that helpers in *files* answer, one line each; [] if none.

    files: those with the bundle's ``graders``; calls: see :func:`graded_calls`; recording: whose
    examples some arguments of the calls were made of. Raises ProofFailed.
    """
    examples = [_plain(decode_example(raw)) for some in recording.examples.values() for raw in some]
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder, "bundle")
        for name, data in files.items():
            path = bundle / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        handed_over = Path(folder, "calls")
        handed_over.write_bytes(marshal.dumps({"calls": _plain(calls), "examples": examples}))
        command = [sys.executable, *map(str, (PROGRAM, bundle, handed_over))]
        try:
            run = subprocess.run(
                command,
                capture_output=True,
                timeout=PROOF_SECONDS,
                check=False,
                cwd=folder,
            )
        except subprocess.TimeoutExpired:
            raise ProofFailed(
                f"no proof of the bundle: {PROGRAM.name} took more than {PROOF_SECONDS} s"
            ) from None
    if run.returncode:
        last = run.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise ProofFailed(f"no proof of the bundle: {PROGRAM.name} failed ({last})")
    # earlier lines are printed by the bundle's modules
    problems: list[str] = json.loads(run.stdout.splitlines()[-1])
    return problems


def graded_calls(assignment: Assignment, whole: Recording) -> Calls:
    """Return calls of each operation in *whole* with the reference's answers."""
    asked: dict[str, dict[str, list[Any]]] = {}
    for operation, arguments in _sent(whole):
        asked.setdefault(operation, {})[repr(arguments)] = arguments
    calls: Calls = {}
    backend = open_backend(assignment, choice="auto")
    with (
        Grader(assignment, backend, kept=None) as grader,
        grader.benches.of_reference(whole) as bench,
    ):
        for operation, each in asked.items():
            calls[operation] = []
            step = -(-len(each) // MOST_CALLS)
            for arguments in [*each.values()][::step]:
                try:
                    answer = bench.reference.call(operation, tuple(arguments))
                except CheckError:  # it asks the judge back
                    break
                calls[operation].append((arguments, answer))
    return calls


def _sent(recording: Recording) -> Iterator[tuple[str, list[Any]]]:
    """Yield operation and arguments of each call in *recording*."""
    for trace in recording.traces.values():
        for process in trace.processes:
            for frame in frames.split(process.calls):
                _, _, operation, arguments = values.decode(frame[frames.HEADER.size :])
                yield operation, arguments


def _plain(value: Any) -> Any:
    """Return *value* without objects that ``marshal`` does not write."""
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return value if isinstance(value, str | int | float | bytes | None) else repr(value)
