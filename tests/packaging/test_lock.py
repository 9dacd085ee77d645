"""The lock files: what they are made from, and that they hold what `pyproject.toml` asks for.

`requirements.lock` is for people who grade (and for Gradescope), `requirements-dev.lock` for those who change graders.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from graders.harness.assignment.manifest import ROOT

EXTRAS = {
    "requirements.lock": ("style", "sheets", "completion", "cluster", "build"),
    "requirements-dev.lock": ("dev",),
}
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """The table ``project``."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


def pins(lock: str) -> set[tuple[str, str]]:
    """Name and version of each package in a lock file; some stand there twice, for releases of Python."""
    return {(found["name"], found["version"]) for found in PINNED.finditer((ROOT / lock).read_text())}


def asked_for(project: dict[str, Any], *extras: str) -> list[Requirement]:
    """What an installation with these extras needs, extras of extras too."""
    texts = [*project["dependencies"]] if extras else []
    texts += [text for extra in extras for text in project["optional-dependencies"][extra]]
    found = list(map(Requirement, texts))
    return [inner for one in found for inner in (asked_for(project, *one.extras) if one.name == "graders" else [one])]


@pytest.mark.parametrize("lock", EXTRAS)
def test_lock_holds_what_is_asked_for(project: dict[str, Any], lock: str) -> None:
    """Each package, in a version that the bounds allow. Else: make it again, as its head says."""
    versions = {(canonicalize_name(name), version) for name, version in pins(lock)}
    for one in asked_for(project, *EXTRAS[lock]):
        found = [version for name, version in versions if name == canonicalize_name(one.name)]
        assert found and all(map(one.specifier.contains, found)), one


@pytest.mark.parametrize("lock", EXTRAS)
def test_head_of_a_lock_says_how_it_is_made(lock: str) -> None:
    """With hashes, for every system, and from no index in particular."""
    text = (ROOT / lock).read_text()
    extras = "".join(f" --extra {extra}" for extra in EXTRAS[lock])
    made = f"uv pip compile --universal --python-version 3.11{extras} --generate-hashes -o {lock} pyproject.toml"
    assert text.splitlines()[1] == f"#    {made}"
    assert "://" not in text
    assert all("--hash=sha256:" in part for part in re.split(PINNED, text)[3::3])


def test_both_locks_agree() -> None:
    """Who grades and who tests have the same versions."""
    assert pins("requirements.lock") < pins("requirements-dev.lock")


def test_build_needs_what_the_lock_has(project: dict[str, Any]) -> None:
    """An editable install without an isolated build uses the backend of the lock."""
    (backend,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert project["optional-dependencies"]["build"] == [backend]


PRIVATE = {"pytest": "_fixtureinfo", "hypothesis": "_hypothesis_internal_use_", "python-ta": ""}
"""Packages of which private parts are used -> how these parts are called."""


@pytest.mark.parametrize("name", PRIVATE)
def test_package_has_a_bound_where_private_parts_are_used(project: dict[str, Any], name: str) -> None:
    """What is private may change with any release."""
    (one,) = (one for one in asked_for(project, "style") if one.name == name)
    assert {specifier.operator for specifier in one.specifier} & {"<", "=="}
    used = (path.read_text() for path in (ROOT / "graders" / "harness").rglob("*.py"))
    assert any(PRIVATE[name] in text for text in used)
