"""A stranger's extension is found like our own, and the harness does its work without any of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from graders.harness import extensions
from graders.harness.assignment.manifest import ROOT, load_assignment
from tests.language import needs_language
from tests.nightly import IDS
from tests.world import WORLDS

pytestmark = pytest.mark.slow

OURS = sorted(
    tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][
        extensions.GROUP
    ]
)
GUEST = """
from graders.harness.hooks import Extension

def hello():
    "Say hello."
    print("hello from outside")

EXTENSION = Extension("guest", commands=lambda: ["guest:hello"])
"""
ADVISOR = """
import json
from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault
from graders.harness.hooks import Extension

class Advisor:
    name = "guest"

    def open(self, benches):
        return self

    def of(self, submission):
        return self

    def read_ahead(self):
        pass

    def before_hidden(self, run):
        pass

    def flags(self, run):
        return ()

    def noted(self, run):
        return [one.spec.id for one in run.results() if one.outcome.verdict.is_failure]

    def diagnosis(self, result, noted, assignment):
        failed = tuple(json.loads(bytes(noted)))
        cold = KnownFault(("it is cold",), ("cold",), Certainty.LIKELY, "by hand", failed)
        return Diagnosis((cold,)) if failed else None

    def remark(self, assignment):
        return "the thermometer is old"

EXTENSION = Extension("guest", advice=lambda: [Advisor()])
"""
WITHOUT = """
import importlib.metadata as metadata

every = metadata.entry_points

def entry_points(**wanted):
    found = every(**wanted)
    if wanted.get("group") == "graders.extensions":
        return metadata.EntryPoints(one for one in found if one.name not in {names!r})
    return found

metadata.entry_points = entry_points
"""
"""A sitecustomize: Python runs it at its start, in each process."""


def install(folder: Path, name: str, value: str, source: str) -> None:
    """Put a distribution with one module and one extension into a folder of packages."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        f"[{extensions.GROUP}]\n{name} = {value}\n", encoding="utf-8"
    )


