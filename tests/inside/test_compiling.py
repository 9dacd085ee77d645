"""Submitted files are compiled by a separate process, because a file may crash it."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

import pytest

from graders.harness.inside import compiling
from graders.harness.inside.modules import Program

FILES = {
    "good.py": b"def add(a, b):\n    return a + b\n",
    "broken.py": b"def add(a, b:\n",
    "odd.py": "Gr\u00f6\u00dfe = 'caf\u00e9'".encode("latin-1"),
    "last.py": b"class Last:\n    ZERO, NAME = 0.0, 'a' 'b'\n    other = -0.0\n",
}


def compiled(files: dict[str, bytes]) -> Program:
    """Return a program of these submitted files, compiled."""
    program = Program(files, {"course.py": b"ONE = 1"}, {})
    compiling.compile_program(program)
    return program


def test_code_equals_the_compilers_output() -> None:
    """The code is equal whether a process sent it or not. A file that is not Python has no code."""
    found = compiled(FILES).compiled
    assert found == {
        (role, name): compile(source, name, "exec", dont_inherit=True)
        for role, name, source in (
            ("submitted", "good.py", FILES["good.py"]),
            ("submitted", "last.py", FILES["last.py"]),
            ("course", "course.py", b"ONE = 1"),
        )
    }
    names: dict[str, object] = {}
    exec(found["submitted", "last.py"], names)
    assert repr(vars(names["Last"])["other"]) == "-0.0"


def test_file_whose_code_is_too_long_is_the_only_one_without_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Constants that the compiler computes make the code of a short file long."""
    monkeypatch.setattr(compiling, "CODE_BYTES", 2_000)
    found = compiled({**FILES, "long.py": b"TEXT = 'a' * 4000"}).compiled
    assert {name for _, name in found} == {"good.py", "last.py", "course.py"}


def breaks(answer: bytes) -> Callable[[Program, list[tuple[str, str, bytes]], int], None]:
    """Return a function that writes *answer* instead of the first file's code, and ends the process."""

    def compile_all(_program: Program, _sources: list[tuple[str, str, bytes]], writer: int) -> None:
        os.write(writer, answer)
        os._exit(1)

    return compile_all


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\0\0",
        struct.pack(">I", 5) + b"N",
        struct.pack(">I", 5) + b"what?",
        b"\xff" * 4,
        struct.pack(">I", 1) + b"N",
    ],
    ids=[
        "nothing",
        "no length",
        "less than it says",
        "no code",
        "a length of gigabytes",
        "another value",
    ],
)
def test_crash_of_the_compiling_process_costs_the_current_file(
    monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    """Only bytes of code are accepted as code."""
    monkeypatch.setattr(compiling, "_compile_all", breaks(answer))
    assert {name for _, name in compiled(FILES).compiled} == {"course.py"}
