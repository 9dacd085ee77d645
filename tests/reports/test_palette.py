"""Text and drawings on the pages have enough contrast in light, in dark and on paper."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from graders.blocky.painting import svg
from graders.harness.assignment.manifest import load_assignment
from graders.harness.reports.html import template
from graders.harness.reports.painting import painter_of
from tests.nightly import IDS

STYLE = (Path(template.__file__).parent / "templates" / "style.css").read_text(encoding="utf-8")
Colour = tuple[int, ...]

GROUNDS = ("paper", "card", "faint")
TONES = ("passed", "failed", "limit", "fault", "open")
TEXTS = [
    *product(("ink", "dim", "accent"), GROUNDS),
    *product(TONES, ("paper", "card")),
    *((tone, f"{tone}-wash") for tone in TONES if tone != "open"),
    ("open", "faint"), ("mark-ink", "mark"), *((part, f"{tone}-wash") for part in ("ink", "dim") for tone in TONES if tone != "open"),
]  # fmt: skip
"""Colours of text, each on its backgrounds."""
SIGNS = [*product(("passed", "failed", "accent", "dim"), ("paper", "card"))]
"""Parts of bars and drawings, and edges of fields, on their backgrounds."""


def colours(mode: str) -> dict[str, Colour]:
    """Return the colours of light, dark or print by their names."""
    start = {
        "light": r"^:root \{",
        "dark": r"@media \(prefers-color-scheme: dark\) \{\s*:root \{",
        "print": r"@media print \{\s*:root \{",
    }
    found = re.search(start[mode] + r"([^}]*)\}", STYLE, re.MULTILINE)
    assert found
    named = re.findall(r"--([a-z-]+): #([0-9a-f]{3,6})\b", found[1])
    return {name: _rgb(digits) for name, digits in named}


def _rgb(digits: str) -> Colour:
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return tuple(bytes.fromhex(digits))


def contrast(one: Colour, other: Colour) -> float:
    """Return the ratio of WCAG 2: 1 for no difference, 21 for black on white."""

    def shine(colour: Colour) -> float:
        parts = [part / 255 for part in colour]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((shine(one), shine(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark", "print"])
def test_text_stands_out(mode: str) -> None:
    """4.5 to 1 for text, 3 to 1 for drawings: the levels of WCAG 2.2 AA."""
    known = colours(mode)
    assert contrast((0, 0, 0), (255, 255, 255)) == 21
    poor = {pair: round(contrast(known[pair[0]], known[pair[1]]), 2) for pair in TEXTS}
    assert {pair: ratio for pair, ratio in poor.items() if ratio < 4.5} == {}
    faint = {pair: round(contrast(known[pair[0]], known[pair[1]]), 2) for pair in SIGNS}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 3} == {}


def test_letters_stand_out_from_their_squares() -> None:
    """The letters are those of every assignment's palette, and one that no palette has."""
    painters = filter(None, map(painter_of, map(load_assignment, IDS)))
    fills = {fill for painter in painters for fill in painter.palette.values()} | {svg.UNKNOWN}
    assert len(fills) == 9
    poor = {}
    for fill in fills:
        _, ink = svg.shades(tuple(fill))
        ratio = contrast(tuple(fill), _rgb(ink.removeprefix("#")))
        poor |= {fill: ratio} if ratio < 4.5 else {}
    assert poor == {}


def test_nothing_moves() -> None:
    """No transition and no animation, so that readers who ask for less motion need no other style."""
    assert not re.search(r"animation|transition|@keyframes|scroll-behavior", STYLE)
