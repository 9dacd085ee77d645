"""Changes of printed text that are tried on a submission that fails many checks: see [rewritings] in the manifest.

Each gets the text printed between two typed lines, and all lines that were typed. It returns the text without one habit,
and leaves everything else unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

OVER = "GAME OVER\n"


def floor_with_spaces(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* with exactly one space on each side of the line below the field."""
    return _by_line(shown, lambda line: f" {line.strip()} " if _is_floor(line) else line)


def no_outer_spaces(shown: str, _typed: Sequence[str]) -> str:
    """Return *shown* without spaces before and after each row of the field."""
    return _by_line(shown, lambda line: line.strip(" ") if "|" in line else line)


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
