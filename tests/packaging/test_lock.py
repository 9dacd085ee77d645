"""The lock files: their sources, and that they satisfy `pyproject.toml`.

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
    "requirements.lock": ("style", "tutoring", "completion", "cluster", "java", "build"),
    "requirements-dev.lock": ("dev",),
}
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """Return the table ``project``."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


def pins(lock: str) -> set[tuple[str, str]]:
    """Return name and versions of each package in a lock file; some have two, for releases of Python."""
    return {
        (found["name"], found["version"]) for found in PINNED.finditer((ROOT / lock).read_text())
    }


def asked_for(project: dict[str, Any], *extras: str) -> list[Requirement]:
    """Return the requirements of an installation with these extras, and of their extras."""
    texts = [*project["dependencies"]] if extras else []
    texts += [text for extra in extras for text in project["optional-dependencies"][extra]]
    found = list(map(Requirement, texts))
    return [
        inner
        for one in found
        for inner in (asked_for(project, *one.extras) if one.name == project["name"] else [one])
    ]


@pytest.mark.parametrize("lock", EXTRAS)
def test_lock_satisfies_the_requirements(project: dict[str, Any], lock: str) -> None:
    """Each package has a version within the bounds. If not, make the lock again with the command in its head."""
    versions = {(canonicalize_name(name), version) for name, version in pins(lock)}
    for one in asked_for(project, *EXTRAS[lock]):
        found = [version for name, version in versions if name == canonicalize_name(one.name)]
        assert found and all(map(one.specifier.contains, found)), one


@pytest.mark.parametrize("lock", EXTRAS)
def test_head_of_a_lock_has_the_command_that_made_it(lock: str) -> None:
    """The command asks for hashes, covers every system, and names no index."""
    text = (ROOT / lock).read_text()
    extras = "".join(f" --extra {extra}" for extra in EXTRAS[lock])
    made = f"uv pip compile --universal --python-version 3.11{extras} --generate-hashes -o {lock} pyproject.toml"
    assert text.splitlines()[1] == f"#    {made}"
    assert "://" not in text
    assert all("--hash=sha256:" in part for part in re.split(PINNED, text)[3::3])


def test_both_locks_agree() -> None:
    """Grading and testing use the same versions."""
    assert pins("requirements.lock") < pins("requirements-dev.lock")


def test_build_uses_the_version_of_the_lock(project: dict[str, Any]) -> None:
    """An editable install without an isolated build uses the backend of the lock."""
    (backend,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert project["optional-dependencies"]["build"] == [backend]


PRIVATE = {"pytest": "_fixtureinfo", "hypothesis": "_hypothesis_internal_use_", "python-ta": ""}
"""Package whose private parts are used -> pattern of their names."""


@pytest.mark.parametrize("name", PRIVATE)
def test_package_with_used_private_parts_has_a_bound(project: dict[str, Any], name: str) -> None:
    """Private parts may change with any release."""
    (one,) = (one for one in asked_for(project, "style") if one.name == name)
    assert {specifier.operator for specifier in one.specifier} & {"<", "=="}
    used = (path.read_text() for path in (ROOT / "graders" / "harness").rglob("*.py"))
    assert any(PRIVATE[name] in text for text in used)
