"""The threat model's table of attacks and levels, from the table that the attack tests use."""

from __future__ import annotations

from docs.generate.docstrings import table
from graders.harness.content import ROOT
from tests.attacks.table import EVERYWHERE, REACH, Row

DOCUMENT = ROOT / "docs" / "threat-model.md"
BEGIN = "<!-- attacks by level: made by `make docs` -->\n"
END = "<!-- end of the attacks by level -->\n"
SHOWN = 12
"""Attacks that a row names; `tests/attacks/table.py` has all."""


def page() -> str:
    """Return the page with the table of today between the two comments."""
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{attacks_by_level()}\n{END}{after}"


def attacks_by_level() -> str:
    """Return the table: a row for all attacks that the same levels hold."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for row in REACH:
        groups.setdefault(row.held, []).append(in_words(row))
    rows = [
        [", ".join(held), ", ".join(one for one in EVERYWHERE if one not in held), listed(names)]
        for held, names in sorted(groups.items(), key=lambda group: len(group[1]))
    ]
    return table(["held at", "open at", "attacks"], rows)


def in_words(row: Row) -> str:
    """Return the name of an attack."""
    return f"the kernel call `{row.call}`" if row.call else row.name.replace("_", " ")


def listed(names: list[str]) -> str:
    """Return *names*, or their number and some of them, spread evenly."""
    if len(names) <= SHOWN:
        return "; ".join(names)
    return f"all {len(names)} others, such as {'; '.join(names[:: len(names) // SHOWN])}"
