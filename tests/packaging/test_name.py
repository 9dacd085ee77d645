"""The distribution has one name, which no text gets wrong: the index has another project called like the package."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib import metadata

import pytest

from graders.harness import content
from graders.harness.assignment.manifest import ROOT
from graders.harness.content import DISTRIBUTION, installing, release

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRA = re.compile(r"\b(graders|fairgrader)\[([a-z]+)\b(?!\()")
READ = (
    ".md",
    ".py",
    ".toml",
    ".yml",
    ".json",
    ".sh",
    ".jinja",
    ".lock",
    "Makefile",
    "Containerfile",
    "setup.sh",
)


def test_name_is_that_of_the_project() -> None:
    """Messages take it from one constant. The package and the command have names of their own."""
    assert PROJECT["name"] == DISTRIBUTION
    assert PROJECT["scripts"].keys() == {"grader"}
    assert installing("tutoring") == "pip install 'fairgrader[tutoring]'"


def test_metadata_names_author_and_licence() -> None:
    """`pip show` prints them. The author is the holder of the licence."""
    (author,) = PROJECT["authors"]
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])
    assert author["name"] in (ROOT / "LICENSE").read_text()


@pytest.mark.slow
def test_every_text_names_an_extra_of_this_project() -> None:
    """In code, documents, workflows and lock files."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this is no clone, so nobody knows which files belong to the project")
    found = set()
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if name.endswith(READ) and "/exemplars/" not in name and path.is_file():
            text = path.read_text(encoding="utf-8")
            found |= {(name, *one.groups()) for one in EXTRA.finditer(text)}
            assert not re.search(r"pip install '?graders\b|\bgraders \(pyproject", text), name
    assert [
        one
        for one in sorted(found)
        if one[1] != DISTRIBUTION or one[2] not in PROJECT["optional-dependencies"]
    ] == []
    assert len(found) > 5


def test_release_of_a_copy_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout on the path has no metadata; nothing fails for that."""
    monkeypatch.setattr(content, "DISTRIBUTION", "no-such-distribution")
    with pytest.raises(metadata.PackageNotFoundError):
        metadata.version(content.DISTRIBUTION)
    assert release() == "(not installed)"
