"""The source that a check's distilled examples depend on has the same hash under every Python that a judge may run on."""

from __future__ import annotations

import ast
import hashlib
import inspect
import subprocess

import pytest

from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import ROOT
from graders.harness.sandbox import find_interpreter
from graders.harness.sandbox.interface import SandboxRefused

MODULES = sorted((ROOT / "graders" / "csse7030_connect4").glob("*.py"))

PROGRAM = f"""
import ast, hashlib, sys

{inspect.getsource(distilled.dump)}

for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        print(hashlib.sha256(dump(ast.parse(stream.read()))).hexdigest())
"""


def others() -> list[str]:
    """Return the other interpreters of this machine that a judge could run on."""
    found = []
    for minor in range(11, 15):
        try:
            found.append(find_interpreter(f"3.{minor}"))
        except SandboxRefused:
            continue
    return found


@pytest.mark.slow
def test_every_python_reads_the_same() -> None:
    """A judge under a newer release uses the examples that an older one distilled, and the reverse."""
    if len(others()) < 2:
        pytest.skip("this machine has one Python from 3.11 on")
    expected = [
        hashlib.sha256(distilled.dump(ast.parse(path.read_bytes()))).hexdigest() for path in MODULES
    ]
    for python in others():
        digests = subprocess.run(
            [python, "-I", "-c", PROGRAM, *MODULES],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        ).stdout.split()
        assert digests == expected, python


def test_only_executed_code_counts() -> None:
    """A new docstring must not cost a new distillation; a change of the code must."""
    source = (
        '"""The module."""\nclass Board:\n    """A board."""\n    def turns(self):\n        """Return it."""\n        return "a"\n'
        'SIZE = 8\n"""Cells of a side."""\n'
    )
    plain = "class Board:\n    def turns(self):\n        return 'a'\nSIZE = 8\n"
    dumped = distilled.dump(ast.parse(source))
    assert dumped == distilled.dump(ast.parse(plain))
    for old, new in (("'a'", "'b'"), ("return", "yield"), ("turns", "moves"), ("8", "9")):
        assert distilled.dump(ast.parse(plain.replace(old, new))) != dumped
