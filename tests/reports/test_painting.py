"""A grader's painter draws its pictures; without one they are texts."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import graders
from graders.harness.assignment.manifest import ROOT, Assignment, load_assignment
from graders.harness.handout.student import closure
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.painting import painter_of
from graders.harness.reports.terminal_report import render_view
from tests.nightly import IDS
from tests.reports.paper import board, check, result
from tests.world import TOY

SHOWN = result(check(exhibits=(board("got", 2, ("r", 0, 0, 1), ("<b>", 1, 0, 1)),)))
WORDS = ("2 by 2 cells", "r: 1 cell wide, in row 1, column 1")


def test_picture_without_painter_is_a_text() -> None:
    printed = io.StringIO()
    render_view(redact(SHOWN, Audience.STAFF), console=Console(file=printed), painter=None)
    shown = page(redact(SHOWN, Audience.STAFF), "Blocky", None).decode()
    for text in (printed.getvalue(), shown):
        assert all(words in text for words in WORDS)
    assert "&lt;b&gt;: 1 cell wide" in shown


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Assignment]:
    """The toy assignment outside of the repository, importable."""
    toy = TOY.copy(tmp_path / "toy").assignment
    monkeypatch.setattr(graders, "__path__", [*graders.__path__, str(toy.grader.parent)])
    yield toy
    for name in [name for name in sys.modules if name.startswith("graders.toy")]:
        del sys.modules[name]


def test_painter_of_an_assignment_elsewhere_is_found(toy: Assignment) -> None:
    toy.painting.write_text("from graders.blocky.painting import Boards\nPAINTER = Boards({})\n")
    painter = painter_of(toy)
    assert painter is not None and "<svg" in painter.on_page([board("got", 1, ("r", 0, 0, 1))])


@pytest.mark.parametrize("source", ["", "import package_that_nobody_has\nPAINTER = 1\n"])
def test_missing_painter_is_none(toy: Assignment, source: str) -> None:
    """Also if what it imports is not installed."""
    if source:
        toy.painting.write_text(source)
    assert painter_of(toy) is None


@pytest.mark.nightly
def test_checks_do_not_import_what_paints() -> None:
    """The keys of results leave it out, because it changes no verdict."""
    for assignment in map(load_assignment, IDS):
        checks = [
            f"graders.{assignment.id}.{path.stem}" for path in assignment.grader.glob("test_*.py")
        ]
        found = closure([*checks, f"graders.{assignment.id}.calls"], ROOT)
        assert [
            name
            for name in found
            if name.startswith("graders.")
            and "painting" in name.split(".")
            and "harness" not in name
        ] == []
