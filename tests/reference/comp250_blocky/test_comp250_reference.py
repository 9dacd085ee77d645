"""Reference and starter of COMP 250's Blocky: the parts that no check covers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from comp250_java import ID, compiled, has_jdk, run

from graders.harness.assignment.manifest import ROOT
from tests.once import once

pytestmark = pytest.mark.skipif(
    not has_jdk(), reason="there is no JDK on this machine: nothing in Java can run"
)


def compile_reference(top: Path) -> None:
    """Compile the reference, and save the compiler's output."""
    (top / "told").write_text(compiled("reference", top / "classes"))


@pytest.fixture(scope="module")
def classes() -> Path:
    """Return the folder with the reference's classes, which compile without a warning."""
    top = once("comp250-classes", compile_reference)
    assert (top / "told").read_text() == ""
    return top / "classes"


@pytest.mark.nightly
def test_colours(classes: Path) -> None:
    """Their values, order, names and codes are those of spec 2.1; a copy of a colour is not one of them."""
    assert run(classes, "colors").splitlines() == [
        "RED 204 0 0 [31m",
        "GREEN 76 153 0 [32m",
        "BLUE 0 102 204 [34m",
        "YELLOW 252 209 42 [33m",
        "[] [0m [0m",
    ]


@pytest.mark.slow
def test_text_of_a_block(classes: Path) -> None:
    """One line for each block, a tab for each level; the colour comes first, if there is one (spec 3.12)."""
    lines = run(classes, "print").splitlines()
    assert lines[:3] == [
        "pos=(0,0), size=16, level=0",
        "\tGREEN, pos=(8,0), size=8, level=1",
        "\tRED, pos=(0,0), size=8, level=1",
    ]
    assert lines[5] == "\t\tBLUE, pos=(12,8), size=4, level=2"
    assert len(lines) == 9


@pytest.mark.slow
def test_coloured_text_of_a_block(classes: Path) -> None:
    """A letter for each cell, between codes (spec 3.12)."""
    text = run(classes, "colored")
    assert re.sub("\x1b\\[[0-9]+m", "", text).split() == ["RRGG", "RRGG", "YYRB", "YYYB"]
    assert text.startswith("\x1b[31mR\x1b[0m\x1b[31mR\x1b[0m\x1b[32mG")


@pytest.mark.slow
def test_highlighted_frame(classes: Path) -> None:
    """It is the block's own square, with stroke 5, in HIGHLIGHT_COLOR (spec 2.5)."""
    assert (
        run(classes, "frame").strip() == "java.awt.Rectangle[x=0,y=0,width=16,height=16] 5 true 0 2"
    )


@pytest.mark.slow
def test_descriptions_name_the_colour(classes: Path) -> None:
    """Spec 2.4."""
    blob, border = run(classes, "goals").splitlines()
    assert "RED" in blob
    assert "BLUE" in border


@pytest.mark.nightly
def test_starter_compiles(tmp_path: Path) -> None:
    """There is no warning, and the game compiles, too."""
    assert compiled("starter", tmp_path) == ""


def test_starter_has_the_handouts_placeholders() -> None:
    """Empty bodies, null, false and 0 (spec 2.5)."""
    block, goals = (
        (ROOT / "starter" / ID / name).read_text() for name in ("Block.java", "BlobGoal.java")
    )
    bodies = dict(
        re.findall(
            r"public [\w<>\[\]]+ (\w+)\([^)]*\) \{\s*// Write this method\.\s*(.*?)\s*}",
            block + goals,
        )
    )
    assert bodies == {
        "updateSizeAndPosition": "",
        "getBlocksToDraw": "return null;",
        "getSelectedBlock": "return null;",
        "reflect": "",
        "rotate": "",
        "smash": "return false;",
        "flatten": "return null;",
        "score": "return 0;",
        "undiscoveredBlobSize": "return 0;",
    }
    assert re.search(
        r"public Block\(int lvl, int maxDepth\) \{\s*// Write this constructor\.\s*}", block
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a screen needs no DISPLAY")
@pytest.mark.slow
def test_play_without_a_screen_is_an_error() -> None:
    """The error is one line with the requirement."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    kept = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    ended = subprocess.run(
        ["grader", "play", ID],
        env={**kept, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "screen" in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
