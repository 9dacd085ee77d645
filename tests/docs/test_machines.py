"""The machines that files of this repository describe have what its assignments demand: the image, the development
container, and GitHub's runners."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, NamedTuple

import pytest
import yaml

from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.cli import parser
from graders.harness.handout import gradescope_bundle

MANIFESTS = [load_assignment(id).manifest for id in assignment_ids()]
JUDGE = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


class Instruction(NamedTuple):
    """One instruction of a Containerfile."""

    word: str
    rest: str


def instructions(text: str) -> list[Instruction]:
    """Read a Containerfile: comments go, and lines that end with a backslash go on."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")).replace("\\\n", " ")
    return [Instruction(*line.split(maxsplit=1)) for line in lines.splitlines() if line.strip()]


IMAGE = instructions((ROOT / "Containerfile").read_text())


def run_in(steps: list[Instruction]) -> str:
    """Return all that is run."""
    return "\n".join(step.rest for step in steps if step.word == "RUN")


def pythons_of(steps: list[Instruction]) -> set[str]:
    """Return the Pythons that an image gets: those of the distribution, and those it is told to add."""
    (added,) = (step.rest.partition("=")[2].strip('"') for step in steps if step.rest.startswith("PYTHONS="))
    return {*re.findall(r"\spython(3\.\d+)\s", run_in(steps)), *added.split()}


def kits_of(steps: list[Instruction]) -> set[str]:
    """Return the releases of the JDKs that an image gets."""
    return set(re.findall(r"openjdk-(\d+)-jdk", run_in(steps)))


def unmet(pythons: set[str], kits: set[str]) -> list[str]:
    """Return what the judge and the assignments demand and none of these is: "Python 3.13", "Java >=17"."""
    pairs = [(f"Python {spec}", spec, pythons) for spec in (JUDGE, *(one.python for one in MANIFESTS if not one.java))]
    pairs += [(f"Java {one.java.release}", one.java.release, kits) for one in MANIFESTS if one.java]
    return [name for name, spec, there in pairs if not any(suits(release, spec) for release in there)]


def suits(release: str, spec: str) -> bool:
    """Say whether *release*, such as 3.12 or 17, is what "3.12" or ">=3.8" demands."""
    numbers = [tuple(map(int, one.split("."))) for one in (release, spec.removeprefix(">="))]
    return numbers[0] >= numbers[1] if spec.startswith(">=") else numbers[0] == numbers[1]


def called(script: str) -> set[str]:
    """Return the targets of make that *script* names."""
    return set(re.findall(r"(?:^|[;&|{]|&&)\s*make ([a-z-]+)", script, re.MULTILINE))


def test_image_has_every_language() -> None:
    """A new assignment's Python, or JDK, has to be in the image, too."""
    assert unmet(pythons_of(IMAGE), kits_of(IMAGE)) == []


def test_language_that_an_image_lacks_is_noticed() -> None:
    """Connect 4 wants exactly one Python, the judge any new one, Java a release or newer."""
    older = instructions(
        'ARG PYTHONS="3.8 3.9"\nRUN apt-get install -y \\\n  python3.10 openjdk-11-jdk-headless make\n'
    )
    assert unmet(pythons_of(older), kits_of(older)) == ["Python >=3.11", "Python 3.12", "Java >=17"]


def test_image_is_made_of_what_there_is() -> None:
    """What is copied exists, what is made is a target, and the interpreter that the judge gets is one it installs."""
    copied = [step.rest.split()[:-1] for step in IMAGE if step.word == "COPY"]
    assert copied
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []
    assert called(run_in(IMAGE)) == {"setup"} <= TARGETS
    assert set(re.findall(r"PYTHON=python(\S+)", run_in(IMAGE))) <= pythons_of(IMAGE)
    assert "bubblewrap" in run_in(IMAGE).split()


