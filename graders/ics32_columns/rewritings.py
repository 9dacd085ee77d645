"""Changes of printed text that are tried on a submission that fails many checks: see [rewritings] in the manifest.

Each gets the text printed between two typed lines, and all lines that were typed. It returns the text without one habit,
and leaves everything else unchanged. Those that begin with "typed_" get the lines of a game and return other ones to type; None is one more empty line, and what
is shown after it does not count.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

from graders.ics32_columns.strategies import rules, step

OVER = "GAME OVER\n"


def floor_below_the_cells(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* with dashes below the cells of each row, and one space on each side of them."""
    found: list[str] = []
    for line in shown.split("\n"):
        above = found[-1] if found else ""
        width = len(above) - 2 if above.startswith("|") else len(line.strip())
        found.append(f" {'-' * width} " if _is_floor(line) else line)
    return "\n".join(found)


def capital_letters(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* with capital letters in each row of the field."""
    return _by_line(shown, lambda line: line.upper() if "|" in line else line)


def square_brackets(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* with square brackets around each falling jewel."""
    return re.sub(r"[({<]([A-Za-z])[)}>]", r"[\1]", shown)


def each_display_once(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* without a display that repeats the one before it."""
    found: list[str] = []
    block: list[str] = []
    for line in shown.splitlines(keepends=True):
        block.append(line)
        if _is_floor(line.rstrip("\n")):
            if found[-len(block) :] != block:
                found += block
            block = []
    return "".join([*found, *block])


def no_outer_spaces(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* without spaces before and after each row of the field."""
    return _by_line(shown, lambda line: line.strip(" ") if "|" in line else line)


def line_feeds_alone(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* without the carriage return before the end of a line."""
    return shown.replace("\r\n", "\n")


def no_empty_lines(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* without empty lines."""
    return "".join(line for line in shown.splitlines(keepends=True) if line.strip())


def no_prompts(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* with nothing but the lines of displays and GAME OVER."""
    lines = shown.splitlines(keepends=True)
    return "".join(
        line
        for line in lines
        if line.startswith("|") or _is_floor(line.rstrip("\n")) or line == OVER
    )


def rows_turned_over(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* with the rows of each display in the opposite order."""
    return _by_display(shown, lambda rows: rows[::-1])


def no_hidden_rows(shown: str, typed: Sequence[str]) -> str:
    """Return *shown* with only as many rows of each display as the field has, the lowest ones."""
    size = int(typed[0]) if typed and typed[0].isdecimal() and len(typed[0]) < 4 else 0
    return _by_display(shown, lambda rows: rows[-size:])


def no_terminal_codes(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* without escape sequences."""
    return re.sub(r"\x1b(?:c|\[[0-9;?]{,20}[A-Za-z])", "", shown)


def typed_columns_first(lines: list[str]) -> list[str]:
    """Return the *lines* of a game with the number of columns before that of rows."""
    return [*lines[1::-1], *lines[2:]]


def typed_contents_turned_over(lines: list[str]) -> list[str]:
    """Return the *lines* of a game with the rows of its contents in the opposite order."""
    has_contents = lines[2:3] == ["CONTENTS"] and lines[0].isdecimal() and len(lines[0]) < 4
    end = 3 + int(lines[0]) if has_contents else 3
    return [*lines[:3], *lines[3:end][::-1], *lines[end:]]


def typed_ticks_for_each_match(lines: list[str]) -> list[str | None]:
    """Return the *lines* of a game with one more tick after each display of a match."""
    has_contents = lines[2:3] == ["CONTENTS"] and lines[0].isdecimal() and len(lines[0]) < 4
    start = 3 + int(lines[0]) if has_contents else 3
    found: list[str | None] = [*lines[:start]]
    rest = [*lines[start:]]
    with contextlib.suppress(Exception):  # the game is over, or the line is no command
        contents = [lines[3:start]] if has_contents else []
        game = rules()(int(lines[0]), int(lines[1]), *contents)
        found += [None] * _shows_a_match(game)
        while rest:
            step(game, rest[0])
            found += [rest.pop(0), *[None] * _shows_a_match(game)]
    return [*found, *rest]


def _shows_a_match(game: Any) -> bool:
    cells = itertools.product(range(1, game.rows() + 1), range(1, game.columns() + 1))
    return any(game.cell(row, column).state == "matched" for row, column in cells)


def _by_line(shown: str, other: Callable[[str], str]) -> str:
    return "\n".join(map(other, shown.split("\n")))


def _by_display(shown: str, other: Callable[[list[str]], list[str]]) -> str:
    """Return *shown* with other rows above each floor."""
    found: list[str] = []
    rows: list[str] = []
    for line in shown.split("\n"):
        if line.startswith("|"):
            rows.append(line)
            continue
        found += other(rows) if _is_floor(line) else rows
        rows = []
        found.append(line)
    return "\n".join([*found, *rows])


def _is_floor(line: str) -> bool:
    return "-" in line and not line.strip("- ")
