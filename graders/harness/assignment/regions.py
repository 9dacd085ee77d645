"""Solution regions of a reference: the parts that students do not receive.

The source marks them by comments, with the file's comment sign (``#`` or ``//``):

- the lines from ``# solution begins`` to ``# solution ends``, each alone on its line, are not in
  the starter, nor are the two markers; regions may hold whole classes, imports, docstrings; they do
  not nest;
- ``# starter: TEXT``, inside or outside such a region, becomes ``TEXT`` at the indentation of the
  comment; ``# starter:`` alone becomes an empty line;
- ``# starter, to do: TEXT`` becomes ``# TODO: TEXT``, so that the reference has no to-do mark.

Everything else stays, byte for byte. A line that is nearly a marker is an error, because a misspelt
marker would hand out a solution.
"""

from __future__ import annotations

import re
from io import StringIO

from graders.harness.errors import GraderError

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
    """The reference cannot become a starter; the message names the file and the line."""


def strip(text: str, comment: str, name: str = "text") -> str:
    """Return ``text`` without its solution regions.

    ``comment`` is the sign that begins a comment, ``name`` the file's name for messages. Line ends
    are kept. Raises ``StarterError`` for a region that is not closed, not opened or inside another
    region, and for a line that is nearly a marker.
    """
    starter_lines: list[str] = []
    opened = 0  # number of the line in which the current region begins; 0 outside of regions
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        body = line.rstrip("\r\n")
        location = f"{name}, line {number}"
        marker = _marker(body, comment, location)
        if marker is None:
            if not opened:
                starter_lines.append(line)
        elif marker == BEGINS:
            if opened:
                raise StarterError(
                    f"{location}: a solution begins inside the one that begins in line {opened}; "
                    f"close that one with '{comment} {ENDS}' first"
                )
            opened = number
        elif marker == ENDS:
            if not opened:
                raise StarterError(
                    f"{location}: a solution ends that never began; "
                    f"put '{comment} {BEGINS}' before it"
                )
            opened = 0
        else:
            starter_lines.append(_replacement(body, marker, comment) + line[len(body) :])
    if opened:
        raise StarterError(
            f"{name}, line {opened}: a solution begins that never ends; put '{comment} "
            f"{ENDS}' after it"
        )
    return "".join(starter_lines)


def regions(text: str, comment: str, name: str = "text") -> list[str]:
    """Return the content of each solution region of ``text``, without markers and replacements."""
    lines = list(StringIO(text, newline=""))
    return [
        "".join(lines[number - 1] for number in region)
        for region in region_lines(text, comment, name)
    ]


def region_lines(text: str, comment: str, name: str = "text") -> list[list[int]]:
    """Return, for each region of ``text``, the numbers of its lines, from 1 and without markers."""
    numbers: list[list[int]] = []
    inside = False
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        marker = _marker(line.rstrip("\r\n"), comment, f"{name}, line {number}")
        if marker == BEGINS:
            inside = True
            numbers.append([])
        elif marker == ENDS:
            inside = False
        elif inside and marker is None:
            numbers[-1].append(number)
    return numbers


def solved(text: str, comment: str) -> str:
    """Return ``text`` as a student would hand it in: the whole solution without markers."""
    return "".join(line for line in StringIO(text, newline="") if _marker_in(line, comment) is None)


def _marker_in(line: str, comment: str) -> str | None:
    """Return the marker in ``line`` without its comment sign, or None if there is none."""
    line = line.strip()
    remark = line.removeprefix(comment).strip()
    is_marker = remark in (BEGINS, ENDS) or remark.startswith((INSTEAD, TO_DO))
    return remark if is_marker and line.startswith(comment) else None


def _marker(body: str, comment: str, location: str) -> str | None:
    """Return the marker in the line ``body`` without its comment sign, or None if there is none.

    Raises ``StarterError``, beginning with ``location``, if the line is nearly a marker.
    """
    marker = _marker_in(body, comment)
    line = body.strip()
    if (
        marker is None
        and line.startswith(comment)
        and _NEARLY.match(line.removeprefix(comment).strip())
    ):
        raise StarterError(
            f"{location}: '{line}' is nearly a marker; write '{comment} {BEGINS}', '{comment} "
            f"{ENDS}', "
            f"'{comment} {INSTEAD} TEXT' or '{comment} {TO_DO} TEXT', alone on the line"
        )
    return marker


def _replacement(body: str, marker: str, comment: str) -> str:
    """Return the line that replaces ``body`` in the starter."""
    to_do = marker.startswith(TO_DO)
    instead = (
        f"{comment} TODO: {marker.removeprefix(TO_DO).strip()}"
        if to_do
        else marker.removeprefix(INSTEAD).strip()
    )
    indentation = _INDENTATION.match(body)
    return indentation[0] + instead if instead and indentation else ""