def test_image_holds_what_grades_and_nothing_else() -> None:
    """All is left out but what is named: no submission, mark or secret can get in; nothing that grading needs is left."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    kept = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert kept == {path.name for path in ROOT.iterdir() if path.name in kept}
    zipped = gradescope_bundle.contents(load_assignment("csse7030_connect4"), sandbox="auto", minimum="C", audience="student")
    parts = {name.partition("/")[0] for name in zipped} - set(gradescope_bundle.PROGRAMS)
    assert parts < kept
    assert kept - parts == {"LICENSE", "Makefile", "README.md", "pyproject.toml"}  # what `make setup` reads besides


def test_development_container_is_made_of_the_image() -> None:
    """Its stage is one of the Containerfile's, and what makes it ready is a target."""
    folder = ROOT / ".devcontainer"
    described = json.loads((folder / "devcontainer.json").read_text())
    assert (folder / described["build"]["dockerfile"]).resolve() == ROOT / "Containerfile"
    assert (folder / described["build"]["context"]).resolve() == ROOT
    stages = {step.rest.split(" AS ")[1] for step in IMAGE if step.word == "FROM"}
    assert described["build"]["target"] in stages
    assert called(described["postCreateCommand"]) == {"dev"} <= TARGETS


def jobs(path: Any) -> dict[str, Any]:
    """Read the jobs of a workflow."""
    found: dict[str, Any] = yaml.load(path.read_text(), yaml.BaseLoader)["jobs"]
    return found


def test_everything_is_proved_every_night_and_by_hand() -> None:
    """One workflow does, without anybody pushing; it runs `make verify` on each assignment."""
    (path,) = (path for path in WORKFLOWS if "make verify" in path.read_text())
    when = yaml.load(path.read_text(), yaml.BaseLoader)["on"]
    assert set(when) == {"schedule", "workflow_dispatch"}
    minute, hour, day, month, weekday = when["schedule"][0]["cron"].split()
    assert (day, month, weekday) == ("*", "*", "*") and int(hour) < 24 and int(minute) < 60
    (proving,) = (job for job in jobs(path).values() if "strategy" in job)
    assert proving["strategy"]["matrix"] == {"assignment": list(assignment_ids())}
    assert proving["steps"][-1]["run"] == "make verify ASSIGNMENT=${{ matrix.assignment }}"


@each_workflow
def test_workflow_names_what_there_is(path: Any) -> None:
    """Its steps call targets of make and programs of the repository; what it sets up is all that is demanded."""
    assert jobs(path)
    for name, job in jobs(path).items():
        uses = {step["uses"].partition("@")[0]: step.get("with", {}) for step in job["steps"] if "uses" in step}
        script = "\n".join(step["run"] for step in job["steps"] if "run" in step)
        assert "actions/checkout" in uses, name
        assert called(script) <= TARGETS
        files = re.findall(r"(?:^|\s)(\.\w+/\w+)|build -f (\S+)", script)
        assert files or called(script), "it does nothing of ours"
        assert [one for pair in files for one in pair if one and not (ROOT / one).is_file()] == []
        if "docker build" in script:
            continue  # the image brings its own
        kits = {uses["actions/setup-java"]["java-version"]} if "actions/setup-java" in uses else {"17"}  # the runner's
        assert unmet(set(uses["actions/setup-python"]["python-version"].split()), kits) == []


@each_workflow
def test_command_lines_of_a_workflow_are_understood(path: Any) -> None:
    """Every call of the grader, in the runner or in the image, is taken by the real parser."""
    script = "\n".join(step.get("run", "") for job in jobs(path).values() for step in job["steps"])
    for line in re.findall(r"\bgrader ((?:grade|doctor|verify|list|exemplars)\b[^\n\"$]*)", script):
        assert parser().parse_args(line.split()).run


def test_makefile_proves_one_or_all() -> None:
    """What the workflow gives to `make verify` is a variable that its recipe reads."""
    recipe = (ROOT / "Makefile").read_text().partition("\nverify:")[2].partition("\n\n")[0]
    assert "$(ASSIGNMENT)" in recipe and "grader verify" in recipe
