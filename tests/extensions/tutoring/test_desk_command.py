"""``grader desk`` as a person calls it: the missing extra, files without a page, and a server's life."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from fractions import Fraction
from pathlib import Path

import pytest

from graders.extensions.tutoring.decisions_writing import with_markings
from graders.harness import cli
from graders.harness.content import child_environment
from graders.harness.course.marks.decisions_file import change
from graders.harness.course.marks.markings import Mark, Marking
from graders.harness.result import from_json
from tests.extensions.tutoring.classroom import classroom


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class, and a mark that somebody wrote by hand."""
    folder = classroom(tmp_path / "marks")
    marking = Marking("ada", part=(Mark("Quality", "7.5"),))
    change(folder, lambda before: with_markings(before, [marking]))
    return folder


def quality(folder: Path) -> Fraction | None:
    """Return the mark in the result."""
    return from_json((folder / "ada" / "result.json").read_bytes()).manual[0].marks


def test_missing_packages_are_named(
    marks: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what to install."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert cli.main(["desk", str(marks)]) == 2
    assert capsys.readouterr().err == (
        "grader: the desk needs the packages starlette and uvicorn: pip install 'fairgrader[tutoring]'\n"
    )


def test_edited_files_come_into_results_without_a_page(
    marks: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a merge by git, say. It needs no further package."""
    monkeypatch.setitem(sys.modules, "starlette", None)
    assert cli.main(["desk", str(marks), "--apply"]) == 0
    assert quality(marks) == Fraction(15, 2) and "3 people" in capsys.readouterr().err


def test_folder_that_is_no_class_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("uvicorn", reason="the optional extra `tutoring` is not installed")
    assert cli.main(["desk", str(tmp_path), "--no-browser"]) == 2
    assert "class.json" in capsys.readouterr().err


def test_port_that_does_not_exist_is_refused(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("uvicorn", reason="the optional extra `tutoring` is not installed")
    assert cli.main(["desk", str(marks), "--no-browser", "--port", "99999"]) == 2
    assert "0-65535; leave out --port" in capsys.readouterr().err


def test_other_port_than_the_classs_is_explained(
    marks: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A browser keeps by port what it could not save."""
    uvicorn = pytest.importorskip("uvicorn", reason="the extra `tutoring` is not installed")
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    from graders.extensions.tutoring.desk.serving import port_of

    with socket.create_server(("127.0.0.1", port_of(marks))):
        assert cli.main(["desk", str(marks), "--no-browser"]) == 0
    said = capsys.readouterr().err
    assert f"port {port_of(marks)} of this class is taken" in said
    assert f":{port_of(marks)}/" not in said


@pytest.mark.slow
def test_desk_serves_until_it_is_interrupted(marks: Path) -> None:
    """It listens on the loopback alone, answers at its address only, and ends with all marks in the results."""
    pytest.importorskip("uvicorn", reason="the optional extra `tutoring` is not installed")
    server = subprocess.Popen(
        [sys.executable, "-m", "graders.harness.cli", "desk", str(marks), "--no-browser"],
        stderr=subprocess.PIPE, text=True, env=child_environment(),
    )  # fmt: skip
    assert server.stderr is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", server.stderr.readline())
        assert found is not None
        with urllib.request.urlopen(f"{found.group()}api/class", timeout=30) as answer:
            assert b"ada" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{found.group()[:-2]}/", timeout=30)
        os.kill(server.pid, signal.SIGINT)
        _, said = server.communicate(timeout=30)
    finally:
        server.kill()
        server.wait()
    assert (
        server.returncode == 0
        and "all marks are in the results" in said
        and "Traceback" not in said
    )
    assert quality(marks) == Fraction(15, 2)
