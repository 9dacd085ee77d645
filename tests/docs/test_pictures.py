"""The pictures of the documents: one command takes each of them again, and a document shows each."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT
from tests.docs.document import links
from tests.docs.pictures import (
    BLOCKY,
    COPIES,
    IMAGES,
    NAMES,
    PICTURES,
    STUDENTS,
    take_all,
)
from tests.docs.test_documents import DOCUMENTS
from tests.exemplars import exemplars_of
from tests.reports.browser import MISSING


def test_every_picture_can_be_taken_again() -> None:
    assert sorted(path.name for path in IMAGES.iterdir()) == sorted(f"{name}.png" for name in NAMES)


def test_every_picture_is_shown() -> None:
    shown = {
        (document.parent / target).resolve()
        for document in DOCUMENTS
        for target in links(document.read_text(encoding="utf-8"))
    }
    assert [path.name for path in IMAGES.iterdir() if path not in shown] == []


def test_exemplars_of_pictures_exist() -> None:
    asked = {(picture.assignment, picture.exemplar) for picture in PICTURES.values()}
    asked |= {(BLOCKY, exemplar) for exemplar in STUDENTS.values() if exemplar}
    known = {
        (id, f"{one.kind}/{one.name}")
        for id in {assignment for assignment, _ in asked}
        for one in exemplars_of(id)
    }
    assert asked <= known


def test_copies_are_of_the_same_exemplar() -> None:
    assert {STUDENTS[name] == STUDENTS[author] for name, author in COPIES.items()} == {True}


@pytest.mark.nightly
def test_unknown_picture_is_refused() -> None:
    asked = [sys.executable, "-m", "tests.docs.pictures", "report-sumbission"]
    ended = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "no picture called report-sumbission" in ended.stderr


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_picture_has_its_size(tmp_path: Path, recordings: Path) -> None:
    """The first picture is the top of a page, the second the card of one check."""
    take_all(("report-does-not-load", "report-scenario"), tmp_path)
    sizes = {
        path.stem: struct.unpack(">II", path.read_bytes()[16:24]) for path in tmp_path.glob("*.png")
    }
    assert sizes["report-does-not-load"] == (1200, 640)
    assert sizes["report-scenario"][0] == 652
    assert 200 < sizes["report-scenario"][1] < 2000
