"""The files that a newcomer meets first: workflows, forms, the Makefile, the licence, the website's navigation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from graders.harness.assignment.manifest import ROOT
from graders.harness.content import HARNESS
from tests import nightly
from tests.docs.document import links, prose

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml"))
ON_PUSH = GITHUB / "workflows" / "checks.yml"
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PINNED = re.compile(r"\s*- uses: [\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)+")

STUDENTS = [
    HARNESS / "handout" / "template" / ".github" / "workflows" / "check.yml",
    *sorted(ROOT.glob("starter/*/.github/workflows/check.yml")),
]
"""The workflows that students get."""

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
each_form = pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)


def read_yaml(path: Path) -> Any:
    """Return the content of a YAML file; all scalars are strings, and tags are ignored."""
    return yaml.load(re.sub(r"!!\S+ ", "", path.read_text(encoding="utf-8")), yaml.BaseLoader)


def needed_by(target: str) -> set[str]:
    """Return the prerequisites of a target of make."""
    (needed,) = re.findall(rf"^{re.escape(target)}:([^#\n]*)", MAKEFILE, re.MULTILINE)
    return set(needed.split())


# Workflows.


@pytest.mark.parametrize("path", [*WORKFLOWS, *STUDENTS], ids=str)
def test_workflow_may_only_read(path: Path) -> None:
    workflow = read_yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert [name for name, job in workflow["jobs"].items() if "permissions" in job] == []
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] == "false"


@pytest.mark.parametrize("path", [*WORKFLOWS, *STUDENTS], ids=str)
def test_actions_are_pinned_to_commits(path: Path) -> None:
    """A tag can be moved to other code; a commit cannot. The comment has the version for people."""
    uses = [line for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert uses
    assert [line for line in uses if not PINNED.fullmatch(line)] == []


def test_one_action_has_one_version() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (*WORKFLOWS, *STUDENTS))
    used = sorted(set(re.findall(r"uses: ([\w./-]+)@(\w+) # (\S+)", text)))
    assert [first for first, second in pairwise(used) if first[0] == second[0]] == []


@each_workflow
def test_jobs_have_timeouts(path: Path) -> None:
    """Otherwise a job that hangs runs for six hours."""
    limits = {name: int(job["timeout-minutes"]) for name, job in read_yaml(path)["jobs"].items()}
    assert all(0 < minutes <= 120 for minutes in limits.values()), limits


def test_pushes_and_pull_requests_are_checked_in_15_minutes() -> None:
    workflow = read_yaml(ON_PUSH)
    assert set(workflow["on"]) == {"push", "pull_request"}
    jobs = workflow["jobs"]
    assert all(int(job["timeout-minutes"]) <= 15 for job in jobs.values())
    steps = {
        name: "\n".join(step.get("run", "") for step in job["steps"]) for name, job in jobs.items()
    }
    assert "make lint" in steps["lint"] and "make docs" in steps["lint"]
    assert "make test-fast" in steps["tests"] and "make coverage" in steps["coverage"]
    assert "make wheel" in steps["wheel"] and "tests.packaging.bare" in steps["wheel"]


def test_coverage_has_a_gate() -> None:
    """`make coverage` ends with an error below it, also if all tests pass."""
    assert PYPROJECT["tool"]["coverage"]["report"]["fail_under"] >= 90
    assert "coverage report || status=$$?" in MAKEFILE


# Forms and hooks.


@each_form
def test_form_asks_for_the_version_and_refuses_vulnerabilities(path: Path) -> None:
    """Each field has its own id. A form that might receive an attack first points to the private way."""
    form = read_yaml(path)
    ids = [field["id"] for field in form["body"] if "id" in field]
    assert len(ids) == len(set(ids)) and "version" in ids
    assert form["name"] and form["description"]
    if path.stem != "crash":
        assert "Report a vulnerability" in form["body"][0]["attributes"]["value"]


def test_security_policy_invents_no_address() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "private vulnerability reporting" in text
    assert "@" not in text and "http" not in text


def test_hooks_run_the_linters_of_make_lint() -> None:
    """They are programs of `.venv`, without options of their own, so both always agree."""
    (repository,) = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    hooks = {hook["id"]: hook for hook in repository["hooks"]}
    assert set(hooks) == {"codespell", "ruff-check", "ruff-format", "mypy", "lint-imports"}
    for hook in hooks.values():
        command = hook["entry"].removesuffix(" --force-exclude").replace(".venv/bin/", "$(BIN)/")
        assert f"\t{command}\n" in MAKEFILE and "args" not in hook and "exclude" not in hook


# Make.


@pytest.mark.parametrize(
    "target", ["test", "test-fast", "coverage", "lint", "docs", "pictures", "bench", "release"]
)
def test_target_for_contributors_installs_everything(target: str) -> None:
    assert needed_by(target) == {"dev"}


@pytest.mark.parametrize("target", ["demo", "verify", "starter", "wheel"])
def test_target_for_staff_installs_grading_only(target: str) -> None:
    """Grading needs neither linters nor games."""
    assert needed_by(target) == {"setup"}


def test_each_installation_has_its_lock_file() -> None:
    assert "requirements.lock" in needed_by("$(VENV)/.ready")
    assert needed_by("$(VENV)/.dev") == {"$(VENV)/.ready", "requirements-dev.lock"}
    assert MAKEFILE.count("--require-hashes -r requirements") == 2


def test_every_target_has_a_line_of_help() -> None:
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert set(phony.split()) == set(re.findall(r"^([a-z0-9-]+):.*##", MAKEFILE, re.MULTILINE))


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "make test"
    assert "`make test`" in README


# The front page and the website.


def test_readme_fits_on_one_screen() -> None:
    assert len(README.splitlines()) <= 60
    assert len(re.findall(r"^!\[", README, re.MULTILINE)) == 1, "one picture"
    assert len(re.findall(r"^\|---", README, re.MULTILINE)) == 1, "one table"


def test_readme_states_the_licence_and_its_limits() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert licence.startswith("MIT License\n") and "the graders project contributors" in licence
    told = " ".join(prose(README).partition("## Licence")[2].split())
    assert "original course files are not included" in told
    assert "LICENSE" in links(README)


def test_changelog_is_in_order() -> None:
    """The newest version comes first, below the unreleased changes. The project's is it, or the next one's."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+?)\]( - \d{4}-\d{2}-\d{2})?$", text, re.MULTILINE)
    assert versions[0] == ("Unreleased", "")
    released = [Version(version) for version, _ in versions[1:]]
    assert released and released == sorted(released, reverse=True)
    assert all(date for _, date in versions[1:])
    project = Version(PYPROJECT["project"]["version"])
    assert project > released[0] if project.is_devrelease else project == released[0]


