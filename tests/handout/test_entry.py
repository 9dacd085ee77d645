"""``check.py`` of a bundle by itself: the interpreter that it uses, and its message if it cannot continue.

A few lines stand in for the checks, and a tiny package in a folder for their dependencies. No network is needed.
"""

from __future__ import annotations

import ast
import ctypes
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from graders.harness.handout.starter import TEMPLATE
from tests.once import once

CHECKS = """
import json, os, sys, time, tiny
try:
    print(json.dumps([sys.argv[1:], sys.prefix, sys.path[0], os.getcwd()]), flush=True)
    if "wait" in sys.argv:
        for _ in range(600):  # a signal just before a sleep does not shorten it
            time.sleep(0.1)
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
            wheel.writestr(
                f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {release}\n"
            )
            wheel.writestr(
                f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            wheel.writestr(
                f"{info}/RECORD", f"tiny.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n"
            )
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
        subprocess.run(
            [PYTHON, "-m", "venv", folder / "made"], env={"PATH": "/usr/bin:/bin"}, check=True
        )
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
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "LC_ALL": "C.UTF-8",
    }


PYTHON = os.path.realpath(sys.executable)


def run(bundle: Path, environment: dict[str, str], *arguments: str, python: str = PYTHON, **how):  # type: ignore[no-untyped-def]
    """Run check.py in the bundle's folder, as a user does."""
    how = {"cwd": bundle, **how}
    return subprocess.run(
        [python, str(bundle / "check.py"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        **how,
    )


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


@pytest.mark.nightly
def test_failed_download_is_reported_and_retried(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """The message has the command to run by hand. An incomplete environment is not used."""
    (bundle / ".grader" / "requirements.txt").write_text("tiny==3.0\n")
    for _ in range(2):
        failed = run(bundle, environment | quick)
        assert failed.returncode == 3
        assert (
            "needs the internet" in failed.stderr
            and "pip install -r .grader/requirements.txt" in failed.stderr
        )
        assert "Traceback" not in failed.stderr


@pytest.mark.nightly
@pytest.mark.slow
def test_no_network_is_the_reason_that_is_given(
    bundle: Path, environment: dict[str, str], quick: dict[str, str]
) -> None:
    """pip repeats a warning for each package and try, and then blames the package's releases."""
    del environment["PIP_NO_INDEX"], environment["PIP_FIND_LINKS"]
    (bundle / ".grader" / "requirements.txt").write_text("tiny==3.0\n")
    offline = run(bundle, environment | quick | {"PIP_INDEX_URL": "http://127.0.0.1:9/simple"})
    assert (offline.returncode, "there is no network" in offline.stderr) == (3, True)
    assert "WARNING" not in offline.stderr and "too new" not in offline.stderr


@pytest.mark.slow
def test_python_without_venv_is_refused_with_advice(
    bundle: Path, environment: dict[str, str]
) -> None:
    """Debian's Python lacks it by default."""
    start = "import runpy, sys; sys.modules['ensurepip'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    lacking = subprocess.run(
        [PYTHON, "-c", start, str(bundle / "check.py")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert lacking.returncode == 3
    assert "apt install python3-venv" in lacking.stderr


def old_python(release: str) -> str:
    """Return an interpreter of this release; skips the test if there is none."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = shutil.which(f"python{release}", path="/usr/bin:/usr/local/bin") or next(
        map(str, root.glob(f"versions/{release}.*/bin/python")), None
    )
    return found or pytest.skip(f"there is no Python {release} here")


@pytest.mark.slow
@pytest.mark.parametrize("release", ["2.7", "3.6", "3.9"])
def test_old_python_is_refused_in_one_sentence(
    release: str, bundle: Path, environment: dict[str, str]
) -> None:
    """The message also names a newer one on the PATH."""
    newer = bundle / "python3.12"
    newer.symlink_to(PYTHON)
    found = run(bundle, {**environment, "PATH": str(bundle)}, python=old_python(release))
    assert found.returncode == 2
    needs = "the checks need 3.10 or newer: run python3.12 check.py"
    assert found.stderr == f"check.py: this is Python {release}; {needs}\n"


def test_oldest_python_can_read_the_file() -> None:
    """Nothing in it is unknown to Python 2.7, which few machines have."""
    source = (TEMPLATE / "check.py").read_bytes()
    assert source.isascii()
    new = (
        ast.JoinedStr,
        ast.AnnAssign,
        ast.Nonlocal,
        ast.NamedExpr,
        ast.Match,
        ast.AsyncFunctionDef,
        ast.YieldFrom,
    )
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, new), ast.dump(node)
        if isinstance(node, ast.FunctionDef):
            assert not node.args.kwonlyargs and node.returns is None
        if isinstance(node, ast.List | ast.Tuple):
            assert not any(isinstance(each, ast.Starred) for each in node.elts)


# Parts of it.


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch, bundle: Path) -> ModuleType:
    """The functions of a bundle's check.py."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = importlib.util.spec_from_file_location("check_py", bundle / "check.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Person:
    """Standard input of a window: a terminal, from which one line is read."""

    lines = 0

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        self.lines += 1
        return "\n"


@pytest.mark.parametrize(
    ("programs", "waits"),
    [
        (["py.exe", "python.exe"], 1),
        (["Python3.12.exe"], 1),
        (["python.exe", "cmd.exe"], 0),
        (["python.exe", "powershell.exe"], 0),
        (["python.exe", ""], 0),
        ([], 0),
    ],
)
def test_window_stays_open_after_a_double_click(
    parts: ModuleType, monkeypatch: pytest.MonkeyPatch, programs: list[str], waits: int
) -> None:
    """Only Python is in such a window of Windows; otherwise a shell started it, and stays. An error waits, too."""
    person = Person()
    for name, stand_in in (
        ("WINDOWS", True),
        ("programs_in_window", lambda: programs),
        ("main", lambda: parts.end(2, "no")),
    ):
        monkeypatch.setattr(parts, name, stand_in)
    monkeypatch.setattr(sys, "stdin", person)
    with pytest.raises(SystemExit) as ended:
        parts.start()
    assert (ended.value.code, person.lines) == (2, waits)


class Kernel:
    """The functions of Windows that list the programs of a window: two, of which one cannot be asked."""

    def __init__(self) -> None:
        self.OpenProcess = Function(lambda rights, inherit, number: 0 if number == 8 else number)
        self.CloseHandle = Function(lambda process: 1)
        self.GetConsoleProcessList = Function(self.listed)
        self.QueryFullProcessImageNameW = Function(self.named)

    def listed(self, numbers: Any, most: int) -> int:
        numbers[0], numbers[1] = 7, 8
        return 2

    def named(self, process: Any, flags: int, name: Any, size: Any) -> int:
        if process.value is None:
            return 0
        name.value = "C:\\Program Files\\Python\\python.exe"
        return 1


class Function:
    """A function of a library, which has attributes."""

    def __init__(self, body: Any) -> None:
        self.body = body

    def __call__(self, *arguments: Any) -> Any:
        return self.body(*arguments)


def test_programs_of_a_window_are_named(parts: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that cannot be asked has no name, and counts as a shell."""
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=Kernel()), raising=False)
    assert parts.programs_in_window() == ["python.exe", ""]


def test_work_shows_each_second_and_its_output_only_if_it_fails(
    parts: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody looks at a silent program for a minute."""

    def process(command: list[str], cwd: str, stdout: Any, stderr: int) -> Any:
        stdout.write(b"no disk\n")
        due = iter([subprocess.TimeoutExpired("pip", 1), subprocess.TimeoutExpired("pip", 1), None])

        def wait(seconds: float) -> int:
            if (error := next(due)) is not None:
                raise error
            return int(command[0])

        return SimpleNamespace(wait=wait)

    monkeypatch.setattr(parts.subprocess, "Popen", process)
    assert (parts.work("installing", ["0"]), parts.work("installing", ["1"])) == (0, 1)
    assert capsys.readouterr().err == (
        "check.py:   installing .. done\ncheck.py:   installing .. failed\nno disk\n"
    )


def test_python_ta_is_installed_only_if_asked(
    parts: ModuleType, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An assignment without python-ta has no such list."""
    monkeypatch.setattr(sys, "argv", ["check.py", "--style"])
    assert parts.lists() == [parts.NEEDS]
    (bundle / ".grader" / "requirements-style.txt").write_text("python-ta==2.0\n")
    assert parts.lists() == [parts.NEEDS, parts.STYLE]
    monkeypatch.setattr(sys, "argv", ["check.py"])
    assert parts.lists() == [parts.NEEDS]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("needs", "fits"),
    [
        ('msgspec ; python_version >= "3.10"\nno-such-package ; python_version < "3.10"\n', True),
        ('no-such-package ; python_version >= "3.10"\n', False),
        ("msgspec==0.0.1\n", False),
        (
            'msgspec>=0.1,<9 ; python_version >= "3.10"\nmsgspec==0.* ; python_version >= "3.10"\n',
            True,
        ),
        ("no-such-package>=1\n", False),
    ],
)
def test_requirements_may_depend_on_the_release(parts: ModuleType, needs: str, fits: bool) -> None:
    """A package whose tested release is too new for Python 3.10 has a second line."""
    Path(parts.NEEDS).write_text(needs)
    assert parts.fits(sys.executable) is fits


@pytest.mark.slow
def test_bundle_without_its_hidden_folder_is_refused_with_advice(
    bundle: Path, environment: dict[str, str]
) -> None:
    """Copying by hand easily misses the hidden folder."""
    shutil.rmtree(bundle / ".grader")
    found = run(bundle, environment)
    assert found.returncode == 2
    assert "Unpack the zip again" in found.stderr


def ready(bundle: Path, environment: dict[str, str]) -> dict[str, str]:
    """Return *environment* with an interpreter that has every package."""
    (bundle / ".grader" / "tiny.py").write_text("")
    return {**environment, "CHECK_PYTHON": PYTHON}


@pytest.mark.slow
def test_files_named_like_modules_of_python_are_not_imported(
    bundle: Path, environment: dict[str, str]
) -> None:
    """Both check.py and the checks run in the student's folder."""
    for name in ("subprocess", "hashlib", "tempfile", "json", "types", "random", "runpy", "tiny"):
        (bundle / f"{name}.py").write_text("raise SystemExit('a file of the student ran')\n")
    told(run(bundle, ready(bundle, environment)))


IDLE = """
import io, runpy, sys
class Window(io.TextIOBase):
    def write(self, text):
        shown.append(text)
        return len(text)
shown = []
sys.stdout = Window()
try:
    runpy.run_path(sys.argv[1], run_name="__main__")
finally:
    sys.__stdout__.write("|".join(shown))
"""
"""Replaces sys.stdout as IDLE does: by an object without a file number."""


@pytest.mark.slow
def test_output_is_shown_where_only_sys_stdout_is(
    bundle: Path, environment: dict[str, str]
) -> None:
    """F5 in IDLE: each line appears as it comes, with remarks that the checks make on standard error."""
    checks = bundle / ".grader" / "graders" / "harness" / "handout" / "selfcheck.py"
    checks.write_text("import sys\nprint('✗ wrong', flush=True)\nsys.exit('a remark')\n")
    start = [PYTHON, "-c", IDLE, str(bundle / "check.py")]
    window = subprocess.run(
        start, env=ready(bundle, environment), capture_output=True, text=True, check=False
    )
    assert (window.returncode, window.stdout) == (1, "✗ wrong\n|a remark\n"), window.stderr


@pytest.mark.slow
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
