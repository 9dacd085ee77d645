"""A test run ends with its skipped tests, by reason, and the programs to install for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT
from graders.harness.errors import GraderError
from graders.harness.sandbox import find_interpreter
from tests import world
from tests.left_out import missing, summary
from tests.reports import browser

SKIPPING = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_java(number):
    pytest.skip("there is no JDK on this machine: nothing in Java can run")

@pytest.mark.skipif(True, reason="only root can give a file away")
def test_root(): ...

def test_fine(): ...
"""
FINE = "def test_fine(): ...\n"
SKIPPED_FILE = 'import pytest\n\npytest.importorskip("no_such_package")\n\n\ndef test_it(): ...\n'


def run(folder: Path, *options: str, **files: str) -> str:
    """Run pytest on *files* with the summary alone; return its output."""
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # in a folder of its own pytest does not remove those of earlier runs, which can take a minute
    where = ("--rootdir", folder, "--basetemp", folder / "basetemp", "-c", os.devnull)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.left_out", *where, *options, folder],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


each_way = pytest.mark.parametrize(
    "options", [(), ("-p", "xdist", "-n", "1")], ids=["one process", "xdist"]
)


@pytest.mark.nightly
@each_way
def test_skipped_tests_are_grouped_by_reason(tmp_path: Path, options: tuple[str, ...]) -> None:
    """A file that is skipped as a whole counts as one test."""
    printed = run(tmp_path, *options, some=SKIPPING, fine=FINE, whole=SKIPPED_FILE)
    lines = printed.partition("left out: 5 tests")[2].splitlines()[1:]
    assert lines[0] == "3  there is no JDK on this machine: nothing in Java can run"
    assert lines[1].startswith("1  could not import 'no_such_package'")
    assert lines[2:7] == [
        "1  only root can give a file away",
        "",
        "To run more of them, install",
        "  Java, 17 or newer      apt install default-jdk-headless",
        "  the optional packages  make dev",
    ]


@pytest.mark.slow
@each_way
def test_run_without_skipped_tests_prints_nothing(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert "left out" not in run(tmp_path, *options, fine=FINE)


@pytest.mark.parametrize(
    ("reason", "program"),
    [
        (
            "not offered here: bubblewrap is not installed (the program bwrap is not on the PATH)",
            "bubblewrap",
        ),
        (
            "no Chromium with chromedriver here (Debian: apt install chromium-driver)",
            "Chromium with chromedriver",
        ),
        (
            "this assignment is in Java 17 or newer, but this machine has no such JDK: install one",
            "Java, 17 or newer",
        ),
        ("this machine has no Python 3.10", "Python 3.10"),
        ("csse7030_connect4 needs Python 3.12, which is not installed here", "Python 3.12"),
        ("there is no Python 3.8 here", "Python 3.8"),
        ("no other Python is installed beside this one", "another Python"),
        ("an optional extra: pip install 'fairgrader[cluster]'", "the optional packages"),
        ("this system has no xz command", "xz"),
    ],
)
def test_program_to_install_is_named(reason: str, program: str) -> None:
    assert list(missing([reason])) == [program]


@pytest.mark.parametrize(
    "reason",
    [
        "only root copies",
        "this kernel has no Landlock",
        "boxes of this level have no place to write",
    ],
)
def test_reason_without_a_missing_program_stands_alone(reason: str) -> None:
    assert summary([reason]) == [f"1  {reason}"]


def test_reasons_of_this_suite_are_known() -> None:
    """The patterns follow sentences that other modules write."""
    with pytest.raises(GraderError) as refusal:
        find_interpreter("3.99")
    assert list(missing([str(refusal.value)])) == ["Python 3.99"]
    assert list(missing([world.needs_jdk.kwargs["reason"]])) == ["Java, 17 or newer"]
    source = Path(browser.__file__).read_text(encoding="utf-8")
    assert "no Chromium with chromedriver here" in source


def test_long_reason_is_cut() -> None:
    (line,) = summary(["x" * 1000])
    assert len(line) < 200 and line.endswith("...")
