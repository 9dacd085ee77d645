"""The solution's regions in a reference: what students do not receive, marked in the source itself.

The reference is marked with comments, in the file's own comment sign (``#`` or ``//``):

- the lines from ``# solution begins`` to ``# solution ends``, each alone on its line, are not in
  the starter, nor are the two markers; they may hold whole classes, imports, docstrings; they do
  not nest;
- ``# starter: TEXT``, inside or outside such a region, becomes ``TEXT`` at the indentation of the
  comment; ``# starter:`` alone becomes an empty line;
- ``# starter, to do: TEXT`` becomes ``# TODO: TEXT``; so no to-do mark stands in the reference.

Everything else stays, byte for byte. A misspelt marker would hand out a solution, so a line that
nearly is a marker is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO

from graders.harness.errors import GraderError

COMMENTS: Mapping[str, str] = {
    ".py": "#",
    ".java": "//",
    ".toml": "#",
    ".yml": "#",
    ".yaml": "#",
    "Makefile": "#",
}
"""The comment sign for each suffix, or for each whole name of files that have no suffix."""

BEGINS, ENDS, INSTEAD, TO_DO = (
    "solution begins",
    "solution ends",
    "starter:",
    "starter, to do:",
)

_NEARLY = re.compile(
    r"solutions?[\W_]*(begin|start|end)|starter(\W*$| *:|\W*to[\W_]?do\b)",
    re.IGNORECASE,
)
_INDENTATION = re.compile(r"[ \t]*")


class StarterError(GraderError):
    """The reference cannot be turned into a starter; the message names the file and the line."""


def strip(text: str, comment: str, name: str = "text") -> str:
    """Return ``text`` without its solution regions.

    ``comment`` is the sign that begins a comment, ``name`` is what messages call the file. Line
    ends stay as they are. Raises ``StarterError`` for a region that is not closed, not opened or
    inside another one, and for a line that is nearly a marker.
    """
    kept: list[str] = []
    opened = 0  # the number of the line in which the present region begins; 0 outside of regions
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        body = line.rstrip("\r\n")
        place = f"{name}, line {number}"
        marker = _marker(body, comment, place)
        if marker is None:
            if not opened:
                kept.append(line)
        elif marker == BEGINS:
            if opened:
                raise StarterError(
                    f"{place}: a solution begins inside the one that begins in line {opened}; "
                    f"close that one with '{comment} {ENDS}' first"
                )
            opened = number
        elif marker == ENDS:
            if not opened:
                raise StarterError(
                    f"{place}: a solution ends that never began; put '{comment} {BEGINS}' before it"
                )
            opened = 0
        else:
            kept.append(_replacement(body, marker, comment) + line[len(body) :])
    if opened:
        raise StarterError(
            f"{name}, line {opened}: a solution begins that never ends; put '{comment} "
            f"{ENDS}' after it"
        )
    return "".join(kept)


def regions(text: str, comment: str, name: str = "text") -> list[str]:
    """Return what is in each solution region of ``text``, without markers and without what replaces
    it.
    """
    lines = list(StringIO(text, newline=""))
    return [
        "".join(lines[number - 1] for number in region)
        for region in region_lines(text, comment, name)
    ]


def region_lines(text: str, comment: str, name: str = "text") -> list[list[int]]:
    """Return the lines, counted from 1, that ``regions`` returns of each region of ``text``."""
    found: list[list[int]] = []
    inside = False
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        marker = _marker(line.rstrip("\r\n"), comment, f"{name}, line {number}")
        if marker == BEGINS:
            inside = True
            found.append([])
        elif marker == ENDS:
            inside = False
        elif inside and marker is None:
            found[-1].append(number)
    return found


def solved(text: str, comment: str) -> str:
    """Return ``text`` as a student would hand it in: the whole solution, without the lines that are
    markers.
    """
    return "".join(
        line for line in StringIO(text, newline="") if _marker_in(line, comment) is None
    )


def _marker_in(line: str, comment: str) -> str | None:
    """Return the marker that ``line`` is, without its comment sign, or None if it is none."""
    line = line.strip()
    remark = line.removeprefix(comment).strip()
    is_marker = remark in (BEGINS, ENDS) or remark.startswith((INSTEAD, TO_DO))
    return remark if is_marker and line.startswith(comment) else None


def _marker(body: str, comment: str, place: str) -> str | None:
    """Return the marker in the line ``body`` without its comment sign, or None if the line is not a
    marker.

    Raises ``StarterError``, which begins with ``place``, if the line is nearly a marker.
    """
    found = _marker_in(body, comment)
    line = body.strip()
    if (
        found is None
        and line.startswith(comment)
        and _NEARLY.match(line.removeprefix(comment).strip())
    ):
        raise StarterError(
            f"{place}: '{line}' is nearly a marker; write '{comment} {BEGINS}', '{comment} "
            f"{ENDS}', "
            f"'{comment} {INSTEAD} TEXT' or '{comment} {TO_DO} TEXT', alone on the line"
        )
    return found


def _replacement(body: str, marker: str, comment: str) -> str:
    """Return the line that the starter has in place of ``body``."""
    to_do = marker.startswith(TO_DO)
    instead = (
        f"{comment} TODO: {marker.removeprefix(TO_DO).strip()}"
        if to_do
        else marker.removeprefix(INSTEAD).strip()
    )
    indentation = _INDENTATION.match(body)
    return indentation[0] + instead if instead and indentation else ""
