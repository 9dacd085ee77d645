"""The generated pages are those that the code makes, and leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.generate import checks_api, commands, manifest
from docs.generate.pages import PAGES, path_of
from graders import harness

GRADERS = Path(harness.__file__).parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_page_is_the_one_that_the_code_makes(name: str) -> None:
    """``python -m docs.generate`` writes it. Releases of Python break the lines of a help apart."""
    assert path_of(name).read_text(encoding="utf-8").split() == PAGES[name]().split()


def test_every_key_of_the_manifest_has_a_meaning() -> None:
    """Before, ten keys stood in no document."""
    rows = [line for line in manifest.page().splitlines() if line.startswith("|`")]
    assert len(rows) > 80
    assert [row for row in rows if row.endswith("||")] == []


def test_commands_of_the_harness_and_of_extensions_are_there() -> None:
    assert {"list", "grade", "bundle", "completion", "hand-back", "desk"} <= {*commands.names()}


def test_every_name_of_the_interface_is_there() -> None:
    """Its docstring sorts the names into groups."""
    page = checks_api.page()
    assert [name for name in harness.__all__ if not re.search(rf"`{name}`", page)] == []


def test_what_drivers_import_is_there() -> None:
    """Every name of the module ``sandbox`` that a driver of an assignment uses."""
    drivers = [path.read_text(encoding="utf-8") for path in GRADERS.glob("*/driver.py")]
    used = {name for text in drivers for name in re.findall(r"\bsandbox\.(\w+)", text)}
    page = checks_api.page()
    assert "at_terminal" in used
    assert [name for name in sorted(used) if f"sandbox.{name}" not in page] == []
