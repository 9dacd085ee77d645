"""The reference of Connect 4 at any size, and its output at a terminal."""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from graders.harness.assignment.manifest import ROOT

ID = "csse7030_connect4"
REFERENCE = ROOT / "reference" / ID
SIZES = range(4, 11)


class AsksTooMuch(AssertionError):
    """The program asks although no answers are left."""


@cache
def game(size: int = 8) -> Any:
    """Return a1 for boards of that size, as a module that no other code imports."""
    return _load("a1", size)


@cache
def support(size: int = 8) -> Any:
    """Return the support module for boards of that size, made without the reference's own way to make it."""
    text = (REFERENCE / "a1_support.py").read_text(encoding="utf-8")
    module = ModuleType("a1_support")
    exec(text.replace("BOARD_SIZE = 8", f"BOARD_SIZE = {size}"), module.__dict__)
    return module


def _load(name: str, size: int, folder: Path = REFERENCE) -> ModuleType:
    module = ModuleType(name)
    with module_in_place("a1_support", support(size)):
        exec(
            compile(
                (folder / f"{name}.py").read_text(encoding="utf-8"),
                f"{name}.py",
                "exec",
                dont_inherit=True,
            ),
            module.__dict__,
        )
    return module


@contextmanager
def module_in_place(name: str, module: ModuleType) -> Iterator[None]:
    """Let `import name` find this module, within this context only."""
    outside = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    finally:
        del sys.modules[name]
        if outside is not None:
            sys.modules[name] = outside


def watch(
    function: Callable[..., Any], *arguments: Any, answers: list[str] | None = None
) -> tuple[Any, str]:
    """Call a function; return its result, and the text on a terminal, typed answers included.

    Fails unless exactly these answers are read (spec 9).
    """
    left = list(answers or [])
    screen = io.StringIO()

    def answer(prompt: str = "") -> str:
        screen.write(prompt)
        if not left:
            raise AsksTooMuch(screen.getvalue())
        screen.write(left[0] + "\n")
        return left.pop(0)

    outside, builtins.input = builtins.input, answer
    try:
        with redirect_stdout(screen):
            result = function(*arguments)
    finally:
        builtins.input = outside
    assert left == [], f"it ends before it has read {left}"
    return result, screen.getvalue()


def shown(text: str) -> str:
    """Return the expected screen; in *text*, a `$` ends each line that ends in a space."""
    return text.replace(" $\n", " \n")


def rows_of(board: list[str]) -> list[str]:
    """Return the rows of a board, or the columns of its rows."""
    return ["".join(row) for row in zip(*board, strict=True)]


def winners(board: list[str]) -> set[str]:
    """Return the players with four cells in a line, found by sets of cells instead of steps on the board."""
    side = range(len(board))
    found = set()
    for piece in "XO":
        cells = {(x, y) for x in side for y in side if board[x][y] == piece}
        for dx, dy in [(1, 0), (0, 1), (1, 1), (-1, 1)]:
            starts = cells
            for step in range(1, 4):
                starts = starts & {(x - step * dx, y - step * dy) for x, y in cells}
            found |= {piece} if starts else set()
    return found


def expected_win(board: list[str]) -> str | None:
    """Return the right result of check_win."""
    found = winners(board)
    return "-" if len(found) == 2 else found.pop() if found else None
