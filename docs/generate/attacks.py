"""The catalogue of attacks, from ``tests/attacks``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from docs.generate.docstrings import table
from graders.harness.content import ROOT
from tests.attacks.submissions.table import ATTACKS
from tests.attacks.table import MISBEHAVIOUR, REACH

CATALOGUE = ROOT / "tests" / "attacks" / "catalogue.toml"

INTRODUCTION = """\
# Attacks: the catalogue

These are {number} classes of attacks on marks, secrets, the machine, other students' results and
readers of reports. *Boundary* is [the one idea](threat-model.md#the-one-idea): nothing secret
enters the sandbox, and nothing but plain data leaves it. Numbers never change: a comment cites
"attack 42".

A failed attack may have missed. So tests also let the same attack succeed against a deliberately
weak set-up. A ° marks a test that shows only the held side. *Held by* names a module, and the
[levels](where-to-run.md#levels) if not all from A+ to C hold the attack. **Not held** and
*untested* are meant literally.

In the last column, *submission* is a row of `tests/attacks/submissions` with this number, and a
short name is a row of `tests/attacks/table.py`. *Java* names rows of
`tests/extensions/java/attacks.py`, *texts* of `tests/reports/readers.py`. Other names are tests,
and exemplars of `csc148_2020_blocky` or of the assignment before the colon.
"""


def parts() -> list[dict[str, Any]]:
    """Return the parts of the catalogue, each with its name and attacks."""
    return list(tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["parts"])


def page() -> str:
    """Return the page."""
    found = parts()
    number = sum(len(part["attacks"]) for part in found)
    texts = [INTRODUCTION.format(number=number)]
    for part in found:
        rows = [
            [str(attack["number"]), attack["title"], attack["held"], "; ".join(shown_by(attack))]
            for attack in part["attacks"]
        ]
        texts.append(f"## {part['name']}\n\n{table(['#', 'attack', 'held by', 'shown by'], rows)}")
    return "\n".join(texts)


def shown_by(attack: dict[str, Any]) -> Iterator[str]:
    """Yield the groups of tests that try an attack."""
    number = attack["number"]
    if any(one.number == number for one in ATTACKS):
        yield "submission"
    rows = [row.name for row in REACH if number in row.numbers]
    rows += [row.name for row in MISBEHAVIOUR if number in row.numbers]
    names = [*dict.fromkeys(rows), *attack.get("tests", ()), *attack.get("exemplars", ())]
    if names:
        yield ", ".join(f"`{name}`".replace("°`", "`°") for name in names)
    for key in ("java", "texts"):
        if key in attack:
            yield f"{key.capitalize()}: {', '.join(attack[key])}"
    if "untested" in attack:
        yield f"untested: {attack['untested']}"
