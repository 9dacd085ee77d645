"""``check.py`` of a bundle by itself: which interpreter it takes, what it says where it cannot go on.

The checks behind it are played by a few lines, and what they need is one tiny package in a folder: no network.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from graders.harness.handout.starter import TEMPLATE
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.interpreters import find_interpreter
from tests.once import once

CHECKS = """
import json, os, sys, time, tiny
try:
    print(json.dumps([sys.argv[1:], sys.prefix, sys.path[0], os.getcwd()]), flush=True)
    if "wait" in sys.argv:
        time.sleep(60)
except KeyboardInterrupt:
    sys.exit("the checks were stopped")
sys.exit(1)
"""
"""What stands in for the checks: it tells how it was started, and ends as where a check did not pass."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory) -> Path:
    """A folder with the package ``tiny`` in it, in two releases."""
    folder = tmp_path_factory.mktemp("wheels")
    for release in ("1.0", "2.0"):
        info = f"tiny-{release}.dist-info"
        with zipfile.ZipFile(folder / f"tiny-{release}-py3-none-any.whl", "w") as wheel:
            wheel.writestr("tiny.py", f"release = {release!r}\n")
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {release}\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", f"tiny.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return folder


@pytest.fixture
def bundle(tmp_path: Path, wheels: Path) -> Path:
    """A bundle whose folder has a blank and letters of other scripts in its path."""
    folder = tmp_path / "Ünï 作业" / "my work"
    checks = folder / ".grader" / "graders" / "harness" / "handout"
    checks.mkdir(parents=True)
    (checks / "selfcheck.py").write_text(CHECKS)
    (folder / ".grader" / "requirements.txt").write_text("tiny==1.0\n")
    shutil.copy(TEMPLATE / "check.py", folder)
    return folder


IN_ITS_PLACE = """
import sys
if sys.orig_argv[1:3] == ["-m", "venv"]:
    import os, shutil, sysconfig, venv

    def kept(builder, context):
        target = sysconfig.get_path("purelib", "venv", {"base": context.env_dir, "platbase": context.env_dir})
        shutil.copytree(os.environ["KEPT_PIP"], target, dirs_exist_ok=True)

    venv.EnvBuilder._setup_pip = kept
"""
"""Gives a new environment the files of pip that were unpacked and compiled before: that is what making one costs."""


@pytest.fixture
def quick(tmp_path: Path) -> dict[str, str]:
    """What is to be added to an environment in which Python is to make environments quickly: with the pip of ours."""

    def make(folder: Path) -> None:
        ours = Path(sysconfig.get_path("purelib"))
        if (ours / "pip" / "__pycache__").is_dir():
            for part in (ours / "pip", *ours.glob("pip-*.dist-info")):
                shutil.copytree(part, folder / "pip" / part.name)
            return
        subprocess.run([PYTHON, "-m", "venv", folder / "made"], env={"PATH": "/usr/bin:/bin"}, check=True)
        (pip,) = folder.glob("made/lib/python*/site-packages")
        pip.rename(folder / "pip")
        shutil.rmtree(folder / "made")

    (tmp_path / "quick").mkdir()
    (tmp_path / "quick" / "sitecustomize.py").write_text(IN_ITS_PLACE)
    return {"PYTHONPATH": str(tmp_path / "quick"), "KEPT_PIP": str(once("pip", make) / "pip")}


@pytest.fixture
def environment(tmp_path: Path, wheels: Path) -> dict[str, str]:
    """That of a person who has nothing but Python, and no network."""
    home = tmp_path / "home"
    home.mkdir()
    return {
        "PATH": "/usr/bin:/bin", "HOME": str(home), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1", "LC_ALL": "C.UTF-8",
    }  # fmt: skip


PYTHON = os.path.realpath(sys.executable)


def run(bundle: Path, environment: dict[str, str], *arguments: str, python: str = PYTHON, **how):  # type: ignore[no-untyped-def]
    """Start it as a person does, in the bundle's folder."""
    how = {"cwd": bundle, **how}
    return subprocess.run(
        [python, str(bundle / "check.py"), *arguments], env=environment, capture_output=True, text=True, check=False,
        **how,
    )  # fmt: skip


def told(run: subprocess.CompletedProcess[str]) -> tuple[list[str], Path, str, Path]:
    """What the stand-in was started with: arguments, environment's folder, first folder of modules, working folder."""
    assert run.returncode == 1, run.stderr
    arguments, prefix, first, here = json.loads(run.stdout)
    return arguments, Path(prefix), first, Path(here)


