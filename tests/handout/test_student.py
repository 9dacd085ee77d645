"""The student's bundle: built, unpacked elsewhere and run there, where nothing of this repository can be reached."""

from __future__ import annotations

import base64
import bz2
import io
import json
import marshal
import os
import py_compile
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.cli import main
from graders.harness.handout import student
from graders.harness.handout.cutting import operations_in
from graders.harness.handout.leaks import LONG_ANSWER, leaks
from graders.harness.sandbox.interpreters import find_interpreter
from tests import nightly
from tests.handout.built import bundle, check, environment, secrets, solve, unpacked
from tests.nightly import IDS

WINDOWS = Path(__file__).with_name("like_windows.py")
ON_WINDOWS = ("csse7030_connect4", "comp250_blocky")
"""Assignments that also run as on Windows: one for each language, one of which requires an exact release of Python."""
pytestmark = pytest.mark.slow


def like_windows(folder: Path) -> tuple[Path, dict[str, str]]:
    """Copy the bundle, and make judge and worker lack what Windows lacks; return the copy and its environment variables."""
    there = folder.parent / "Users" / folder.name
    shutil.copytree(folder, there)
    tools = there / ".grader"
    shutil.copy(WINDOWS, tools / "sitecustomize.py")
    worker = tools / "graders" / "harness" / "inside" / "boot.py"
    worker.write_text(
        f'if __name__ == "__main__":\n    exec({WINDOWS.read_text()!r})\n{worker.read_text()}'
    )
    programs = folder.parent / "programs"
    programs.mkdir()
    wanted = load_assignment(folder.name.removesuffix("-student")).manifest.python
    if not wanted.startswith(">="):  # on Windows, the launcher finds other releases
        launcher = programs / "py.EXE"
        launcher.write_text(
            f'#!/bin/sh\n[ "$1" = -{wanted} ] && shift && exec "{find_interpreter(wanted)}" "$@"\n'
        )
        launcher.chmod(0o755)
    settings = {
        "PATH": str(programs),
        "PATHEXT": ".EXE",
        "GRADER_CACHE": str(folder.parent / "AppData"),
    }
    home = os.environ.get("JAVA_HOME")
    if shutil.which("javac") and home is None:
        home = str(Path(shutil.which("javac") or "").resolve().parents[1])
    if home:
        jdk = folder.parent / "jdk" / "bin"
        jdk.mkdir(parents=True)
        for program in ("java", "javac"):
            (jdk / f"{program}.exe").symlink_to(Path(home, "bin", program))
        settings["JAVA_HOME"] = str(jdk.parent)
    return there, settings


def examples_of_verdicts(result: dict[str, Any]) -> list[str]:
    """Return a few ids of checks: the first for each task and each verdict in it."""
    first = {(one["task"], one["verdict"]): one["id"] for one in reversed(result["checks"])}
    return sorted(first.values())


@pytest.mark.nightly
def test_a_failed_check_is_run_again(tmp_path: Path) -> None:
    """The bundle alone shows calls and expected values, also in a window that lacks most characters; a page and a summary
    are written where they are asked for. A check that passes or is missing is refused.
    """
    folder = unpacked("ics32_columns", tmp_path)

    def replay(id: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "check.py", "--replay", id]
        return subprocess.run(
            command,
            cwd=folder,
            env={**environment(folder), "PYTHONIOENCODING": "cp1252"},
            capture_output=True,
            encoding="cp1252",
            check=False,
        )

    run = replay("rotate.falling")
    assert (run.returncode, run.stderr) == (1, ""), run.stderr
    assert (
        "called" in run.stdout
        and "expected" in run.stdout
        and not (folder / "report.html").exists()
    )
    assert "no public check is called 'rotate.landed'" in replay("rotate.landed").stderr
    status, result, _ = check(
        folder, "--only", "rotate.falling", "--html", "page.html", "--summary", "summary.md"
    )
    assert (status, result["status"], result["marks"]) == (1, "graded", 0)
    assert {one["visibility"] for one in result["checks"]} == {"public"}
    assert (folder / "page.html").read_text().startswith("<!doctype html>")
    assert "marks" in (folder / "summary.md").read_text()
    unknown = "no public check is called 'nosuch'"
    assert f"{unknown}; not passed in the last run: rotate.falling" in replay("nosuch").stderr
    solve(load_assignment("ics32_columns"), folder)
    again = replay("rotate.falling")
    assert (
        again.returncode == 2
        and "rotate.falling passed: there is nothing to repeat" in again.stderr
    )


