"""The threat model's table of attacks and levels, from the table that the attack tests use."""

from __future__ import annotations

from docs.generate.docstrings import table
from graders.harness.content import ROOT
from tests.attacks.table import EVERYWHERE, KERNEL_CALLS, REACH, TELLING_CALLS, Row

DOCUMENT = ROOT / "docs" / "threat-model.md"
BEGIN = "<!-- attacks by level: made by `make docs` -->\n"
END = "<!-- end of the attacks by level -->\n"


def page() -> str:
    """Return the page with the table of today between the two comments."""
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{attacks_by_level()}\n{END}{after}"


def attacks_by_level() -> str:
    """Return the table: a row for all attacks that the same levels hold."""
    groups: dict[tuple[str, ...], dict[str, None]] = {}
    for row in REACH:
        groups.setdefault(row.held, {})[in_words(row)] = None
    rows = [
        [", ".join(held), ", ".join(one for one in EVERYWHERE if one not in held), "; ".join(names)]
        for held, names in groups.items()
    ]
    return table(["held at", "open at", "attacks"], rows)


def in_words(row: Row) -> str:
    """Return the name of an attack, with a star if level E is not open to it on every machine."""
    name = row.name.replace("_", " ")
    for calls, kind in ((KERNEL_CALLS, "kernel"), (TELLING_CALLS, "telling kernel")):
        if row.call in calls:
            shown = ", ".join(f"`{call}`" for call in calls[:3])
            name = f"any of {len(calls)} {kind} calls, such as {shown}"
    return name if row.anywhere else f"{name}\\*"
