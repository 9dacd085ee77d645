"""Copies bytecode along with modules, because compiling dominates the first command."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path


def copy_compiled(source: Path, target: Path) -> None:
    """Copy the bytecode of *source* for its copy *target*.

    Both must have the same modification time, as after ``shutil.copy2``.
    """
    for compiled in source.parent.glob(f"__pycache__/{source.stem}.*.pyc"):
        (target.parent / "__pycache__").mkdir(exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # another test process is replacing the file
            shutil.copy2(compiled, target.parent / "__pycache__")