@pytest.mark.nightly
@pytest.mark.parametrize("id", IDS)
def test_starter_scores_its_baseline_and_a_right_solution_passes(id: str, tmp_path: Path) -> None:
    """The bundle alone does both: it has no reference, no hidden checks and no sandbox. Both also run as on Windows.

    The right solution must end there in the same way. A few failed checks of the starter, of each kind, run there
    too. By day ``test_bundles.py`` runs both.
    """
    assignment = load_assignment(id)
    folder = unpacked(id, tmp_path)
    status, result, said = check(folder, "--no-style")
    assert (status, result.get("status")) == (1, "graded"), said
    assert result["marks"] == assignment.manifest.baseline.marks
    if id in ON_WINDOWS:
        there, settings = like_windows(folder)
        some = examples_of_verdicts(result)
        ended, found, told = check(
            there, "--no-style", *(f"--only={id}" for id in some), **settings
        )
        assert (ended, told) == (status, said)
        ran = [one for one in found["checks"] if one["verdict"] != "not_run"]
        assert ran == [one for one in result["checks"] if one["id"] in some]
    solve(assignment, folder)
    status, result, said = check(folder, "--no-style")
    if id in ON_WINDOWS:
        solve(assignment, there)
        assert check(there, "--no-style", **settings) == (status, result, said)
    checks = result["checks"]
    assert [one["id"] for one in checks if one["verdict"] != "passed"] == [], said
    assert (status, result["marks"]) == (0, result["max_marks"])
    assert {one["visibility"] for one in checks} == {"public"}


@pytest.mark.nightly
def test_wrong_solution_is_shown_with_a_small_recorded_example_and_a_page(tmp_path: Path) -> None:
    """Without the reference, the smallest recorded failing example is shown; report and summary are written."""
    id = "csc148_2020_blocky"
    folder = unpacked(id, tmp_path)
    solve(load_assignment(id), folder)
    block = (folder / "block.py").read_text()
    (folder / "block.py").write_text(block + "\n\nBlock.swap = lambda self, direction: True\n")
    status, result, _ = check(
        folder, "--html", "report.html", "--summary", "summary.md", "--no-style"
    )
    assert status == 1
    checks = result["checks"]
    wrong = [one for one in checks if one["verdict"] != "passed"]
    assert wrong and all(one["verdict"] == "failed" for one in wrong)
    assert "<svg" in (folder / "report.html").read_text()
    assert "marks" in (folder / "summary.md").read_text()
    shown = subprocess.run(  # Windows' old code page has neither box-drawing lines nor symbols
        [sys.executable, "check.py", "--only", wrong[0]["id"]], cwd=folder, capture_output=True, check=False,
        env={**environment(folder), "PYTHONIOENCODING": "cp1252"},
    )  # fmt: skip
    assert shown.returncode == 1, shown.stderr
    text = shown.stdout.decode("cp1252")
    assert "| board" in text and "+---" in text


@pytest.mark.parametrize("id", ["ics32_columns"])
def test_equal_bundles_are_equal_bytes(id: str, tmp_path: Path) -> None:
    """The bytes do not depend on the time or place of the build."""
    again = student.build(load_assignment(id), tmp_path)[1]
    assert again.read_bytes() == bundle(id).read_bytes()


PLANTED = "ics32_columns"


def zipped(data: bytes) -> bytes:
    """Return a zip with one file in it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner", data)
    return stream.getvalue()


def tarred(data: bytes) -> bytes:
    """Return a tar with one file in it."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        entry = tarfile.TarInfo("inner")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def method(source: str, name: str) -> CodeType:
    """Return a function of *source*, compiled."""
    waiting = [compile(source, "source", "exec")]
    for code in waiting:
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return max(
        (code for code in waiting if code.co_name == name), key=lambda code: len(code.co_code)
    )


def compiled(source: str, folder: Path) -> bytes:
    """Return the file that Python would cache for *source*."""
    (folder / "source.py").write_text(source)
    return Path(
        py_compile.compile(str(folder / "source.py"), str(folder / "source.pyc"))
    ).read_bytes()


