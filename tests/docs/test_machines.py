"""The image, the development container and GitHub's runners have the languages that assignments require."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, NamedTuple

import pytest
import yaml

from graders.extensions.platforms import gradescope_bundle
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.cli import parser
from tests.nightly import IDS

MANIFESTS = [load_assignment(id).manifest for id in IDS]
JUDGE = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
TARGETS = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


class Instruction(NamedTuple):
    """One instruction of a Containerfile."""

    word: str
    rest: str


def instructions(text: str) -> list[Instruction]:
    """Parse a Containerfile: drop comments, and join lines that end with a backslash."""
    lines = "\n".join(
        line for line in text.splitlines() if not line.lstrip().startswith("#")
    ).replace("\\\n", " ")
    return [Instruction(*line.split(maxsplit=1)) for line in lines.splitlines() if line.strip()]


IMAGE = instructions((ROOT / "Containerfile").read_text())


def run_in(steps: list[Instruction]) -> str:
    """Return all commands that are run."""
    return "\n".join(step.rest for step in steps if step.word == "RUN")


def pythons_of(steps: list[Instruction]) -> set[str]:
    """Return the Pythons of an image: the distribution's, and the added ones."""
    (added,) = (
        step.rest.partition("=")[2].strip('"') for step in steps if step.rest.startswith("PYTHONS=")
    )
    return {*re.findall(r"\spython(3\.\d+)\s", run_in(steps)), *added.split()}


def kits_of(steps: list[Instruction]) -> set[str]:
    """Return the releases of the JDKs that an image gets."""
    return set(re.findall(r"openjdk-(\d+)-jdk", run_in(steps)))


def unmet(pythons: set[str], kits: set[str]) -> list[str]:
    """Return requirements of judge and assignments that no release satisfies: "Python 3.13", "Java >=17"."""
    pairs = [
        (f"Python {spec}", spec, pythons)
        for spec in (JUDGE, *(one.python for one in MANIFESTS if not one.java))
    ]
    pairs += [(f"Java {one.java.release}", one.java.release, kits) for one in MANIFESTS if one.java]
    return [
        name for name, spec, there in pairs if not any(suits(release, spec) for release in there)
    ]


def suits(release: str, spec: str) -> bool:
    """Return whether *release*, such as 3.12 or 17, satisfies "3.12" or ">=3.8"."""
    numbers = [tuple(map(int, one.split("."))) for one in (release, spec.removeprefix(">="))]
    return numbers[0] >= numbers[1] if spec.startswith(">=") else numbers[0] == numbers[1]


def called(script: str) -> set[str]:
    """Return the targets of make in *script*."""
    return set(re.findall(r'(?:^|[;&|{"]|&&)\s*make ([a-z-]+)', script, re.MULTILINE))


def test_image_has_every_language() -> None:
    """The image must have a new assignment's Python or JDK too."""
    assert unmet(pythons_of(IMAGE), kits_of(IMAGE)) == []


def test_missing_language_is_found() -> None:
    """Connect 4 requires one exact Python, the judge any new one, Java a release or newer."""
    older = instructions(
        'ARG PYTHONS="3.8 3.9"\nRUN apt-get install -y \\\n  python3.10 openjdk-11-jdk-headless make\n'
    )
    assert unmet(pythons_of(older), kits_of(older)) == ["Python >=3.11", "Python 3.12", "Java >=17"]


def test_image_is_built_from_existing_files() -> None:
    """Copied files and called targets exist, and the judge's interpreter is one that the image installs."""
    copied = [step.rest.split()[:-1] for step in IMAGE if step.word == "COPY"]
    assert copied
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []
    assert called(run_in(IMAGE)) == {"setup"} <= TARGETS
    assert set(re.findall(r"PYTHON=python(\S+)", run_in(IMAGE))) <= pythons_of(IMAGE)
    assert "bubblewrap" in run_in(IMAGE).split()


