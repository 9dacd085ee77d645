"""Plain processes are given the code of the files of ours, compiled once; never that of a submission."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from graders.harness.inside.modules import Program
from graders.harness.protocol import frames, values
from graders.harness.sandbox import plain_processes
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import once

OURS = Program({}, {}, {"driver.py": DRIVER})
WORK = {"work.py": b"def one():\n    return 1\n"}
OTHER = DRIVER.replace(b"(*arguments)", b"(*arguments) + 1")
"""A driver that answers otherwise."""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was given to be compiled; what comes of it is the code of OTHER, so that its use shows."""
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
    """What processes of one box answer, one after the other."""
    box = backend.open(program, LIMITS)
    try:
        return [once(box, "one") for _ in range(times)]
    finally:
        box.close()


def test_our_files_are_compiled_once_where_many_processes_need_them(python: str, compiled: list[Any]) -> None:
    """The first few compile them for themselves, the others take what was made of them without the submission."""
    backend = plain_processes.PlainBackend(python)
    backend.prepare(OURS, {})
    found = answers(backend, OURS.with_submission(WORK), plain_processes.FEW + 3)
    assert found == [["return", 1]] * plain_processes.FEW + [["return", 2]] * 3
    assert compiled == [OURS.to_message()]


def test_program_with_other_files_of_ours_runs_on_these(python: str, compiled: list[Any]) -> None:
    """Code belongs to the very files that it was made of."""
    backend = plain_processes.PlainBackend(python)
    backend.prepare(OURS, {})
    found = answers(backend, Program(WORK, {"more.py": b""}, {"driver.py": DRIVER}), plain_processes.FEW + 2)
    assert found == [["return", 1]] * (plain_processes.FEW + 2) and compiled == []


@pytest.mark.parametrize("said", [b"", b"\0\0\0\x05[1,2]", b"\0\0\0\x0c[\"compiled\"]"], ids=["nothing", "cut", "odd"])
def test_all_goes_on_where_nothing_comes_of_it(python: str, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    """Then each process compiles for itself."""
    backend = plain_processes.PlainBackend(python)
    monkeypatch.setattr(plain_processes.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, said))
    backend.prepare(OURS, {})
    assert answers(backend, OURS.with_submission(WORK), plain_processes.FEW + 2) == [["return", 1]] * (plain_processes.FEW + 2)
