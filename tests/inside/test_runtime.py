"""The paths that an interpreter needs in a box."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from graders.harness.inside import runtime, syscalls


@pytest.mark.skipif(not syscalls.supported(), reason="this machine has no sandbox")
def test_loaders_have_the_one_that_the_interpreter_names() -> None:
    """It is in /lib64 on x86-64, and in /lib on Arm. Without it, bubblewrap and Java start nothing."""
    named = re.search(
        rb"/lib[\w/-]*/ld-[\w.-]+", Path(os.path.realpath(sys.executable)).read_bytes()
    )
    assert named is not None
    assert os.path.realpath(named[0]) in {
        os.path.realpath(os.fsencode(path)) for path in runtime.find_loaders()
    }


def test_outermost_keeps_what_lies_behind_a_link(tmp_path: Path) -> None:
    """A link is copied into the box, so that what it points to is no part of it."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "link").symlink_to("lib")
    needed = {str(tmp_path / name) for name in ("lib", "lib/python", "link", "link/python")}
    assert runtime.outermost(needed) == [
        str(tmp_path / name) for name in ("lib", "link", "link/python")
    ]
