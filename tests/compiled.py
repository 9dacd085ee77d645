"""Copies of modules begin with what Python has compiled of the originals: that is what the first command costs most."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path


def copy_compiled(source: Path, target: Path) -> None:
    """Give the copy *target* of a module what is compiled of *source*; it must be as old, as ``shutil.copy2`` has it."""
    for compiled in source.parent.glob(f"__pycache__/{source.stem}.*.pyc"):
        (target.parent / "__pycache__").mkdir(exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # another of the tests' processes has just made it anew
            shutil.copy2(compiled, target.parent / "__pycache__")
