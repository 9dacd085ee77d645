"""An assignment asks for the extension by its packages; without it there is one sentence, and it judges otherwise."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from graders.extensions import arrays
from graders.extensions.arrays.packages import folder_of
from graders.harness import doctor, extensions
from graders.harness.course.run.store import release_key
from graders.harness.errors import NOT_GRADABLE
from graders.harness.grading.program import open_backend
from graders.harness.handout import student
from graders.harness.replay.recording import recording_key
from graders.harness.sandbox import find_interpreter
from graders.harness.sandbox.packages import PackagesMissing
from tests.extensions.arrays.test_box_values import BUILD, unpack
from tests.extensions.arrays.wheels import fill_shelf, public_folder, use_shelf
from tests.handout.built import check, solve
from tests.world import World, write_world

STARTER = {"grid.py": "", "README.md": "Write grid.py.\n"}
SENTENCE = (
    "tiny names packages (numpy), which only an extension can bring into the sandbox: "
    "pip install 'fairgrader[arrays]'"
)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """An assignment with arrays and a starter, whose packages are installed."""
    folder = public_folder()
    fill_shelf(folder)
    use_shelf(monkeypatch, folder)
    made = write_world(folder / "world", **BUILD, starter=STARTER)
    unpack(folder / "numpy-2.0-py3-none-any.whl", made)
    yield made
    shutil.rmtree(folder)


def take_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all other extensions installed."""
    others = {name: one for name, one in extensions.installed().items() if name != "arrays"}
    monkeypatch.setattr(extensions, "installed", lambda: others)


def test_missing_extension_is_one_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """For who grades, looks at the machine, or builds a bundle."""
    take_away(monkeypatch)
    for use in (
        lambda: open_backend(world.assignment, choice="plain"),
        lambda: student.contents(world.assignment),
    ):
        with pytest.raises(PackagesMissing) as refused:
            use()
        assert (str(refused.value), refused.value.status) == (SENTENCE, NOT_GRADABLE)
    (found,) = doctor._packages(world.assignment, find_interpreter(">=3.10"))
    assert (found.name, found.good, found.detail) == ("tiny (numpy)", False, SENTENCE)


@pytest.mark.slow
def test_keys_cover_the_extension(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its code and its absence change the keys of an assignment with packages, and of no other."""
    other = write_world(tmp_path / "other", **{**BUILD, "packages": []}).assignment

    def keys() -> tuple[str, str]:
        return release_key(world.assignment), recording_key(world.assignment, "Python")

    before = keys()
    of_other = release_key(other), recording_key(other, "Python")
    package = Path(shutil.copytree(extensions.home("arrays"), tmp_path / "arrays"))
    copied = ModuleType(arrays.__name__)
    copied.__file__ = str(package / "__init__.py")
    monkeypatch.setattr(
        extensions,
        "import_module",
        lambda name: copied if name == arrays.__name__ else import_module(name),
    )
    assert keys() == before
    comparison = package / "arrays.py"
    comparison.write_text(comparison.read_text() + "\n# a comment\n")
    changed = keys()
    assert not {*changed} & {*before}
    take_away(monkeypatch)
    assert not {*keys()} & {*changed, *before}
    assert of_other == (release_key(other), recording_key(other, "Python"))


def python_with(packages: Path, folder: Path) -> str:
    """Return an interpreter that has *packages* and the tests' own."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "more.pth").write_text(f"{packages}\n{sysconfig.get_path('purelib')}\n")
    return str(folder / "bin" / "python")


@pytest.mark.slow
def test_students_bundle_has_the_extension(world: World, tmp_path: Path) -> None:
    """It checks arrays on the packages beside the judge, and has no command of staff."""
    files = student.contents(world.assignment)
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    code = {path.name for path in tmp_path.glob(".grader/graders/extensions/arrays/*")}
    assert code == {"__init__.py", "arrays.py", "box_values.py", "dataframes.py", "packages.py"}
    solve(world.assignment, tmp_path)
    lock = files[".grader/graders/tiny/packages.lock"].decode()
    packages = folder_of(lock, find_interpreter(">=3.10"))
    status, result, errors = check(tmp_path, CHECK_PYTHON=python_with(packages, tmp_path / "venv"))
    assert status == 0, errors
    assert {one["verdict"] for one in result["checks"]} == {"passed"}


@pytest.mark.slow
def test_bundle_of_other_assignments_lacks_it(tmp_path: Path) -> None:
    build = {
        "checks": '@check("one.one")\ndef test_one(student):\n    """one is 1."""\n    expect(student.one(), 1)\n'
    }
    reference = {"one.py": "def one():\n    return 1\n"}
    starter = {"one.py": "", "README.md": "Write one.py.\n"}
    world = write_world(tmp_path, **build, reference=reference, calls={"one": "*"}, starter=starter)
    assert not [name for name in student.contents(world.assignment) if "extensions/arrays" in name]
