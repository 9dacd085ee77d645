"""A backend to test with: the strongest of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import Program
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import Backend, Box, SandboxRefused

LIMITS = Limits(
    cpu_seconds=1.0, wall_seconds=3.0, memory_mb=256, frame_kb=512, scratch_mb=2, scratch_files=100
)

DRIVER = b"""
from . import sandbox

def call(name, *arguments):
    return getattr(sandbox.module("work"), name)(*arguments)

def call_in(module, name, *arguments):
    return getattr(sandbox.module(module), name)(*arguments)
"""


@pytest.fixture(scope="session")
def python() -> str:
    """The judge's own interpreter, as the sandbox uses it."""
    return find_interpreter(">=3.10")


@pytest.fixture(scope="session")
def backend(python: str) -> Iterator[Backend]:
    """The strongest backend of this machine."""
    try:
        chosen = select_backend(python)
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    yield chosen
    chosen.close()


@pytest.fixture
def open_box(backend: Backend) -> Iterator[Callable[..., Box]]:
    """A function that opens a box for a submission, whose sources are given by module name."""
    boxes = []

    def open_one(limits: Limits = LIMITS, **modules: str) -> Box:
        submitted = {f"{name}.py": text.encode() for name, text in modules.items()}
        boxes.append(backend.open(Program(submitted, {}, {"driver.py": DRIVER}), limits))
        return boxes[-1]

    yield open_one
    for box in boxes:
        box.close()
