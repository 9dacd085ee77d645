"""`grader` as its users meet it: its output, its files and its exit status."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
import pytest

from graders import demo
from graders.harness import cli
from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.inside import syscalls
from graders.harness.result import schema
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.interpreters import find_interpreter
from tests import nightly
from tests.once import once
from tests.world import has_jdk

pytestmark = pytest.mark.slow

BLOCKY, COLUMNS = "csc148_2020_blocky", "ics32_columns"  # the second is the fastest to grade


def grader(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, without a terminal: a process of its own takes half a second longer to start."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    typed = [*map(str, arguments)]
    with (
        mock.patch.dict(os.environ, environment),
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            status = cli.main(typed)
        except SystemExit as end:
            status = int(end.code or 0)
    out.seek(0), err.seek(0)
    return subprocess.CompletedProcess(typed, status, out.read(), err.read())


def ended(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run the command in this process; return its status, and what it printed."""
    try:
        status = cli.main([*map(str, arguments)])
    except SystemExit as end:
        status = int(end.code or 0)
    return status, *capsys.readouterr()


def result_of(run: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the one JSON document on standard output; assert that it fits the schema."""
    document: dict[str, Any] = json.loads(run.stdout)
    jsonschema.validate(document, schema())
    return document


def needs_interpreter(assignment_id: str) -> None:
    """Skip the test if the assignment's interpreter is not installed; assert that grading is refused with that reason."""
    wanted = load_assignment(assignment_id).manifest.python
    try:
        find_interpreter(wanted)
    except SandboxRefused as error:
        refused = grader("grade", assignment_id, ROOT / "reference" / assignment_id, "--json")
        assert (refused.returncode, refused.stdout) == (3, "")
        assert str(error) in refused.stderr
        pytest.skip(f"{assignment_id} needs Python {wanted}, which is not installed here")


@pytest.mark.parametrize("assignment_id", nightly.assignments(BLOCKY))
@pytest.mark.slow
def test_reference_gets_full_marks(assignment_id: str) -> None:
    needs_interpreter(assignment_id)
    run = grader("grade", assignment_id, ROOT / "reference" / assignment_id, "--json")
    document = result_of(run)
    assert run.returncode == 0
    assert document["marks"] == document["max_marks"] > 0
    assert {check["verdict"] for check in document["checks"]} == {"passed"}


def graded_starter(assignment_id: str) -> Path:
    """Return the folder of a graded starter, graded once for all tests; `printed` is beside it."""

    def grade(folder: Path) -> None:
        run = grader(
            "grade", assignment_id, ROOT / "starter" / assignment_id, "--json", "--out", folder
        )
        assert run.returncode == 0, run.stderr
        (folder / "printed").write_text(run.stdout)

    return once(f"graded-starter-{assignment_id}", grade) / assignment_id


@pytest.mark.parametrize("assignment_id", nightly.assignments(COLUMNS))
@pytest.mark.slow
def test_starter_gets_its_stated_baseline(assignment_id: str) -> None:
    """The baseline is in the manifest, and is below five percent."""
    needs_interpreter(assignment_id)
    manifest = load_assignment(assignment_id).manifest
    document = json.loads((graded_starter(assignment_id).parent / "printed").read_text())
    jsonschema.validate(document, schema())
    assert document["marks"] == manifest.baseline.marks
    assert document["marks"] < 0.05 * document["max_marks"]
    if manifest.java:  # spec 2.5: all placeholders return something
        assert {check["verdict"] for check in document["checks"]} == {"failed"}


@pytest.mark.parametrize("assignment_id", nightly.assignments(COLUMNS))
def test_second_run_has_the_same_bytes(assignment_id: str) -> None:
    needs_interpreter(assignment_id)
    first = (graded_starter(assignment_id).parent / "printed").read_text()
    again = grader("grade", assignment_id, ROOT / "starter" / assignment_id, "--json")
    assert again.stdout == first


def test_committed_starter_is_not_stale() -> None:
    """``tests/handout/test_starter.py`` looks at each assignment's."""
    run = grader("refresh", COLUMNS, "--check", "--only", "starter")
    assert (run.returncode, run.stdout, run.stderr) == (0, "starter    up to date\n", "")


@pytest.mark.slow
def test_zip_of_a_nested_folder_is_graded_like_the_folder(tmp_path: Path) -> None:
    """A platform's zip has a folder inside and litter beside it."""
    archive = tmp_path / "ada.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in load_assignment(BLOCKY).files.submitted:
            packed.write(ROOT / "reference" / BLOCKY / name, f"ada/a2/{name}")
        packed.writestr("__MACOSX/ada/a2/._block.py", b"\0\5\26\7")
        packed.writestr("ada/a2/settings.py", "COLOUR_LIST = []\n")
    document = result_of(grader("grade", BLOCKY, archive, "--json", "--only", "block.swap"))
    assert document["submission"] == "ada"
    verdicts = {check["id"]: check["verdict"] for check in document["checks"]}
    assert verdicts["block.swap-laws"] == "passed"
    assert set(verdicts.values()) == {"passed", "not_run"}


@pytest.mark.slow
def test_out_writes_result_report_and_log() -> None:
    """There are six files, and the result equals the printed one."""
    folder = graded_starter(COLUMNS)
    printed = (folder.parent / "printed").read_text()
    assert {path.name for path in folder.parent.iterdir()} == {COLUMNS, "printed"}
    written = {
        "result.json",
        "report.txt",
        "staff-report.html",
        "code.json",
        "diagnosis.json",
        "run.log",
    }
    assert {path.name for path in folder.iterdir()} == written
    assert (folder / "result.json").read_text() == printed
    assert "0 / 20" in (folder / "report.txt").read_text()
    assert "level" in (folder / "run.log").read_text()
    assert "level" not in json.loads(printed)


@pytest.mark.parametrize("assignment_id", nightly.assignments(COLUMNS))
@pytest.mark.slow
def test_failed_check_is_run_again(assignment_id: str) -> None:
    """`grader replay` finds the submission, and the check fails again. The reference passes the same example."""
    needs_interpreter(assignment_id)
    graded = graded_starter(assignment_id)
    document = json.loads((graded / "result.json").read_text())
    failed = [
        check for check in document["checks"] if check["verdict"] not in ("passed", "not_run")
    ]
    check = max(failed, key=lambda check: (check["example"] != "", check["verdict"] != "missing"))
    again = grader("replay", graded, check["id"])
    assert (again.returncode, again.stderr) == (1, "")
    assert check["id"] in again.stdout and "called" in again.stdout
    right = grader("replay", graded, check["id"], ROOT / "reference" / assignment_id)
    assert (right.returncode, right.stderr) == (0, ""), right.stdout


@pytest.mark.slow
def test_impossible_replay_is_refused_with_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no result, no such check (a student's result has no names of hidden ones), or no known submission."""
    refused = ended(capsys, "replay", ROOT / "pyproject.toml", "quit.at-once")
    assert "is not the result of a submission" in refused[2]
    grader(
        "check", COLUMNS, ROOT / "starter" / COLUMNS, "--out", tmp_path, "--only", "quit.at-once"
    )
    result = tmp_path / COLUMNS / "result.json"
    assert "0 of 1 public check passed" in result.with_name("report.txt").read_text(), (
        "the report of the terminal"
    )
    for arguments, words in (
        (["quit.at-one"], "did you mean quit.at-once?"),
        (["quit.with-faller"], "no failed check of this result is called 'quit.with-faller'"),
        (["empty.first-display"], "was not run"),
        (["quit.at-once"], "give its PATH, too"),
    ):
        status, out, err = ended(capsys, "replay", result, *arguments)
        assert (status, out) == (2, "") and words in err, err
    assert grader("replay", result, "quit.at-once", ROOT / "starter" / COLUMNS).returncode == 1


@pytest.mark.slow
def test_report_names_the_check_and_shows_boards_without_paths_of_the_machine(
    tmp_path: Path,
) -> None:
    """The report has no path of this machine and no traceback of the grader."""
    for name in load_assignment(BLOCKY).files.submitted:
        text = (ROOT / "reference" / BLOCKY / name).read_text()
        (tmp_path / name).write_text(text.replace("def paint(self", "def paint_not(self"))
    run = grader("grade", BLOCKY, tmp_path, "--only", "block.paint-cell")
    assert run.returncode == 0
    assert "block.paint-cell" in run.stdout
    assert "paint" in run.stdout
    for secret in (str(ROOT), str(tmp_path), "Traceback", "site-packages"):
        assert secret not in run.stdout


@pytest.mark.slow
def test_check_runs_public_checks_only_and_ends_with_1_if_one_fails(tmp_path: Path) -> None:
    """`grader check` is for students: hidden checks are not run, and do not affect its status."""
    right = grader("check", COLUMNS, ROOT / "reference" / COLUMNS, "--json")
    document = result_of(right)
    assert right.returncode == 0
    assert {(check["visibility"], check["verdict"]) for check in document["checks"]} == {
        ("public", "passed"),
        ("hidden", "not_run"),
    }
    page = tmp_path / "report.html"
    assert grader("check", COLUMNS, ROOT / "starter" / COLUMNS, "--html", page).returncode == 1
    assert "Report for the student" in page.read_text()
    assert "hidden from students" not in page.read_text()


WITHOUT_UNIX = """
import os, runpy, socket, sys, signal
for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "setsid", "killpg", "wait4"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("resource", "fcntl", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("send_fds", "recv_fds", "AF_UNIX", "socketpair"):
    if hasattr(socket, name):
        delattr(socket, name)
socket.socket.sendmsg = socket.socket.recvmsg = None
for name in ("SIGXCPU", "setitimer", "alarm", "SIGALRM"):
    if hasattr(signal, name):
        delattr(signal, name)
sys.argv = sys.argv[1:]
"""


@pytest.mark.slow
def test_check_works_without_features_of_unix(tmp_path: Path) -> None:
    """Fork, resource, fcntl, pwd and descriptor passing are removed in judge and worker."""
    judge, worker = tmp_path / "judge.py", tmp_path / "no_unix.py"
    boot = ROOT / "graders" / "harness" / "inside" / "boot.py"
    worker.write_text(
        WITHOUT_UNIX.replace(
            "sys.argv = sys.argv[1:]", f"runpy.run_path({str(boot)!r}, run_name='__main__')"
        )
    )
    judge.write_text(
        WITHOUT_UNIX
        + f"from graders.harness.sandbox import plain_processes\nfrom pathlib import Path\nplain_processes.BOOT = Path({str(worker)!r})\n"
        "from graders.harness.cli import main\nsys.exit(main(sys.argv))\n"
    )
    command = [
        sys.executable,
        str(judge),
        "check",
        COLUMNS,
        str(ROOT / "reference" / COLUMNS),
        "--json",
        "--only",
        "quit.*",
        "--only",
        "rotate.*",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    verdicts = {c["id"]: c["verdict"] for c in result_of(run)["checks"]}
    assert {verdicts["quit.at-once"], verdicts["rotate.falling"]} == {"passed"}
    assert set(verdicts.values()) == {"passed", "not_run"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("grade", "blocky", "."),
            f"there is no assignment 'blocky'; known: {', '.join(assignment_ids())}",
        ),
        (("grade", BLOCKY, "no/such/place"), "no/such/place"),
        (("grade", BLOCKY, ROOT / "docs" / "images"), "docs/images"),
        (
            ("grade", BLOCKY, ROOT / "reference" / BLOCKY, "--sandbox", "tank"),
            "there is no sandbox level 'tank'",
        ),
        (
            ("grade", BLOCKY, ROOT / "reference" / BLOCKY, "--only", "block.totate"),
            "no check is called 'block.totate'",
        ),
        (("play", "no_game"), "there is no assignment 'no_game'"),
        (("grade",), "the following arguments are required"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], words: str
) -> None:
    """There is no traceback."""
    status, out, err = ended(capsys, *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_minimum_level_can_be_raised_by_the_site() -> None:
    """An unknown level is refused with status 2, and nothing is graded."""
    run = grader("grade", BLOCKY, ROOT / "reference" / BLOCKY, "--json", GRADER_MINIMUM_LEVEL="Z")
    assert (run.returncode, run.stdout) == (2, "")
    assert "there is no sandbox level 'Z'" in run.stderr


def test_file_that_is_no_interpreter_is_refused(tmp_path: Path) -> None:
    """A `--python` that is no Python is a fault of the caller or the machine, and never costs marks."""
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\nexit 0\n")
    fake.chmod(0o755)
    run = grader("grade", BLOCKY, ROOT / "reference" / BLOCKY, "--python", fake, "--json")
    assert run.returncode == 3
    assert run.stdout == ""
    assert run.stderr == f"grader: {fake} is no Python that runs here\n"


def test_list_and_help_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    """`list` names every assignment, and each command has help."""
    listed = grader("list").stdout
    assert all(name in listed for name in assignment_ids())
    for command in ("list", "grade", "check", "refresh", "play", "exemplars", "doctor"):
        with pytest.raises(SystemExit) as end:
            cli.main([command, "--help"])
        assert end.value.code == 0
        assert len(capsys.readouterr().out.splitlines()) > 4
    assert "examples:" in grader("--help").stdout


@pytest.mark.slow
def test_doctor_reports_every_level_and_tool() -> None:
    """It covers each level, each interpreter and the optional tools."""
    findings = json.loads(grader("doctor", "--json").stdout)
    names = {finding["name"] for finding in findings}
    assert {
        "judge",
        "box, level A+",
        "box, level C",
        "bubblewrap, level A",
        "plain, level E",
        "bwrap",
        "comp250_blocky (Java >=17)",
        "csse7030_connect4 (Python 3.12)",
    } <= names
    assert all(finding["detail"] for finding in findings if not finding["good"])


@pytest.mark.slow
def test_exemplar_can_be_written_and_graded_like_a_submission(tmp_path: Path) -> None:
    run = grader("exemplars", BLOCKY, "--write", tmp_path, "faulty/combine-refuses-four")
    folder = Path(run.stdout.strip())
    assert folder.parent == tmp_path
    document = result_of(grader("grade", BLOCKY, folder, "--json", "--only", "block.combine-four"))
    assert (
        next(c for c in document["checks"] if c["id"] == "block.combine-four")["verdict"]
        == "failed"
    )


def test_closed_output_pipe_is_no_error() -> None:
    """`grader exemplars ... | head -1` ends without a traceback."""
    command = f"{sys.executable} -m graders exemplars {BLOCKY} | head -1"
    shell = shutil.which("bash") or "sh"
    run = subprocess.run(
        [shell, "-c", command], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert "Traceback" not in run.stderr


IN_A_BARE_CONTAINER = """
import os, sys
from tests.attacks.boundary.stand import enter_container
enter_container(landlock=False)
os.execv(sys.executable, [sys.executable, "-m", "graders", *sys.argv[1:]])
"""


@pytest.mark.nightly
@pytest.mark.skipif(not syscalls.supported(), reason="this machine has no sandbox")
def test_machine_without_isolation_refuses_to_grade_with_status_3() -> None:
    """If only level E is available, nothing is graded. Standard output is empty, and the message says what to do next."""
    grade = [
        sys.executable,
        "-c",
        IN_A_BARE_CONTAINER,
        "grade",
        COLUMNS,
        str(ROOT / "reference" / COLUMNS),
        "--json",
        "--only",
        "quit.at-once",
    ]
    refused = subprocess.run(grade, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert refused.stderr.startswith("grader: this machine does not offer level C or better")
    assert "grader doctor" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    trusted = subprocess.run(
        [*grade, "--sandbox", "plain"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert trusted.returncode == 0
    verdicts = {check["id"]: check["verdict"] for check in result_of(trusted)["checks"]}
    assert verdicts["quit.at-once"] == "passed"


def test_missing_backend_is_refused() -> None:
    """The named backend is not installed."""
    run = grader(
        "grade", BLOCKY, ROOT / "reference" / BLOCKY, "--sandbox", "bubblewrap", PATH="/nonexistent"
    )
    assert (run.returncode, run.stdout) == (3, "")
    assert "bubblewrap is not installed" in run.stderr


@pytest.mark.nightly
@pytest.mark.slow
def test_demo_grades_its_submissions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It covers students' programs, an attack, and a fault in Java; the last line names the file to open."""
    monkeypatch.setattr(demo, "RESULTS", tmp_path / "demo-results")
    assert demo.main() == 0
    marks = {
        document["submission"]: document["marks"]
        for document in map(
            json.loads, (path.read_text() for path in tmp_path.glob("demo-results/*/result.json"))
        )
    }
    assert len(marks) == 3 + has_jdk()
    assert all(50 < mark < 100 for mark in marks.values())
    page = capsys.readouterr().out.strip().rpartition("Open this in a browser: ")[2]
    assert Path(page).is_file() and "rotate-not-inside" in page
