"""The catalogue of attacks: all that it names exists, and each number has one entry."""

from __future__ import annotations

import re

from docs.generate.attacks import parts
from graders.harness.assignment.manifest import ROOT
from tests.attacks.submissions.table import ATTACKS as SUBMISSIONS
from tests.attacks.table import MISBEHAVIOUR, REACH
from tests.extensions.java.attacks import COSTS_ITS_OWN_CHECK, REACHES
from tests.reports.readers import THREATS

ATTACKS = [attack for part in parts() for attack in part["attacks"]]
NUMBERS = [attack["number"] for attack in ATTACKS]
DEFINED = re.compile(r"^\s*def (test_\w+)", re.MULTILINE)
CITED = re.compile(r"\battacks? (\d+)\b")


def named(key: str) -> set[str]:
    """Return all values of a key of the attacks."""
    return {value for attack in ATTACKS for value in attack.get(key, ())}


def test_every_number_has_one_entry() -> None:
    assert len(set(NUMBERS)) == len(NUMBERS)
    rows = {number for row in (*REACH, *MISBEHAVIOUR) for number in row.numbers}
    assert sorted((rows | {one.number for one in SUBMISSIONS}) - {0, *NUMBERS}) == []


def test_cited_numbers_exist() -> None:
    """Comments cite an attack by its number, so numbers never change; some may be left out."""
    files = [path for top in ("graders", "tests") for path in (ROOT / top).rglob("*.py")]
    cited = {int(one) for path in files for one in CITED.findall(path.read_text(encoding="utf-8"))}
    assert cited
    assert sorted(cited - {*NUMBERS}) == []


def test_named_tests_exist() -> None:
    """A renamed test must be renamed in the catalogue too."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    defined = {name for source in sources for name in DEFINED.findall(source)}
    tests = {name.rstrip("°").partition("[")[0] for name in named("tests")}
    assert tests
    assert sorted(tests - defined) == []


def test_named_modules_exist() -> None:
    """The names lead a reader to the code of a defence."""
    modules = {path.name for top in ("graders", "tests") for path in (ROOT / top).rglob("*.py")}
    held = " ".join(attack["held"] for attack in ATTACKS)
    names = {name.rpartition("/")[2] for name in re.findall(r"`([\w/]+\.py)`", held)}
    assert names
    assert sorted(names - modules) == []


def test_named_exemplars_and_rows_exist() -> None:
    exemplars = set()
    for file in (ROOT / "graders").glob("*/exemplars/*/*/exemplar.toml"):
        assignment, _, kind, name = file.parts[-5:-1]
        exemplars.add(f"{assignment}: {kind}/{name}")
    names = {one if ":" in one else f"csc148_2020_blocky: {one}" for one in named("exemplars")}
    assert sorted(names - exemplars) == []
    in_java = {*REACHES, *(attack.name for attack in COSTS_ITS_OWN_CHECK)}
    assert sorted(named("java") - in_java) == []
    assert sorted(named("texts") - {threat.name for threat in THREATS}) == []


def test_every_attack_is_shown_or_listed_as_untested() -> None:
    rows = {number for row in (*REACH, *MISBEHAVIOUR) for number in row.numbers}
    rows |= {one.number for one in SUBMISSIONS}
    keys = ("tests", "exemplars", "java", "texts", "untested")
    assert [
        attack["number"]
        for attack in ATTACKS
        if attack["number"] not in rows and not any(key in attack for key in keys)
    ] == []
