"""Loads the reference or the starter of the older Blocky so that it leaves nothing behind.

Their modules import each other by bare names (`block`, `game`), which another reference may use as well.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

ID = "csc148_2018_blocky"
MODULES = ("renderer", "block", "goal", "player")


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let `import block` find the modules in `folder` within this context only, and import them again."""
    names = {*MODULES, "game", "play", "example_tests"}
    outside = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(outside)


def load(folder: Path, *more: str) -> Any:
    """Return the game's modules in `folder`, as attributes."""
    with importable(folder):
        modules: dict[str, ModuleType] = {
            name: importlib.import_module(name) for name in (*MODULES, *more)
        }
    return SimpleNamespace(**modules, folder=folder)