def test_notes_of_the_next_release_fit_on_one_screen() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    start = PYPROJECT["tool"]["towncrier"]["start_string"].strip()
    notes = text.partition("## [Unreleased]")[2].partition(start)[0]
    assert len(notes.split()) <= 500
    assert re.match(r"\s+## \[", text.partition(start)[2]), "towncrier adds a section here"


def test_fragments_are_well_formed() -> None:
    """towncrier leaves out a file whose name it does not know. A fragment is a paragraph of whole sentences."""
    types = "|".join(kind["directory"] for kind in PYPROJECT["tool"]["towncrier"]["type"])
    folder = ROOT / "changelog.d"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)`", readme, re.MULTILINE) == types.split("|")
    for path in folder.iterdir():
        if path.name != "README.md":
            assert re.fullmatch(rf"\+[a-z0-9-]+\.({types})\.md", path.name), path.name
            assert re.fullmatch(r"[^\s*#-].{20,600}[.)]", path.read_text().strip(), re.DOTALL), path


# A release.


def release(folder: Path, **variables: str) -> str:
    """Run the release's script in *folder*, which it refuses; return why."""
    done = subprocess.run(
        [folder / ".ci" / "release"],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stdout + done.stderr
    return done.stderr


def test_release_names_all_that_is_missing(tmp_path: Path) -> None:
    """It builds nothing then, and adds no tag."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / ".venv").symlink_to(sys.prefix)
    shutil.copy2(ROOT / ".ci" / "release", tmp_path / ".ci")
    project, changes = tmp_path / "pyproject.toml", tmp_path / "CHANGELOG.md"
    project.write_text('[project]\nversion = "1.2.0.dev0"\n')
    changes.write_text(
        "# Changelog\n\n## [Unreleased]\n\nSome notes.\n\n## [1.1.0] - 2026-01-01\n\nA.\n"
    )
    (tmp_path / "changelog.d" / "+one.fixed.md").write_text("One.\n")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    found = release(tmp_path, DO="1")
    assert re.findall("not yet: (.*?)(?::|$)", found, re.MULTILINE) == [
        "1.2.0.dev0 is no version of a release",
        "some files are not committed",
        "changelog.d has 1 fragments",
        "CHANGELOG.md has no notes for 1.2.0.dev0",
        "CHANGELOG.md has text below Unreleased",
    ]
    project.write_text('[project]\nversion = "1.1.0"\n')
    changes.write_text("# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-01-01\n\nA.\n")
    (tmp_path / "changelog.d" / "+one.fixed.md").unlink()
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "All"], check=True)
    subprocess.run([*git, "tag", "v1.1.0"], check=True)
    assert release(tmp_path, DO="1") == "not yet: the tag v1.1.0 exists already\n"


def pages_of(entry: Any) -> list[str]:
    """Return the pages below an entry of the navigation."""
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [page for part in parts for page in pages_of(part)]


def test_website_shows_every_document_once() -> None:
    """Its pages are those of ``docs/``, and those that the hook copies from elsewhere."""
    website = read_yaml(ROOT / "mkdocs.yml")
    assert website["strict"] == "true"
    assert set(website["validation"]["links"].values()) == {"warn"}
    pages = pages_of(website["nav"])
    assert len(pages) == len(set(pages))
    documents = {
        path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")
    }
    hook = (ROOT / "docs" / "website.py").read_text(encoding="utf-8")
    copied = set(re.findall(r'\.md": "(\S+\.md)"', hook))
    assert "index.md" in copied
    assert {*pages} == documents | copied


# The glossary, and the tests' own README.


def test_glossary_is_in_order_and_names_modules_that_exist() -> None:
    """Readers look a word up by its letter, and follow it to the code that defines it."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ][2:]
    words = [word for word, _, _ in rows]
    assert words == sorted(set(words), key=str.lower)
    paths = [path for _, _, where in rows for path in re.findall(r"`([^`]+)`", where)]
    assert len(paths) >= len(rows)
    assert [
        path for path in paths if not any((top / path).exists() for top in (HARNESS, ROOT))
    ] == []
    assert [word for word, sentence, _ in rows if not sentence.endswith(".")] == []


def test_every_folder_of_tests_is_in_the_readme() -> None:
    """A new room of tests needs a sentence on its contents."""
    tests = ROOT / "tests"
    readme = (tests / "README.md").read_text(encoding="utf-8")
    folders = {path.parent.relative_to(tests).parts[0] for path in tests.glob("*/**/*.py")}
    assert folders
    assert [name for name in sorted(folders) if not re.search(rf"`{name}/?`", readme)] == []


def test_tests_left_to_the_night_exist() -> None:
    """A test that is renamed would come back to every push, and nobody would know why it takes longer."""
    for id in nightly.LISTED:
        file, _, function = id.partition("[")[0].partition("::")
        assert f"def {function}(" in (ROOT / file).read_text(encoding="utf-8"), id
