"""Writes the threat model's table of attacks and levels, from the table that the attack tests use.

``python -m tests.docs.attack_levels --write`` puts it into ``docs/threat-model.md``; without ``--write`` it is printed.
"""

from __future__ import annotations

import sys

from graders.harness.assignment.manifest import ROOT
from tests.attacks.table import EVERYWHERE, KERNEL_CALLS, REACH, TELLING_CALLS

DOCUMENT = ROOT / "docs" / "threat-model.md"
BEGIN = "<!-- attacks by level: made by `python -m tests.docs.attack_levels --write` -->\n"
END = "<!-- end of the attacks by level -->\n"


def table() -> str:
    """Return the table in Markdown: a line for all attacks that are held and open at the same levels."""
    alike: dict[tuple[str, str], list[str]] = {}
    for row in REACH:
        if row.call in KERNEL_CALLS[1:] + TELLING_CALLS[1:]:
            continue
        name = row.name.replace("_", " ")
        if row.call in TELLING_CALLS:
            name = f"any of {len(TELLING_CALLS)} telling kernel calls, such as `fadvise64`, `mincore`, `pipe2`"
        elif row.call:
            name = f"any of {len(KERNEL_CALLS)} kernel calls, such as `{KERNEL_CALLS[0]}`, `bpf`, `keyctl`"
        held = ", ".join(level for level in EVERYWHERE if level in row.held)
        levels = ", ".join(level for level in EVERYWHERE if level not in row.held)
        alike.setdefault((held, levels), []).append(name if row.anywhere else f"{name}*")
    lines = ["| held at | open at | attacks |", "|---|---|---|"]
    for (held, levels), names in alike.items():
        lines.append(f"| {held} | {levels} | {', '.join(names)} |")
    return "\n".join(lines) + "\n"


def in_document(text: str) -> str:
    """Return the table in the document *text*, between its two comments."""
    return text.partition(BEGIN)[2].partition(END)[0].strip("\n") + "\n"


def main() -> None:
    """Print the table, or write it into the document."""
    if sys.argv[1:] != ["--write"]:
        print(table(), end="")
        return
    text = DOCUMENT.read_text(encoding="utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    DOCUMENT.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