@pytest.mark.nightly
def test_leak_is_found_however_it_is_packed(tmp_path: Path) -> None:
    """A part of the solution is found as text, in JSON, UTF-16, base64, nested archives and bytecode. Nothing else is."""
    source = (ROOT / "reference" / PLANTED / "columns.py").read_text()
    raw = source.encode()
    code = marshal.dumps(method(source, "rotate"))
    planted = {
        "text": raw,
        "windows": raw.replace(b"\n", b"\r\n"),
        "json": json.dumps({"source": source}).encode(),
        "repr": repr(source).encode(),
        "utf-16": source.encode("utf-16"),
        "base64": b"data = '" + base64.b64encode(raw) + b"'",
        "base64-lines": base64.encodebytes(raw),
        "hexadecimal": raw.hex().encode(),
        "zlib": zlib.compress(raw),
        "bzip2": bz2.compress(raw),
        "zip": zipped(raw),
        "zip-in-zip": zipped(zipped(raw)),
        "tar-in-zip": zipped(tarred(raw)),
        "base64-in-zip": zipped(base64.b64encode(zipped(raw))),
        "pyc": compiled(source, tmp_path),
        "pyc-in-zip": zipped(compiled(source, tmp_path)),
        "marshal": code,
        "marshal-base64": base64.b64encode(code),
        "class": b"\xca\xfe\xba\xbe\0\0\0\x3d",
        "damaged-zip": zipped(raw)[:60],
    }
    starter = {
        f"starter/{path.name}": path.read_bytes()
        for path in (ROOT / "starter" / PLANTED).glob("*.py")
    }
    found = leaks({**planted, **starter}, secrets(PLANTED))
    assert {line.split(" ")[0].split("/")[0] for line in found} == set(planted)


def test_leak_of_every_kind_is_found() -> None:
    """Leaks are the solution, hidden checks by text, id and title, hidden scenarios by text and name, and an answer."""
    assignment, known = load_assignment(PLANTED), secrets(PLANTED)
    name, scenario = next(
        (path.name, path.read_bytes())
        for path in sorted(
            assignment.scenarios.glob("*.txt"), key=lambda path: -path.stat().st_size
        )
        if "visibility: hidden" in path.read_text()
    )
    answer = max(known.answers, key=len)
    assert len(answer) > LONG_ANSWER
    planted = {
        "checks": (assignment.grader / "test_matches_hidden.py").read_bytes(),
        "scenario": scenario.partition(b"\n\n")[2],
        "name": f"see {name}".encode(),
        "answer": b"..." + answer + b"...",
    }
    words = [word for word, what in known.words.items() if what == "the hidden check"]
    assert len(words) > 40
    planted |= {
        f"word-{number}": f"about {word}, which".encode() for number, word in enumerate(words)
    }
    found = leaks({**planted, "clean": b"nothing to see here, also not " + b"matches " * 50}, known)
    assert {line.split(" ")[0] for line in found} == set(planted)


@pytest.mark.nightly
@pytest.mark.parametrize("id", nightly.assignments(PLANTED))
def test_finished_zip_leaks_nothing(id: str) -> None:
    """The proof runs again on the final bytes; and no file in the zip has a name meant for staff."""
    known = secrets(id)
    assert known.runs and known.words and known.answers
    assert leaks({"bundle": bundle(id).read_bytes()}, known) == []
    with zipfile.ZipFile(bundle(id)) as archive:
        names = [name.removeprefix(f"{id}-student/") for name in archive.namelist()]
    assert not [
        name for name in names if "_hidden" in name or "reference/" in name or "exemplars" in name
    ]
    assert (
        max(map(len, names)) < 100
    )  # Windows limits paths to 260 characters, and the parent folders use some of them


OF_HIDDEN_CHECKS = {
    "csc148_2018_blocky": ["again", "difficulties", "scores", "windows"],
    "csc148_2020_blocky": ["scores", "smart_trials"],
    "csse7030_connect4": ["boards_apart"],
}
"""Operations that no public check calls."""


@pytest.mark.parametrize("id", nightly.one_in(3, OF_HIDDEN_CHECKS))
def test_bundle_names_no_operation_of_hidden_checks_alone(id: str) -> None:
    """Attack: the driver and its calls named and described what hidden checks ask."""
    assignment = load_assignment(id)
    files = student.code_files(assignment, assignment.manifest)
    driver = f"graders/{id}/driver.py"
    whole = operations_in((assignment.grader / "driver.py").read_bytes())
    assert sorted(whole - operations_in(files[driver])) == OF_HIDDEN_CHECKS[id]
    calls = files[f"graders/{id}/calls.py"].decode()
    compile(files[driver], driver, "exec")
    compile(calls, driver, "exec")
    for name in OF_HIDDEN_CHECKS[id]:
        assert all(mark not in calls for mark in (f"{name}=", f"def _{name}", f'"{name}"'))
    # no import leads to the rules, which are read as files beside the driver
    has_rules = assignment.manifest.survey.extension == "style"
    assert has_rules == ("graders/extensions/style/rules/registry.py" in files)