def grader(packages: Path, *typed: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run ``grader`` with more packages on its path."""
    search = os.pathsep.join([str(packages), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "graders.harness.cli", *map(str, typed)],
        env={**os.environ, "PYTHONPATH": search},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


SEVERAL = """
import contextlib, io, json, sys
from graders.harness.cli import main

def ended(typed):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(typed)
        except SystemExit as end:
            status = end.code or 0
    out.seek(0), err.seek(0)
    return status, out.read(), err.read()

json.dump([ended(typed) for typed in json.load(sys.stdin)], sys.stdout)
"""


def several(
    packages: Path, commands: Iterable[tuple[str | Path, ...]], cwd: Path
) -> list[tuple[int, str, str]]:
    """Run commands of ``grader`` in one process with more packages on its path; return how each ended."""
    search = os.pathsep.join([str(packages), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL],
        env={**os.environ, "PYTHONPATH": search},
        cwd=cwd,
        input=json.dumps([[*map(str, typed)] for typed in commands]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def test_extension_of_another_distribution_is_found(tmp_path: Path) -> None:
    """A folder on the path is enough; the harness knows nothing of it."""
    install(tmp_path, "guest", "guest:EXTENSION", GUEST)
    done = grader(tmp_path, "hello", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "hello from outside\n")
    assert "Say hello" in grader(tmp_path, "--help", cwd=tmp_path).stdout


def test_command_of_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    """No extension replaces a command of the harness."""
    install(tmp_path, "guest", "guest:EXTENSION", GUEST.replace("guest:hello", "guest:grade"))
    done = grader(tmp_path, "list", cwd=tmp_path)
    assert done.returncode == 2
    assert "two commands are called grade" in done.stderr


def test_extension_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    install(tmp_path, "guest", "guest:MISSING", GUEST)
    done = grader(tmp_path, "list", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("grader: the extension guest (guest:MISSING) cannot be loaded: ")


def test_two_extensions_of_one_name_are_refused(tmp_path: Path) -> None:
    """Which of the two would be used is chance."""
    install(tmp_path, "guest", "guest:EXTENSION", GUEST)
    (tmp_path / "guest-1.0.dist-info").rename(tmp_path / "other-1.0.dist-info")
    metadata = tmp_path / "other-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("guest", "other"))
    install(tmp_path, "guest", "guest:hello", GUEST)
    done = grader(tmp_path, "list", cwd=tmp_path)
    assert done.returncode == 2
    assert "two installed packages have an extension 'guest'" in done.stderr


@pytest.mark.nightly
def test_advice_of_another_distribution_reaches_reports(tmp_path: Path) -> None:
    """Its notes are carried to them, also from the store of results."""
    install(tmp_path, "guest", "guest:EXTENSION", ADVISOR)
    root, handed_in = tmp_path / "root", tmp_path / "class"
    root.mkdir()
    assert grader(tmp_path, "--root", root, "new", "tiny", "--title", "Tiny", cwd=tmp_path)
    shutil.copytree(root / "starter" / "tiny", handed_in / "unwritten")
    shutil.copytree(root / "reference" / "tiny", handed_in / "right")
    for name in ("first", "from-the-store"):
        marks = tmp_path / name
        done = grader(
            tmp_path, "--root", root, "grade", "tiny", handed_in, "--out", marks, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert "2  it is cold" not in done.stdout
        assert "1  it is cold" in done.stdout
        assert "the thermometer is old" in done.stderr
        assert "it is cold" in (marks / "gradebook.csv").read_text()
        assert "by hand" in (marks / "unwritten" / "staff-report.html").read_text()
        assert not (marks / "right" / "diagnosis.json").exists()


def without(left_out: list[str], folder: Path) -> Path:
    """Return a new folder of packages that hides the extensions *left_out*."""
    packages = folder / "packages"
    packages.mkdir()
    (packages / "sitecustomize.py").write_text(
        WITHOUT.replace("{names!r}", repr(set(left_out))), encoding="utf-8"
    )
    return packages


@pytest.mark.slow
@pytest.mark.parametrize(
    "left_out",
    [*(pytest.param([name], marks=pytest.mark.nightly) for name in OURS), OURS],
    ids="+".join,
)
def test_harness_works_without_an_extension(left_out: list[str], tmp_path: Path) -> None:
    """It grades a class, applies what tutors wrote, checks, reports and bundles. An assignment
    without a driver needs the extension `calls`.
    """
    packages = without(left_out, tmp_path)
    root, marks = tmp_path / "root", tmp_path / "marks"
    shutil.copytree(WORLDS / "clock", root)

    def run(*commands: tuple[str | Path, ...]) -> list[tuple[int, str, str]]:
        return several(packages, [("--root", root, *typed) for typed in commands], tmp_path)

    new = grader(tmp_path, "--root", root, "new", "tiny", "--title", "Tiny", cwd=tmp_path)
    assert new.returncode == 0, new.stderr
    (root / "reference" / "clock" / "README.md").write_text("# Clock\n")
    checks = root / "graders" / "clock" / "test_clock.py"
    checks.write_text(checks.read_text().replace(', visibility="hidden"', ""))
    made = grader(tmp_path, "--root", root, "refresh", "clock", "--only", "starter", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    handed_in = tmp_path / "class"
    shutil.copytree(root / "reference" / "clock", handed_in / "right")
    shutil.copytree(root / "starter" / "clock", handed_in / "wrong")
    (handed_in / "wrong" / "clock.py").write_text("def later(minute, by):\n    return 1\n")
    marks.mkdir()
    (marks / "decisions.toml").write_text(
        '[[submission]]\nname = "right"\n[[submission.comment]]\nid = "c1"\ntext = "Well done."\n'
    )
    roster = tmp_path / "class.csv"
    roster.write_text("login,name\nright,Ada King\nwrong,Bo Li\n")
    status_of_tiny = 3 if "calls" in left_out else 0
    commands: dict[tuple[str | Path, ...], int] = {
        ("grade", "clock", handed_in, "--roster", roster, "--out", marks): 0,
        ("report", marks / "wrong", "--format", "text"): 0,
        ("report", marks, "--format", "markdown", "--out", tmp_path / "pages"): 0,
        ("check", "tiny", root / "reference" / "tiny"): status_of_tiny,
        ("bundle", "student", "clock", "--out", tmp_path / "bundle"): 0,
        ("bundle", "student", "tiny", "--out", tmp_path / "bundles"): status_of_tiny,
        ("check", "clock", handed_in / "right"): 0,
        ("check", "clock", handed_in / "wrong"): 1,
    }
    for (typed, due), (status, _, err) in zip(commands.items(), run(*commands), strict=True):
        assert status == due, f"{typed}: {err}"
    assert "Well done." in (marks / "right" / "result.json").read_text()
    helps = run(*((*one, "--help") for one in ((), ("report",), ("grade",), ("doctor",))))
    whole, report, grade, doctor = (out for _, out, _ in helps)
    assert ("Find similar files" in whole) == ("similar" not in left_out)
    assert ("Prove a grader" in whole) == ("authoring" not in left_out)
    assert ("MarkUs" in report) == ("platforms" not in left_out)
    assert ("Moodle" in grade) == ("platforms" not in left_out)
    assert ("--install" in doctor) == ("arrays" not in left_out)
    manifest = root / "graders" / "clock" / "assignment.toml"
    named = 'language = "python"\npackages = ["numpy"]\n'
    manifest.write_text(manifest.read_text().replace('language = "python"\n', named))
    ((status, _, err),) = run(("grade", "clock", handed_in / "right"))
    assert (status, err.count("\n")) == (3, 1), err
    assert ("only an extension can bring" in err) == ("arrays" in left_out)


IN_JAVA = "comp250_blocky"
NO_JAVA = (
    "grader: comp250_blocky is written in java: no installed extension offers that language; "
    "pip install 'fairgrader[java]', or install another that does\n"
)


@pytest.mark.slow
def test_assignment_in_a_language_that_no_extension_offers_says_so(tmp_path: Path) -> None:
    commands = [
        ("grade", IN_JAVA, "starter"),
        ("check", IN_JAVA, "starter"),
        ("list", IN_JAVA),
        ("refresh", IN_JAVA, "--check"),
        ("verify", IN_JAVA),
        ("bundle", "student", IN_JAVA, "--out", "bundle"),
        ("exemplars", IN_JAVA),
        ("play", IN_JAVA),
    ]
    ended = several(without(["java"], tmp_path), commands, tmp_path)
    assert dict(zip(commands, ended, strict=True)) == dict.fromkeys(commands, (3, "", NO_JAVA))


@pytest.mark.slow
def test_rules_of_an_extension_that_is_not_installed_are_missed(tmp_path: Path) -> None:
    """Without them findings with marks would be lacking: nothing is graded."""
    packages = without(["style"], tmp_path)
    starter = ROOT / "starter" / "csse7030_connect4"
    done = grader(packages, "grade", "csse7030_connect4", starter, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "the extension style, which is not installed: pip install" in done.stderr


@pytest.mark.nightly
def test_assignment_in_such_a_language_is_listed(tmp_path: Path) -> None:
    """Neither the list nor the doctor needs the language."""
    packages = without(["java"], tmp_path)
    listed = grader(packages, "list", cwd=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "COMP 250" in listed.stdout
    abilities = json.loads(grader(packages, "doctor", "--json", cwd=tmp_path).stdout)
    (detail,) = (one["detail"] for one in abilities if one["name"] == IN_JAVA)
    assert f"grader: {detail}\n" == NO_JAVA


def test_language_of_a_new_assignment_has_to_be_offered(tmp_path: Path) -> None:
    packages = without(["java"], tmp_path)
    typed = ("--root", tmp_path, "new", "tiny", "--title", "Tiny", "--language", "java")
    done = grader(packages, *typed, cwd=tmp_path)
    assert done.returncode == 2
    known = "grader: no installed extension offers the language 'java'; known: python\n"
    assert done.stderr == known


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("assignment", [one for one in IDS if one != IN_JAVA])
def test_assignments_in_python_work_without_java(assignment: str, tmp_path: Path) -> None:
    needs_language(load_assignment(assignment))
    packages = without(["java"], tmp_path)
    reference = ROOT / "reference" / assignment
    for typed in (
        ("grade", assignment, reference, "--out", tmp_path / "marks"),
        ("report", tmp_path / "marks" / assignment, "--format", "junit"),
        ("check", assignment, reference),
        ("bundle", "student", assignment, "--out", tmp_path / "bundle"),
    ):
        done = grader(packages, *typed, cwd=tmp_path)
        assert done.returncode == 0, f"{typed}: {done.stderr}"
