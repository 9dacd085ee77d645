"""``check.py`` of a bundle by itself: the interpreter that it uses, and its message if it cannot continue.

A few lines stand in for the checks, and a tiny package in a folder for their dependencies. No network is needed.
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
"""Stand-in for the checks: prints how it was started, and exits as if a check failed."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory) -> Path:
    """A folder with the package ``tiny`` in two releases."""
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
    """A bundle whose path has a space and letters of other scripts."""
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
"""Copies an installed pip into a new environment, because unpacking and compiling pip takes the most time."""


@pytest.fixture
def quick(tmp_path: Path) -> dict[str, str]:
    """Settings with which Python creates environments quickly: it copies the pip of this interpreter."""

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
    """The environment of a user who has nothing but Python, and no network."""
    home = tmp_path / "home"
    home.mkdir()
    return {
        "PATH": "/usr/bin:/bin", "HOME": str(home), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1", "LC_ALL": "C.UTF-8",
    }  # fmt: skip


PYTHON = os.path.realpath(sys.executable)


def run(bundle: Path, environment: dict[str, str], *arguments: str, python: str = PYTHON, **how):  # type: ignore[no-untyped-def]
    """Run check.py in the bundle's folder, as a user does."""
    how = {"cwd": bundle, **how}
    return subprocess.run(
        [python, str(bundle / "check.py"), *arguments], env=environment, capture_output=True, text=True, check=False,
        **how,
    )  # fmt: skip


def told(run: subprocess.CompletedProcess[str]) -> tuple[list[str], Path, str, Path]:
    """Return how the stand-in was started: arguments, environment's folder, first folder of modules, working folder."""
    assert run.returncode == 1, run.stderr
    arguments, prefix, first, here = json.loads(run.stdout)
    return arguments, Path(prefix), first, Path(here)


@pytest.mark.nightly
@pytest.mark.slow
def test_environment_is_made_once_and_again_if_it_is_unusable(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """It is .grader/venv; arguments and working folder are passed on. An update or a lost file makes a new one.

    Only the first is made without the shortcut of ``quick``.
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
def test_environment_is_in_the_cache_if_the_bundle_cannot_hold_it(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """It is in the user's cache and is found there again. The bundle gets no new files but compiled ones."""
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
def test_failed_download_is_reported_and_retried(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """The message has the command to run by hand. An incomplete environment is not used."""
    (bundle / ".grader" / "requirements.txt").write_text("tiny==3.0\n")
    for _ in range(2):
        failed = run(bundle, environment | quick)
        assert failed.returncode == 3
        assert "needs the internet" in failed.stderr and "pip install -r .grader/requirements.txt" in failed.stderr
        assert "Traceback" not in failed.stderr


def test_python_without_venv_is_refused_with_advice(bundle: Path, environment: dict[str, str]) -> None:
    """Debian's Python lacks it by default."""
    start = "import runpy, sys; sys.modules['ensurepip'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    lacking = subprocess.run(
        [PYTHON, "-c", start, str(bundle / "check.py")], env=environment, capture_output=True, text=True, check=False
    )
    assert lacking.returncode == 3
    assert "apt install python3-venv" in lacking.stderr


@pytest.mark.parametrize("release", ["3.8", "3.10"])
def test_old_python_is_refused_with_the_required_release(release: str, bundle: Path, environment: dict[str, str]) -> None:
    """The message also names a newer one on the PATH."""
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


def test_bundle_without_its_hidden_folder_is_refused_with_advice(bundle: Path, environment: dict[str, str]) -> None:
    """Copying by hand easily misses the hidden folder."""
    shutil.rmtree(bundle / ".grader")
    found = run(bundle, environment)
    assert found.returncode == 2
    assert "Unpack the zip again" in found.stderr


def ready(bundle: Path, environment: dict[str, str]) -> dict[str, str]:
    """Return *environment* with an interpreter that has every package."""
    (bundle / ".grader" / "tiny.py").write_text("")
    return {**environment, "CHECK_PYTHON": PYTHON}


def test_files_named_like_modules_of_python_are_not_imported(bundle: Path, environment: dict[str, str]) -> None:
    """Both check.py and the checks run in the student's folder."""
    for name in ("subprocess", "hashlib", "tempfile", "json", "types", "random", "runpy", "tiny"):
        (bundle / f"{name}.py").write_text("raise SystemExit('a file of the student ran')\n")
    told(run(bundle, ready(bundle, environment)))


def test_stopping_ends_quietly(bundle: Path, environment: dict[str, str]) -> None:
    """Ctrl-C reaches both processes: the checks clean up, and the exit status is 130."""
    process = subprocess.Popen(
        [PYTHON, "check.py", "wait"], cwd=bundle, env=ready(bundle, environment), start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert (process.returncode, said) == (130, "the checks were stopped\n")