def test_bundle_with_a_leak_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is written."""
    assignment = load_assignment(PLANTED)
    solution = (assignment.reference / "columns.py").read_bytes()
    files = student.files_below

    def with_secret(folder: Path):  # type: ignore[no-untyped-def]
        yield from files(folder)
        if folder == assignment.starter:
            yield "notes.zip", zipped(solution)

    monkeypatch.setattr(student, "files_below", with_secret)
    with pytest.raises(
        student.BundleError, match=r"notes\.zip/inner contains a part of the solution"
    ):
        student.build(assignment, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_folder_that_is_no_bundle_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A user's folder is not deleted, whatever its name."""
    monkeypatch.setattr(student, "contents", lambda _: {"precious.txt": b"ours"})
    place = tmp_path / "ics32_columns-student"
    place.mkdir()
    (place / "precious.txt").write_text("mine")
    with pytest.raises(student.BundleError, match="exists and is not a bundle"):
        student.build(load_assignment("ics32_columns"), tmp_path)
    assert (place / "precious.txt").read_text() == "mine"


@pytest.fixture
def rebuilt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """A function that builds a bundle of these files in the same folder each time, and returns that folder."""

    def build(**files: str) -> Path:
        monkeypatch.setattr(
            student, "contents", lambda _: {name: text.encode() for name, text in files.items()}
        )
        return student.build(load_assignment(PLANTED), tmp_path)[0]

    return build


def test_earlier_bundle_is_replaced_and_other_files_stay(rebuilt: Callable[..., Path]) -> None:
    """Staff try a bundle where it was built, which leaves reports and packages there, too."""
    folder = rebuilt(kept="1", gone="1")
    (folder / "mine").write_text("mine")
    assert rebuilt(kept="2", new="2") == folder
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "kept": "2",
        "new": "2",
        "mine": "mine",
    }


@pytest.mark.parametrize("name", ["kept", "gone", "new"])
def test_bundle_with_a_students_file_is_not_replaced(
    rebuilt: Callable[..., Path], name: str
) -> None:
    """The message names the file, and nothing is changed."""
    folder = rebuilt(kept="1", gone="1")
    (folder / name).write_text("mine")
    with pytest.raises(
        student.BundleError,
        match=f"has files that differ from the bundle's: {name}; move them away",
    ):
        rebuilt(kept="2", new="2")
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "kept": "1",
        "gone": "1",
        name: "mine",
    }


def test_long_step_is_announced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first build takes a minute. Standard output has the result only."""
    monkeypatch.setattr(student, "contents", lambda _: {"check.py": b""})
    assert main(["bundle", "student", PLANTED, "--out", str(tmp_path / "dist")]) == 0
    printed = capsys.readouterr()
    assert [line.split()[0] for line in printed.err.splitlines()] == ["grading"]
    assert printed.out.startswith("wrote ") and printed.out.count("\n") == 1


@pytest.mark.parametrize(
    ("marking", "warns"),
    [
        (["3.9", "3.10"], True),
        (["3.10", "3.99"], False),
        pytest.param(["3.10"], True, marks=pytest.mark.nightly),
        pytest.param([f"3.{sys.version_info[1]}"], False, marks=pytest.mark.nightly),
        pytest.param([], False, marks=pytest.mark.nightly),
    ],
)
def test_check_tells_of_other_pythons_that_mark(
    tmp_path: Path, marking: list[str], warns: bool
) -> None:
    """The bundle has the releases of the machine that made it: a program that needs more than those fails there, and one
    that needs more than this Python may pass.
    """
    folder = unpacked(PLANTED, tmp_path)
    facts = folder / ".grader" / "graders" / PLANTED / "whole.json"
    known = json.loads(facts.read_text())
    assert known["pythons"][0] == f"3.{sys.version_info[1]}"
    facts.write_text(json.dumps({**known, "pythons": marking}))
    with (folder / "project4.py").open("a") as stream:
        stream.write("type Newer = int of the year 2099\n")
    _, result, said = check(folder, "--only", "rotate.falling", "--no-style")
    assert result["language"] == f"Python 3.{sys.version_info[1]}"
    warning = f"marks with Python {' or '.join(marking)}; yours is 3.{sys.version_info[1]}"
    assert (warning in said) is warns
    assert ("yours is" in said) is warns
    assert ("so your marks may be better" in said) is ("3.99" in marking)
