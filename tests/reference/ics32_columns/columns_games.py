"""Loads the reference or the starter of Columns, plays games with it, and reads pictures of games.

A game is written in one line: its lines separated by " / ", "_" for a blank one, "_*4" for four of them, and "." for
a space in the lines of the field.

A picture shows the displays of a game side by side, each under the command that leads to it:

    start         F 1 X Y Z     _
    |         |   ||Z|      |   | Z       |
    | V       |   | V       |   | V       |
    | S       |   | S       |   | S       |
    | T       |   | T       |   | T       |
     ---------     ---------     ---------
                                GAME OVER

Under "start" is the first display, after the fall; further rows of displays continue where the first ends.
"""

from __future__ import annotations

import importlib
import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

ID = "ics32_columns"
MODULES = ("columns", "project4")


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let `import columns` find the modules in `folder` within this context only, and import them again."""
    outside = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(outside)


def load(folder: Path) -> Any:
    """Return the modules in `folder`, as attributes."""
    with importable(folder):
        modules: dict[str, ModuleType] = {name: importlib.import_module(name) for name in MODULES}
    return SimpleNamespace(**modules, folder=folder)


def typed(notation: str) -> str:
    """Return the typed text of the game written as `notation`."""
    lines: list[str] = []
    for part in notation.split(" / "):
        blank, _, times = part.partition("*")
        if blank == "_":
            lines += [""] * int(times or 1)
        else:
            lines.append(part.replace(".", " "))
    return "\n".join(lines) + "\n"


def play(modules: Any, text: str) -> tuple[str, str]:
    """Type `text` into the program; return its output, and the part of the text that it does not read."""
    keyboard, screen = io.StringIO(text), io.StringIO()
    with mock.patch("sys.stdin", keyboard), redirect_stdout(screen):
        modules.project4.run()
    return screen.getvalue(), keyboard.read()


def read_picture(picture: str) -> tuple[str, str]:
    """Return the typed text of the game that `picture` shows, and the expected output."""
    commands: list[str] = []
    shown: list[str] = []
    for block in re.split(r"\n\s*\n", picture.strip("\n")):
        heading, *lines = block.split("\n")
        heads = [(found.start(), found.group()) for found in re.finditer(r"\S+(?: \S+)*", heading)]
        for (at, command), (end, _) in zip(heads, [*heads[1:], (None, "")], strict=True):
            commands.append("" if command == "_" else command)
            for line in (line[at:end].rstrip() for line in lines):
                shown += [line + " " if line.startswith(" -") else line] if line else []
    assert commands.pop(0) == "start"
    floor = next(number for number, line in enumerate(shown) if line.startswith(" -"))
    contents = [row[2:-1:3] for row in shown[:floor]]
    begin = [str(floor), str(len(contents[0])), "CONTENTS", *contents]
    return "\n".join([*begin, *commands, "Q"]) + "\n", "\n".join(shown) + "\n"
