"""The doctor's advice where a system forbids what a higher level needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.harness import doctor
from graders.harness.sandbox.choice import WAYS, Offer
from graders.harness.sandbox.interface import Level


def advice(monkeypatch: pytest.MonkeyPatch, best: Level, rule: Path) -> str:
    """Return the doctor's last word about sandboxes where *best* is offered, and the kernel shows *rule*."""
    offers = [Offer(way.backend, way.level, way.level <= best, "") for way in WAYS]
    monkeypatch.setattr(doctor, "probe", lambda _python: offers)
    monkeypatch.setattr(doctor, "UBUNTUS_RULE", rule)
    return doctor._sandboxes()[-1].detail


def test_ubuntus_rule_has_its_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The doctor names it where the rule is in force, and a user has level C for that reason."""
    rule = tmp_path / "rule"
    assert advice(monkeypatch, Level.C, rule) == "level C is used"
    rule.write_text("0\n")
    assert advice(monkeypatch, Level.C, rule) == "level C is used"
    rule.write_text("1\n")
    assert "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0" in advice(monkeypatch, Level.C, rule)
    assert advice(monkeypatch, Level.A, rule) == "level A is used"
