"""The doctor's advice where a system forbids what a higher level needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness import doctor
from graders.harness.sandbox.choice import WAYS, Offer
from graders.harness.sandbox.interface import Level
from graders.harness.sandbox.interpreters import Interpreter, how_to_install

pytestmark = pytest.mark.slow  # the doctor really makes sandboxes


def advice(monkeypatch: pytest.MonkeyPatch, best: Level, rule: Path) -> str:
    """Return the doctor's last word about sandboxes where *best* is offered, and the kernel shows *rule*."""
    offers = [Offer(way.backend, way.level, way.level <= best, "") for way in WAYS]
    monkeypatch.setattr(doctor, "probe", lambda _python: offers)
    monkeypatch.setattr(doctor, "UBUNTUS_RULE", rule)
    return [one for one in doctor.examine([]) if one.group == "Sandbox"][-1].detail


def test_ubuntus_rule_has_its_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The doctor names it where the rule is in force, and a user has level C for that reason."""
    rule = tmp_path / "rule"
    assert advice(monkeypatch, Level.C, rule) == "level C is used"
    rule.write_text("0\n")
    assert advice(monkeypatch, Level.C, rule) == "level C is used"
    rule.write_text("1\n")
    assert "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0" in advice(
        monkeypatch, Level.C, rule
    )
    assert advice(monkeypatch, Level.A, rule) == "level A is used"


def test_pythons_are_listed_with_a_way_to_add_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that is not installed has the command of the tool that is here, or three ways."""
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    here = Interpreter((3, 13), "/usr/bin/python3.13", "cpython 3.13.0 (main)")
    monkeypatch.setattr(doctor, "find_release", lambda minor: here if minor == 13 else None)
    found = {one.name: one for one in doctor.examine([])}
    assert (found["Python 3.13"].good, found["Python 3.13"].detail) == (True, here.path)
    missing = found["Python 3.12"]
    assert not missing.good and not missing.needed
    for way in ("apt install python3.12", "uv python install 3.12", "pyenv install 3.12"):
        assert way in missing.detail
    monkeypatch.setattr(shutil, "which", lambda name, path=None: name if name == "pyenv" else None)
    assert how_to_install(12) == "`pyenv install 3.12`"


def test_python_without_asserts_cannot_grade() -> None:
    """The doctor says what grading would say."""
    environment = {**os.environ, "PYTHONOPTIMIZE": "2"}
    command = [sys.executable, "-m", "graders", "doctor", "csc148_2020_blocky"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    assert "PYTHONOPTIMIZE" in ran.stdout


@pytest.mark.parametrize("newer", [False, True])
def test_doctor_says_which_python_grades(monkeypatch: pytest.MonkeyPatch, newer: bool) -> None:
    """The usual one, and the newest one if that is newer."""
    newest = Interpreter((3, 13), "/usr/bin/python3.13", "cpython 3.13.0 (main)")
    monkeypatch.setattr(doctor, "newest_python", lambda _: newest if newer else None)
    monkeypatch.setattr(doctor, "probe", lambda _: [])  # takes a second
    details = [
        one.detail
        for one in doctor.examine(["csc148_2020_blocky"])
        if "csc148_2020_blocky" in one.name
    ]
    assert details[0].endswith("Python 3.13 grades what needs a newer one") is newer
