"""The autograder for Gradescope, run from its zip on a tree like Gradescope's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from graders.extensions.platforms import gradescope_bundle
from graders.harness import cli
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.cache import cache_folder
from graders.harness.content import DISTRIBUTION
from graders.harness.extensions import GROUP
from tests import nightly
from tests.extensions.platforms.test_formats import gradescope_rules
from tests.extensions.test_hooks import OURS
from tests.nightly import IDS

pytestmark = pytest.mark.slow

BLOCKY, COLUMNS = "csc148_2020_blocky", "ics32_columns"  # the second is the fastest to grade
ALONE = ROOT / "tests" / "handout" / "without_namespaces.py"


WHENCE = """
import sys
from graders.harness.cli import parser
from graders.harness.extensions import installed

parser()
for extension in installed():
    print(sys.modules[f"graders.extensions.{extension}"].__file__)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> Path:
    """The zip."""
    return gradescope_bundle.build(load_assignment(BLOCKY), tmp_path_factory.mktemp("bundle"))


@pytest.fixture
def autograder(archive: Path, tmp_path: Path) -> Path:
    """The tree that Gradescope makes from it, but with this Python instead of the one that setup.sh installs."""
    return laid_out(archive, tmp_path / "autograder")


def laid_out(archive: Path, root: Path) -> Path:
    """Lay out the tree below *root*."""
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(root / "source")
    (root / "source" / ".venv" / "bin").mkdir(parents=True)
    python = root / "source" / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{root / "source"}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (root / "submission").mkdir()
    (root / "results").mkdir()
    return root


KEPT = {"GRADER_CACHE": str(cache_folder())}
"""Recordings that other tests made are reused."""


def run(root: Path, *through: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it as Gradescope does, or *through* another program."""
    return subprocess.run(
        [*through, "bash", str(root / "source" / "run_autograder")],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "AUTOGRADER_ROOT": str(root), **environment},
    )


def results(root: Path) -> dict[str, Any]:
    """Return its results, validated by Gradescope's rules, which any user may read."""
    path = root / "results" / "results.json"
    assert path.stat().st_mode & 0o777 == 0o644
    return gradescope_rules(path.read_bytes())


def hand_in(root: Path, id: str = BLOCKY, **changes: str) -> None:
    """Hand in the reference, with some of its names changed."""
    for name in load_assignment(id).files.solved:
        text = (ROOT / "reference" / id / name).read_text()
        for old, new in changes.items():
            text = text.replace(old, new)
        (root / "submission" / name).write_text(text)


def test_unpacked_zip_has_its_own_extensions(autograder: Path) -> None:
    """They are found by the metadata in the zip, and are those beside its harness."""
    source = autograder / "source"
    (found,) = metadata.distributions(path=[str(source)])
    named = [entry.name for entry in found.entry_points if entry.group == GROUP]
    assert (found.version, named) == (metadata.version(DISTRIBUTION), sorted(OURS))
    done = subprocess.run(
        [source / ".venv" / "bin" / "python", "-P", "-c", WHENCE],
        capture_output=True,
        text=True,
        check=True,
        cwd=source,
    )
    folder = source / "graders" / "extensions"
    assert done.stdout.split() == [str(folder / each / "__init__.py") for each in named]


@pytest.mark.slow
def test_zip_has_only_the_files_for_grading(archive: Path) -> None:
    """Its scripts are at the top and executable; it has one assignment and no exemplars. Equal builds have equal bytes."""
    with zipfile.ZipFile(archive) as packed:
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in packed.infolist()}
        scripts = [packed.read(name).decode() for name in ("setup.sh", "run_autograder")]
    assert modes["setup.sh"] == modes["run_autograder"] == 0o755
    assert f"graders/{BLOCKY}/assignment.toml" in modes
    assert [name for name in modes if name.endswith("assignment.toml")] == [
        f"graders/{BLOCKY}/assignment.toml"
    ]
    assert not [
        name
        for name in modes
        if "__pycache__" in name or "/exemplars/" in name or name.startswith("tests/")
    ]
    assert not any(
        "@" in line.replace("$@", "").replace("[@]", "")
        for text in scripts
        for line in text.splitlines()
    )
    for text in scripts:
        assert subprocess.run(["bash", "-n"], input=text, text=True, check=False).returncode == 0
    again = gradescope_bundle.build(load_assignment(BLOCKY), archive.parent / "again")
    assert again.read_bytes() == archive.read_bytes()