def test_image_has_only_the_files_for_grading() -> None:
    """Only named files are included, so no submission, mark or secret gets in. Grading needs no other file."""
    lines = [
        line
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if not line.startswith("#")
    ]
    assert lines[0] == "*"
    kept = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert kept == {path.name for path in ROOT.iterdir() if path.name in kept}
    zipped = gradescope_bundle.contents(
        load_assignment("csse7030_connect4"), sandbox="auto", minimum="C", audience="student"
    )
    parts = {name.partition("/")[0] for name in zipped} - set(gradescope_bundle.PROGRAMS)
    assert {part for part in parts if not part.endswith(".dist-info")} < kept
    assert kept - parts == {
        "LICENSE",
        "Makefile",
        "README.md",
        "pyproject.toml",
    }  # `make setup` reads these too


def test_development_container_is_built_from_the_image() -> None:
    """Its stage is in the Containerfile, and its command is a target of make."""
    folder = ROOT / ".devcontainer"
    described = json.loads((folder / "devcontainer.json").read_text())
    assert (folder / described["build"]["dockerfile"]).resolve() == ROOT / "Containerfile"
    assert (folder / described["build"]["context"]).resolve() == ROOT
    stages = {step.rest.split(" AS ")[1] for step in IMAGE if step.word == "FROM"}
    assert described["build"]["target"] in stages
    assert called(described["postCreateCommand"]) == {"dev"} <= TARGETS


def jobs(path: Any) -> dict[str, Any]:
    """Return the jobs of a workflow."""
    found: dict[str, Any] = yaml.load(path.read_text(), yaml.BaseLoader)["jobs"]
    return found


def test_everything_is_verified_every_night_and_by_hand() -> None:
    """One workflow runs `make verify` on each assignment, by schedule or by hand."""
    (path,) = (path for path in WORKFLOWS if "make verify" in path.read_text())
    when = yaml.load(path.read_text(), yaml.BaseLoader)["on"]
    assert set(when) == {"schedule", "workflow_dispatch"}
    minute, hour, day, month, weekday = when["schedule"][0]["cron"].split()
    assert (day, month, weekday) == ("*", "*", "*") and int(hour) < 24 and int(minute) < 60
    (proving,) = (job for job in jobs(path).values() if "strategy" in job)
    assert proving["strategy"]["matrix"] == {"assignment": list(IDS)}
    assert proving["steps"][-1]["run"] == "make verify ASSIGNMENT=${{ matrix.assignment }}"


@each_workflow
def test_names_in_workflow_exist(path: Any) -> None:
    """Its steps call targets of make and programs of the repository; it sets up every required language."""
    assert jobs(path)
    for name, job in jobs(path).items():
        uses = {
            step["uses"].partition("@")[0]: step.get("with", {})
            for step in job["steps"]
            if "uses" in step
        }
        script = "\n".join(step["run"] for step in job["steps"] if "run" in step)
        assert "actions/checkout" in uses, name
        assert called(script) <= TARGETS
        files = re.findall(r"(?:^|\s)(\.(?!venv/)\w+/\w+)|build -f (\S+)", script)
        assert files or called(script) or "check.py" in script, "it does not start the check"
        assert [one for pair in files for one in pair if one and not (ROOT / one).is_file()] == []
        if "docker build" in script or "container" in job:
            continue  # the image has its own languages
        kits = (
            {uses["actions/setup-java"]["java-version"]} if "actions/setup-java" in uses else {"17"}
        )  # the runner has Java 17
        assert unmet(set(uses["actions/setup-python"]["python-version"].split()), kits) == []


@each_workflow
def test_command_lines_of_a_workflow_are_valid(path: Any) -> None:
    """The real parser accepts every call of the grader, in the runner or in the image."""
    script = "\n".join(step.get("run", "") for job in jobs(path).values() for step in job["steps"])
    for line in re.findall(r"\bgrader ((?:grade|doctor|verify|list|exemplars)\b[^\n\"$]*)", script):
        assert parser().parse_args(line.split()).command


def test_makefile_verifies_one_or_all() -> None:
    """The recipe of `make verify` uses the variable that the workflow sets."""
    recipe = (ROOT / "Makefile").read_text().partition("\nverify:")[2].partition("\n\n")[0]
    assert "$(ASSIGNMENT)" in recipe and "grader verify" in recipe