@pytest.mark.slow
def test_environment_is_made_once_and_again_when_it_does_not_serve(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """In .grader/venv; with arguments and folder as given; anew after an update, and when a file of it is lost.

    The first is made as everywhere.
    """
    home = bundle / ".grader" / "venv"
    first = run(bundle, environment, "--all", "x y", cwd=bundle.parent)
    assert "setting up" in first.stderr
    assert told(first) == (["--all", "x y"], home, str(bundle / ".grader"), bundle.parent)
    again = run(bundle, environment)
    assert again.stderr == ""
    environment |= quick
    (bundle / ".grader" / "requirements.txt").write_text("tiny==2.0\n")
    assert "setting up" in run(bundle, environment).stderr
    assert run(bundle, environment).stderr == ""
    (lost,) = home.rglob("tiny.py")
    lost.unlink()
    assert told(run(bundle, environment))[1] == home
    assert lost.exists()


@pytest.mark.slow
def test_environment_is_elsewhere_where_none_can_be_beside(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """In the person's cache: it is found there again, and the folder is as it was, but for what Python compiles."""
    (bundle / ".grader" / "venv").write_text("in its place, so that it cannot be made even by root")

    def files() -> list[Path]:
        compiled = bundle / ".grader" / "pycache"
        return sorted(path for path in bundle.rglob("*") if compiled not in (path, *path.parents))

    before = files()
    found = told(run(bundle, environment | quick))[1]
    assert found.parent == Path(environment["HOME"]) / ".cache" / "grader-check"
    assert run(bundle, environment).stderr == ""
    assert files() == before


@pytest.mark.slow
def test_what_cannot_be_fetched_is_said_and_tried_again(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """What to do by hand is said; half an environment is not taken for a whole one."""
    (bundle / ".grader" / "requirements.txt").write_text("tiny==3.0\n")
    for _ in range(2):
        failed = run(bundle, environment | quick)
        assert failed.returncode == 3
        assert "needs the internet" in failed.stderr and "pip install -r .grader/requirements.txt" in failed.stderr
        assert "Traceback" not in failed.stderr


def test_python_without_venv_says_how_to_get_it(bundle: Path, environment: dict[str, str]) -> None:
    """As Debian's Python comes."""
    start = "import runpy, sys; sys.modules['ensurepip'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    lacking = subprocess.run(
        [PYTHON, "-c", start, str(bundle / "check.py")], env=environment, capture_output=True, text=True, check=False
    )
    assert lacking.returncode == 3
    assert "apt install python3-venv" in lacking.stderr


@pytest.mark.parametrize("release", ["3.8", "3.10"])
def test_old_python_says_what_is_needed(release: str, bundle: Path, environment: dict[str, str]) -> None:
    """And names a newer one that is there."""
    try:
        old = find_interpreter(release)
    except SandboxRefused:
        pytest.skip(f"there is no Python {release} here")
    newer = bundle / "python3.12"
    newer.symlink_to(PYTHON)
    found = run(bundle, {**environment, "PATH": str(bundle)}, python=old)
    assert found.returncode == 2
    assert f"this is Python {release}; the checks need 3.11 or newer" in found.stderr
    assert "python3.12 check.py" in found.stderr


def test_bundle_without_its_hidden_folder_says_so(bundle: Path, environment: dict[str, str]) -> None:
    """Who copies by hand leaves it behind."""
    shutil.rmtree(bundle / ".grader")
    found = run(bundle, environment)
    assert found.returncode == 2
    assert "Unpack the zip again" in found.stderr


def ready(bundle: Path, environment: dict[str, str]) -> dict[str, str]:
    """Return *environment* with an interpreter that needs nothing more."""
    (bundle / ".grader" / "tiny.py").write_text("")
    return {**environment, "CHECK_PYTHON": PYTHON}


def test_files_named_like_modules_of_python_are_not_taken_for_them(bundle: Path, environment: dict[str, str]) -> None:
    """Neither by check.py nor by the checks, though both run in their folder."""
    for name in ("subprocess", "hashlib", "tempfile", "json", "types", "random", "runpy", "tiny"):
        (bundle / f"{name}.py").write_text("raise SystemExit('a file of the student ran')\n")
    told(run(bundle, ready(bundle, environment)))


def test_stopping_ends_quietly(bundle: Path, environment: dict[str, str]) -> None:
    """Ctrl-C goes to both; the checks clear up, and the status says that it was stopped."""
    process = subprocess.Popen(
        [PYTHON, "check.py", "wait"], cwd=bundle, env=ready(bundle, environment), start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert (process.returncode, said) == (130, "the checks were stopped\n")
