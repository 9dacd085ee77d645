"""The catalogue of attacks: its numbers are complete, and every test, exemplar and module that it names exists."""

from __future__ import annotations

import re

from graders.harness.assignment.manifest import ROOT

CATALOGUE = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
DEFINED = re.compile(r"^\s*def (test_\w+)", re.MULTILINE)


def test_every_number_has_one_row() -> None:
    """Comments cite a class by its number, so numbers never change; some may be left out."""
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", CATALOGUE, re.MULTILINE)]
    assert len(set(numbers)) == len(numbers)
    assert f"{len(numbers)} classes" in CATALOGUE


def test_named_tests_exist() -> None:
    """A renamed test must be renamed in the catalogue too."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    defined = {name for source in sources for name in DEFINED.findall(source)}
    named = set(re.findall(r"`(test_\w+)(?:\[[^`]*\])?`", CATALOGUE))
    assert named
    assert sorted(named - defined) == []


def test_named_modules_and_exemplars_exist() -> None:
    """The names lead a reader to the code of a defence."""
    modules = {path.name for top in ("graders", "tests") for path in (ROOT / top).rglob("*.py")}
    named = {name.rpartition("/")[2] for name in re.findall(r"`([\w/]+\.py)`", CATALOGUE)}
    assert sorted(named - modules - {"check.py"}) == []
    folders = {path.parent for path in (ROOT / "graders").glob("*/exemplars/*/*/exemplar.toml")}
    exemplars = {f"{folder.parent.name}/{folder.name}" for folder in folders}
    assert (
        sorted(
            set(re.findall(r"`((?:attack|faulty|right|style)/[a-z0-9-]+)`", CATALOGUE)) - exemplars
        )
        == []
    )
