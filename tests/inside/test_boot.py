"""Processes of the sandbox can import only two packages of the harness, and submissions not even these."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from graders.harness.inside import boot
from graders.harness.sandbox.interface import Box
from tests.sandbox.conftest import backend, open_box, python
from tests.sandbox.talk import once

__all__ = ["backend", "open_box", "python"]

HARNESS = Path(boot.__file__).parents[1]
FOUND = """
import importlib, sys
sys.path.insert(0, sys.argv[1] + "/inside")
import boot
del sys.path[0]
boot.make_packages(sys.argv[1])
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
        print(name)
    except ImportError:
        pass
"""


def test_only_two_packages_can_be_imported() -> None:
    """The judge's rooms and the package `graders.harness` itself cannot be imported."""
    open_ = ["harness.inside.modules", "harness.protocol.frames"]
    closed = [
        "harness.grading",
        "harness.session.session",
        "harness.result",
        "harness.sandbox",
        "graders",
        "inside",
    ]
    command = [sys.executable, "-S", "-I", "-c", FOUND, str(HARNESS), *open_, *closed]
    assert (
        subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() == open_
    )


LOOKS = """
import importlib, sys
def look(names):
    found = [name for name in sys.modules if name.partition(".")[0] in ("harness", "graders", "inside", "protocol")]
    for name in names:
        try:
            importlib.import_module(name)
            found.append(name)
        except ImportError:
            pass
    return found
"""


def test_submission_can_import_neither_package(open_box: Callable[..., Box]) -> None:
    """A submission may use their names for its own modules."""
    names = [
        "harness",
        "harness.inside",
        "harness.protocol.values",
        "graders",
        "inside",
        "protocol",
    ]
    assert once(open_box(work=LOOKS), "look", names) == ["return", []]