@pytest.mark.slow
def test_submission_gets_its_score(autograder: Path) -> None:
    """The reference gets all marks, a fault costs some, and the page shows no path of the grader."""
    hand_in(autograder)
    first = run(autograder, **KEPT)
    assert first.returncode == 0, first.stderr
    found = results(autograder)
    assert found["score"] == sum(test.get("max_score", 0) for test in found["tests"]) == 100
    hand_in(autograder, **{"def paint(self": "def paint_not(self"})
    assert run(autograder, **KEPT).returncode == 0
    found = results(autograder)
    assert 0 < found["score"] < 100
    assert str(autograder) not in json.dumps(found)


@pytest.mark.slow
def test_unreadable_submission_gets_a_reason(autograder: Path) -> None:
    """The student learns what to fix; the sandbox is not started."""
    (autograder / "submission" / "essay.txt").write_text("I have no program.")
    assert run(autograder).returncode == 0
    found = results(autograder)
    assert found["score"] == 0
    assert "no .py file" in found["tests"][0]["output"]
    assert str(autograder) not in found["tests"][0]["output"]


@pytest.mark.slow
def test_fault_of_the_grader_leaves_no_results(tmp_path: Path) -> None:
    """Gradescope then reports a failed autograder to staff. Results of an earlier run are deleted."""
    autograder = laid_out(
        gradescope_bundle.build(load_assignment(COLUMNS), tmp_path), tmp_path / "autograder"
    )
    hand_in(autograder, COLUMNS)
    (autograder / "results" / "results.json").write_text("{}")
    (autograder / "source" / "reference" / COLUMNS / "columns.py").write_text("raise SystemExit\n")
    failed = run(autograder, GRADER_CACHE=str(autograder / "cache"))
    assert failed.returncode == 3
    assert not (autograder / "results" / "results.json").exists()


def test_command_builds_the_zip(tmp_path: Path, capsys) -> None:
    assert (
        cli.main(
            [
                "bundle",
                "gradescope",
                BLOCKY,
                "--out",
                str(tmp_path),
                "--for",
                "staff",
                "--minimum",
                "B",
            ]
        )
        == 0
    )
    assert "gradescope.zip" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / f"{BLOCKY}-gradescope.zip") as packed:
        script = packed.read("run_autograder").decode()
    assert '"auto" "staff"' in script and "{GRADER_MINIMUM_LEVEL:-B}" in script


@pytest.mark.parametrize("id", IDS)
def test_setup_installs_the_required_python_and_jdk(id: str) -> None:
    """It installs the Python that the manifest requires, and a JDK for Java."""
    manifest = load_assignment(id).manifest
    files = gradescope_bundle.contents(
        load_assignment(id), sandbox="auto", minimum="C", audience="student"
    )
    script = files["setup.sh"].decode()
    assert f'wanted="{manifest.python}"' in script
    assert f'java="{manifest.java.release if manifest.java else ""}"' in script


@pytest.mark.nightly
@pytest.mark.parametrize("id", nightly.assignments(COLUMNS))
def test_reference_gets_all_marks(id: str, tmp_path: Path) -> None:
    """Each assignment has its own zip. Without namespaces the box is weaker, or grading is refused if so configured.

    One assignment shows the refusal, which is the harness's doing alone.
    """
    root = laid_out(gradescope_bundle.build(load_assignment(id), tmp_path), tmp_path / "autograder")
    hand_in(root, id)
    graded = run(root, **KEPT)
    assert graded.returncode == 0, graded.stderr
    full = results(root)["score"]
    assert (
        full == pytest.approx(sum(test.get("max_score", 0) for test in results(root)["tests"]))
        and full > 0
    )
    if os.geteuid() != 0:
        return  # only root can take namespaces away
    alone = run(root, sys.executable, str(ALONE), **KEPT)
    assert (alone.returncode, results(root)["score"]) == (0, full), alone.stderr
    if id != COLUMNS:
        return
    refused = run(root, sys.executable, str(ALONE), GRADER_MINIMUM_LEVEL="A", **KEPT)
    assert refused.returncode == 3
    assert "does not offer level A" in refused.stderr
    assert not (root / "results" / "results.json").exists()
