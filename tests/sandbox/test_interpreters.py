"""Interpreters: the choice for a manifest, and that boxes work under each, in any folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from graders.harness.inside import syscalls
from graders.harness.inside.modules import Program
from graders.harness.sandbox import (
    choice,
    find_interpreter,
    interpreter_copy,
    interpreters,
    launched,
    select_backend,
)
from graders.harness.sandbox.interface import (
    ConnectionClosed,
    ExitReason,
    Level,
    SandboxRefused,
)
from graders.harness.sandbox.interpreters import (
    Interpreter,
    newest_interpreter,
    release_of,
)
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import call, once

RELEASES = ("3.10", "3.11", "3.12", "3.13")

linux = pytest.mark.skipif(not syscalls.supported(), reason="this machine has no sandbox")


def installed(release: str) -> str:
    """Return the interpreter of *release*; skips the test if there is none."""
    try:
        return find_interpreter(release)
    except SandboxRefused:
        pytest.skip(f"Python {release} is not installed here")


@pytest.mark.slow
def test_judges_own_interpreter_serves_if_it_is_new_enough() -> None:
    """ ">=3.10" is the judge's own version, and not a virtual environment's."""
    found = find_interpreter(">=3.10")
    said = subprocess.run(
        [
            found,
            "-c",
            "import sys; print(sys.version_info[:2] == "
            + repr(tuple(sys.version_info[:2]))
            + ", sys.prefix == sys.base_prefix)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "True True\n"
    assert os.path.realpath(found) == found


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
def test_exact_release_is_found(release: str) -> None:
    """ "3.x" is exactly that minor version."""
    found = installed(release)
    said = subprocess.run(
        [found, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == release


def test_missing_release_is_an_error_with_a_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One line names the version and a way to install it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    find_interpreter.cache_clear()
    with pytest.raises(
        SandboxRefused,
        match=r"Python 3\.99, which is not installed; install it .*on the PATH, or .*--python FILE`$",
    ):
        find_interpreter("3.99")
    find_interpreter.cache_clear()


@pytest.mark.parametrize(
    "variable", ["HOME", "PYENV_ROOT", "UV_PYTHON_INSTALL_DIR", "XDG_DATA_HOME"]
)
def test_marks_do_not_depend_on_the_path(
    variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before, cron, whose PATH has neither pyenv nor uv, graded with an older Python than a person."""
    home = str(Path(".pyenv", "versions"))
    inside = {"HOME": home, "PYENV_ROOT": "versions", "XDG_DATA_HOME": "uv/python"}
    folder = tmp_path / inside.get(variable, "")
    before = "" if "versions" in folder.parts else "cpython-"
    for release in ("3.99.9", "3.99.10", "3.99.11rc1", "3.99.10t", "3.9.99"):
        (folder / f"{before}{release}" / "bin").mkdir(parents=True)
        (folder / f"{before}{release}" / "bin" / "python3.99").touch()
    for other in ("PYENV_ROOT", "UV_PYTHON_INSTALL_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    monkeypatch.setenv(variable, str(tmp_path))
    homes = [Path(found).parts[-3] for found in interpreters.candidates(99)]
    assert homes == [f"{before}3.99.10", f"{before}3.99.9"]


@pytest.mark.parametrize("spec", ["3.9", "python3", "3", "==3.10", ""])
def test_malformed_demand_is_refused(spec: str) -> None:
    """A text that is not a version from 3.10 on is refused by name."""
    with pytest.raises(SandboxRefused, match=r"from 3\.10 on"):
        find_interpreter(spec)


def builds(monkeypatch: pytest.MonkeyPatch, *installed: str) -> None:
    """Pretend that the judge is Python 3.11, and that only these builds are installed beside it."""
    found = {
        int(build.split(".")[1]): Interpreter((3, int(build.split(".")[1])), build, build)
        for build in installed
    }
    usual = Interpreter((3, 11), "usual", "cpython 3.11.7 (main)")
    monkeypatch.setattr(interpreters, "identify", lambda _: usual)
    monkeypatch.setattr(interpreters, "find_interpreter", lambda _: usual.path)
    monkeypatch.setattr(interpreters, "find_release", found.get)


@pytest.mark.parametrize(
    ("spec", "installed", "newest"),
    [
        (">=3.8", ["cpython 3.12.1 (main)", "cpython 3.13.0 (main)"], "cpython 3.13.0 (main)"),
        (">=3.8", ["cpython 3.13.0+ (main)"], "cpython 3.13.0+ (main)"),
        (">=3.8", ["cpython 3.13.0 (main)", "cpython 3.14.0a1 (main)"], "cpython 3.13.0 (main)"),
        (">=3.8", ["cpython 3.13.0 experimental free-threading build (main)"], None),
        (">=3.8", ["pypy 3.12.1 (main)"], None),
        (">=3.8", ["cpython 3.10.1 (main)", "cpython 3.11.2 (main)"], None),
        ("3.11", ["cpython 3.13.0 (main)"], None),
    ],
)
def test_newest_interpreter_is_a_suitable_and_finished_one(
    monkeypatch: pytest.MonkeyPatch, spec: str, installed: list[str], newest: str | None
) -> None:
    """It is newer than the usual one, and a release of CPython."""
    builds(monkeypatch, *installed)
    found = newest_interpreter.__wrapped__(spec)
    assert (found.build if found else None) == newest


def test_newest_interpreter_is_newer_than_the_one_that_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That is the judge of the manifest, if it names one."""
    builds(monkeypatch, "cpython 3.13.0 (main)")
    asked: list[str] = []
    monkeypatch.setattr(interpreters, "find_interpreter", asked.append)
    assert newest_interpreter.__wrapped__(">=3.8", "3.12") is not None
    assert asked == ["3.12"]


@pytest.mark.parametrize(
    ("build", "release"),
    [
        ("cpython 3.11.7 (main, May 9 2026)", "3.11"),
        ("cpython 3.14.0a1+ (x)", "3.14"),
        ("java 17.0.1 Debian", ""),
    ],
)
def test_release_of_a_build(build: str, release: str) -> None:
    """A result names it."""
    assert release_of(build) == release


WORK = """
import sys, random, ctypes, os
def version():
    return list(sys.version_info[:2])
def library():
    import bz2, lzma, sqlite3, xml.dom.minidom, zlib, _decimal
    return xml.dom.minidom.parseString("<a/>").documentElement.tagName
def fork():
    return os.fork()
def null():
    return ctypes.string_at(0)
"""

CRASH = "x = " + "[a for a in " * 40 + "[]" + "]" * 40


@pytest.mark.slow
@linux
@pytest.mark.parametrize("release", RELEASES)
def test_box_works_under_every_release(release: str) -> None:
    """Worker and box run under each installed CPython: served, isolated, ended for the right reason."""
    backend = select_backend(installed(release))
    try:
        sources = {"work.py": WORK.encode(), "crash.py": CRASH.encode()}
        box = backend.open(Program(sources, {}, {"driver.py": DRIVER}), LIMITS)
        assert once(box, "version") == ["return", [int(part) for part in release.split(".")]]
        assert once(box, "library") == ["return", "a"]
        assert once(box, "fork")[:2] == ["raise", "PermissionError"]
        connection = box.connect("own")
        with pytest.raises(ConnectionClosed):
            call(connection, "call", "null")
        ending = connection.finish()
        assert (ending.cause, ending.status) == (ExitReason.SIGNAL, 11)
        box.close()
    finally:
        backend.close()


def ways() -> list[tuple[str, Level]]:
    """Return every way to isolate that changes the user or the view of files."""
    return [(name, level) for name, level in choice.WAYS if level >= Level.B]


@linux
@pytest.mark.nightly
@pytest.mark.parametrize(("name", "level"), ways())
def test_interpreter_in_a_private_home(
    name: str, level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    """An interpreter that only its owner can read works at every level: by mounts, or by a public copy."""
    if os.geteuid() != 0:
        pytest.skip("to an ordinary user, a home of their own is not private")
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    library = interpreter_copy.library_of(python)
    if not (library / "os.py").exists():
        pytest.skip("the library does not lie beside the interpreter here")
    private = home / "python"
    (private / "bin").mkdir(parents=True)
    shutil.copy(python, private / "bin")
    needless = shutil.ignore_patterns("site-packages", "test", "__pycache__", "idlelib")
    shutil.copytree(library, private / "lib" / library.name, symlinks=True, ignore=needless)
    for shared in library.parent.glob("libpython*.so*"):
        shutil.copy(shared, private / "lib")
    own = str(private / "bin" / Path(python).name)
    assert not interpreter_copy.is_public(Path(own))
    with tempfile.TemporaryDirectory(
        prefix="graders-public-"
    ) as folder:  # nobody else may enter a tmp_path
        public = Path(folder)
        public.chmod(0o755)
        monkeypatch.setattr(interpreter_copy, "cache_folder", lambda: public)
        try:
            backend = choice.open_backend(name, own, level)
        except launched.SandboxError as fault:
            pytest.skip(f"not offered here: {fault}")
        try:
            box = backend.open(
                Program({"work.py": WORK.encode()}, {}, {"driver.py": DRIVER}), LIMITS
            )
            assert once(box, "library") == ["return", "a"]
            box.close()
        finally:
            backend.close()


@pytest.mark.nightly
def test_copied_interpreter_that_others_can_write_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    """A copy must belong to root."""
    if os.geteuid() != 0:
        pytest.skip("only root copies")
    monkeypatch.setattr(interpreter_copy, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(
        interpreter_copy,
        "is_public",
        lambda path: not str(path).startswith(str(Path(python).parent.parent)),
    )
    copy = interpreter_copy.public_python(python)
    assert interpreter_copy.public_python(python) == copy
    Path(copy).chmod(0o777)
    with pytest.raises(launched.SandboxError, match="not root's own"):
        interpreter_copy.public_python(python)
