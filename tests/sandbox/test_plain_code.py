"""Plain processes get compiled code of the judge's files, but never of a submission's."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from graders.harness.inside.modules import Program
from graders.harness.protocol import frames, values
from graders.harness.sandbox import plain_processes
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import once

pytestmark = pytest.mark.slow

OURS = Program({}, {}, {"driver.py": DRIVER})
WORK = {"work.py": b"def one():\n    return 1\n"}
OTHER = DRIVER.replace(b"(*arguments)", b"(*arguments) + 1")
"""A driver with other answers."""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The programs sent to be compiled. The result is the code of OTHER, which makes its use visible."""
    given: list[dict[str, Any]] = []
    usual = subprocess.run

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        if "input" not in options:
            return usual(command, **options)
        kind, program = values.decode(options["input"][frames.HEADER.size :])
        assert kind == "compile"
        given.append(program)
        other = ["compile", {**program, "driver": {"driver.py": OTHER}}]
        return usual(command, **{**options, "input": values.encode_frame(other, 1 << 20)})

    monkeypatch.setattr(plain_processes.subprocess, "run", run)
    return given


def answers(backend: plain_processes.PlainBackend, program: Program, times: int) -> list[list[Any]]:
    """Return the answers of successive processes of one box."""
    box = backend.open(program, LIMITS)
    try:
        return [once(box, "one") for _ in range(times)]
    finally:
        box.close()


def test_judge_files_are_compiled_once_for_many_processes(python: str, compiled: list[Any]) -> None:
    """The first few compile them for themselves; the others use code that was compiled without the submission."""
    backend = plain_processes.PlainBackend(python)
    backend.prepare(OURS, {})
    found = answers(backend, OURS.with_submission(WORK), plain_processes.FEW + 3)
    assert found == [["return", 1]] * plain_processes.FEW + [["return", 2]] * 3
    assert compiled == [OURS.to_message()]


def test_program_with_other_judge_files_uses_its_own(python: str, compiled: list[Any]) -> None:
    """Code belongs to the files that it was compiled from."""
    backend = plain_processes.PlainBackend(python)
    backend.prepare(OURS, {})
    found = answers(
        backend, Program(WORK, {"more.py": b""}, {"driver.py": DRIVER}), plain_processes.FEW + 2
    )
    assert found == [["return", 1]] * (plain_processes.FEW + 2) and compiled == []


@pytest.mark.parametrize(
    "said", [b"", b"\0\0\0\x05[1,2]", b'\0\0\0\x0c["compiled"]'], ids=["nothing", "cut", "odd"]
)
def test_grading_continues_if_compiling_fails(
    python: str, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Each process compiles for itself."""
    backend = plain_processes.PlainBackend(python)
    monkeypatch.setattr(
        plain_processes.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, said)
    )
    backend.prepare(OURS, {})
    assert answers(backend, OURS.with_submission(WORK), plain_processes.FEW + 2) == [
        ["return", 1]
    ] * (plain_processes.FEW + 2)
