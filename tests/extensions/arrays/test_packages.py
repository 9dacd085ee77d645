"""Packages of an assignment: locked by pip, installed once, importable in every box and nowhere else."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.extensions.arrays import locking, packages
from graders.extensions.arrays.packages import Locked, pinned, wanted_line
from graders.harness.assignment.manifest import ManifestError, load_assignment
from graders.harness.cli import main
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken, open_backend
from graders.harness.handout.student import requirements
from graders.harness.replay.recording import recording_key
from graders.harness.sandbox import find_interpreter
from graders.harness.sandbox.interface import Level, SandboxRefused
from graders.harness.sandbox.packages import PackagesMissing, packages_of
from tests.extensions.arrays.wheels import fill_shelf, public_folder, use_shelf
from tests.world import World, submission_of, verdicts, write_world

PYTHON = find_interpreter(">=3.10")
BUILD = {
    "checks": '''
@check("calc.plus")
def test_plus(student):
    """plus adds 42."""
    expect(student.plus(2), 44)
''',
    "reference": {
        "calc.py": "import tinycalc\n\ndef plus(number):\n    return tinycalc.plus(number + 2)\n"
    },
    "calls": {"calc": "*"},
    "packages": ["tinycalc==1.*"],
}


@pytest.fixture(scope="module")
def shelf() -> Iterator[Path]:
    """A folder of wheels, and of what is installed from them."""
    folder = public_folder()
    fill_shelf(folder)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installed(shelf: Path) -> World:
    """An assignment with packages that are installed."""
    world = write_world(shelf / "world", **BUILD)
    with pytest.MonkeyPatch.context() as patch:
        use_shelf(patch, shelf)
        locking.install(world.assignment, PYTHON)
    return world


@pytest.fixture(autouse=True)
def from_shelf(monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    use_shelf(monkeypatch, shelf)


@pytest.mark.nightly
def test_lock_has_releases_and_hashes(installed: World) -> None:
    """Of the named package in its newest release, and of what it needs."""
    text = (installed.assignment.grader / "packages.lock").read_text()
    first, wanted, *lines = text.splitlines()
    assert "grader doctor tiny --install" in first
    assert wanted == "# packages = tinycalc==1.*"
    assert [line.split(" --hash=sha256:")[0] for line in lines] == [
        "tinycalc==1.1",
        "tinycore==1.0",
    ]
    assert [len(line.split("sha256:")[1].split()[0]) for line in lines] == [64, 64]
    assert [package.oldest for package in packages.parsed(text)] == ["3.9", "3.9"]


@pytest.mark.parametrize(
    "archive", [{"hash": "sha256=ab12"}, {"hash": "sha256=ab12", "hashes": {"sha256": "ab12"}}]
)
def test_report_of_every_pip_has_the_hash(archive: dict[str, Any]) -> None:
    """Debian 12's pip 23.0 reports a hash in an older form."""
    item = {
        "metadata": {"name": "tiny_calc", "version": "1.1"},
        "download_info": {"archive_info": archive},
    }
    assert locking.locked(item).line == "tiny-calc==1.1 --hash=sha256:ab12\n"


@pytest.mark.slow
def test_packages_are_installed_once(installed: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "_pip", lambda *_: pytest.fail("pip was started"))
    folder = locking.install(installed.assignment, PYTHON)
    shown = packages.packages_of(installed.assignment, PYTHON)
    assert shown == {
        "folder": str(folder),
        "names": ["tinycalc", "tinycore"],
        "loaded": ["tinycalc"],
        "environment": packages.ONE_THREAD,
        "seeded": [],
    }


LEVELS = [
    "A+",
    *(pytest.param(level, marks=pytest.mark.nightly) for level in ("A", "B", "bubblewrap", "C")),
    "plain",
]


@pytest.mark.slow
@pytest.mark.parametrize("choice", LEVELS)
def test_submission_imports_the_packages_and_no_other(choice: str, installed: World) -> None:
    """Nor may a folder of programs beside the packages hide a student's module."""
    try:
        backend = open_backend(installed.assignment, choice=choice, minimum=Level.E)
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    with Grader(installed.assignment, backend) as grader:
        own = "import bin, tinycore, tinycalc\n\ndef plus(number):\n    return tinycore.BASE + bin.TWO + number\n"
        right = submission_of("right", {"calc.py": own, "bin.py": "TWO = 2\n"})
        other = submission_of("other", {"calc.py": "import hypothesis\n"})
        assert verdicts(grader.grade(right)) == {"calc.plus": "passed"}
        cause = grader.grade(other).result.checks[0].cause
    assert cause is not None
    assert cause.detail == (
        "ModuleNotFoundError: No module named 'hypothesis' (neither Python nor this assignment has it)"
    )


@pytest.mark.slow
@pytest.mark.parametrize("choice", LEVELS)
def test_packages_are_read_only(choice: str, installed: World) -> None:
    """Attack 173: it succeeds in a plain process, which protects nothing."""
    try:
        backend = open_backend(installed.assignment, choice=choice, minimum=Level.E)
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    shown = packages.packages_of(installed.assignment, PYTHON)
    assert shown is not None
    file = Path(shown["folder"], "tinycore", "__init__.py")
    before = file.read_text()
    text = 'import tinycore\n\ndef plus(number):\n    open(tinycore.__file__, "a").write("# mine\\n")\n    return 44\n'
    with Grader(installed.assignment, backend) as grader:
        verdict = verdicts(grader.grade(submission_of("writes", {"calc.py": text})))["calc.plus"]
    after = file.read_text()
    file.write_text(before)
    assert (verdict, after != before) == (
        ("passed", True) if choice == "plain" else ("raised", False)
    )


@pytest.mark.slow
def test_judge_has_none_of_the_packages(installed: World) -> None:
    packages.packages_of(installed.assignment, PYTHON)
    assert not {"tinycalc", "tinycore"} & sys.modules.keys()
    assert not any("graders-packages" in entry for entry in sys.path)


@pytest.mark.slow
def test_package_wins_over_a_file_of_its_name(installed: World) -> None:
    """As the interpreter's own modules do."""
    fake = {"calc.py": installed.good["calc.py"], "tinycalc.py": "plus = None\n"}
    with installed.opened("plain") as grader:
        assert verdicts(grader.grade(submission_of("fake", fake))) == {"calc.plus": "passed"}


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (
            "no lock",
            "tiny/packages.lock is missing: run `grader doctor tiny --install`, and commit the file",
        ),
        (
            "other packages",
            "tiny/packages.lock does not fit its packages: run `grader doctor tiny --install`",
        ),
        (
            "not installed",
            "the packages of tiny are not installed for .*: run `grader doctor tiny --install`",
        ),
    ],
)
def test_missing_packages_are_one_line(
    state: str, words: str, installed: World, tmp_path: Path
) -> None:
    world = installed.copy(tmp_path / "copy")
    assignment = world.assignment
    lock = assignment.grader / "packages.lock"
    if state == "no lock":
        lock.unlink()
    elif state == "not installed":
        lock.write_text(lock.read_text() + "# another lock\n")
    else:
        manifest = msgspec.structs.replace(assignment.manifest, packages=("tinycore",))
        assignment = msgspec.structs.replace(assignment, manifest=manifest)
    with pytest.raises(PackagesMissing, match=words):
        open_backend(assignment, choice="plain")


@pytest.mark.slow
def test_other_bytes_than_the_locked_are_refused(installed: World, tmp_path: Path) -> None:
    """Attack 174: a package that an index has replaced. Without hashes pip would install it."""
    world = installed.copy(tmp_path / "copy")
    lock = world.assignment.grader / "packages.lock"
    before = lock.read_text()
    digest = before.split("sha256:")[1].split()[0]
    lock.write_text(before.replace(digest, "0" * 64))
    folder = packages.folder_of(lock.read_text(), PYTHON)
    with pytest.raises(PackagesMissing, match=r"(?i)hash"):
        locking.fill(world.assignment, PYTHON, folder)
    assert not folder.exists()


def test_recording_depends_on_the_lock(installed: World, tmp_path: Path) -> None:
    world = installed.copy(tmp_path / "copy")
    before = recording_key(world.assignment, "Python")
    lock = world.assignment.grader / "packages.lock"
    lock.write_text(lock.read_text().replace("tinycalc==1.1", "tinycalc==1.0"))
    assert recording_key(world.assignment, "Python") != before


@pytest.mark.slow
def test_reference_that_lacks_a_package_is_told_where_to_add_it(tmp_path: Path) -> None:
    world = write_world(tmp_path, **{**BUILD, "packages": []})
    with world.opened("plain") as grader, pytest.raises(GraderBroken) as refused:
        grader.recorded()
    assert str(refused.value).endswith(
        "The sandbox has no tinycalc: add its package to packages = [...] in assignment.toml, "
        "then run `grader doctor tiny --install`"
    )


def test_assignment_without_packages_needs_no_lock_and_no_folder(tmp_path: Path) -> None:
    world = write_world(tmp_path, **{**BUILD, "packages": []})
    assert packages_of(world.assignment, PYTHON) is None


def test_command_without_packages_shows_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_world(tmp_path, **{**BUILD, "packages": []})
    assert main(["--root", str(tmp_path), "doctor", "tiny", "--install"]) == 2
    assert (
        'add packages = ["numpy==2.*"], for example, to its assignment.toml'
        in capsys.readouterr().err
    )


@pytest.mark.nightly
def test_command_locks_keeps_and_updates(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Releases of a lock stay until they are to be chosen again."""
    write_world(tmp_path, **{**BUILD, "packages": ["tinycalc"]})
    newest, hidden = shelf / "tinycalc-1.1-py3-none-any.whl", shelf / "hidden"
    newest.rename(hidden)
    try:
        assert main(["--root", str(tmp_path), "doctor", "tiny", "--install"]) == 0
    finally:
        hidden.rename(newest)
    assert capsys.readouterr().out.startswith("tinycalc 1.0\ntinycore 1.0\ninstalled in ")
    locking.lock(load_assignment("tiny", tmp_path), PYTHON)
    assert main(["--root", str(tmp_path), "doctor", "tiny", "--install"]) == 0
    assert "tinycalc 1.0" in capsys.readouterr().out
    assert main(["--root", str(tmp_path), "doctor", "tiny", "--install", "--update"]) == 0
    assert "tinycalc 1.1" in capsys.readouterr().out


@pytest.mark.nightly
def test_package_that_pip_cannot_find_is_one_line(tmp_path: Path) -> None:
    world = write_world(tmp_path, **{**BUILD, "packages": ["tinywrong"]})
    with pytest.raises(PackagesMissing, match=r"pip cannot install the packages: .*tinywrong"):
        locking.install(world.assignment, PYTHON)


def test_java_has_no_packages(tmp_path: Path) -> None:
    java = {"packages": ["numpy"], "java": {"release": "17"}, "calls": {}}
    with pytest.raises(ManifestError, match="packages are for Python"):
        _ = write_world(tmp_path, **{**BUILD, **java}).assignment


def test_students_install_the_locked_release(installed: World, tmp_path: Path) -> None:
    """On a Python that is too old for it, any that the manifest allows; for what a package needs, any."""
    assignment = installed.copy(tmp_path / "copy").assignment
    manifest = msgspec.structs.replace(assignment.manifest, packages=("NumPy>=1.26,<3",))
    assignment = msgspec.structs.replace(assignment, manifest=manifest)
    locked = [Locked(name, "2.4.6", ("0",), "3.11").line for name in ("numpy", "six")]
    lock = wanted_line(manifest.packages) + "".join(locked)
    (assignment.grader / "packages.lock").write_text(lock)
    lines = requirements(manifest, pinned(assignment))
    assert (
        lines["requirements.txt"]
        .decode()
        .endswith(
            'numpy==2.4.6 ; python_version >= "3.11"\nNumPy>=1.26,<3 ; python_version < "3.11"\n'
            'six==2.4.6 ; python_version >= "3.11"\nsix ; python_version < "3.11"\n'
        )
    )


def test_bundle_uses_the_packages_beside_the_judge(
    installed: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """check.py has installed them there. A bundle has no reference."""
    world = installed.copy(tmp_path / "bundle")
    shutil.rmtree(world.assignment.reference)
    with pytest.raises(PackagesMissing, match="the package tinycalc is not installed"):
        packages.packages_of(world.assignment, PYTHON)
    shown = packages.packages_of(installed.assignment, PYTHON)
    assert shown is not None
    monkeypatch.syspath_prepend(shown["folder"])
    assert packages.packages_of(world.assignment, PYTHON) == shown


def test_top_level_modules_of_a_package(tmp_path: Path) -> None:
    """Folders of programs and data are no modules, and compiled modules are."""
    folder = tmp_path / "lib" / "packages"
    info = folder / "wide-1.dist-info"
    info.mkdir(parents=True)
    names = ["wide/a.py", "single.py", "_fast.cpython-311-x86_64-linux-gnu.so", "wide.libs/x.so", "../../bin/tool",
             "bin/tool", "share/man", "single.pyc", "wide-1.dist-info/METADATA"]  # fmt: skip
    for path in (folder / name for name in names):  # the finder of another package looks for them
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (info / "METADATA").write_text("Name: wide\nVersion: 1\n")
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in names))
    (package,) = distributions(path=[str(folder)])
    assert packages.modules_of(package) == ["_fast", "single", "wide"]


@pytest.mark.parametrize(
    ("requirement", "name"),
    [
        ("numpy==2.*", "numpy"),
        ("scikit_learn>=1", "scikit-learn"),
        ("pandas[excel] ~= 2.0", "pandas"),
        ("a.b", "a-b"),
    ],
)
def test_name_in_a_requirement(requirement: str, name: str) -> None:
    assert packages.project_of(requirement) == name


@pytest.mark.slow
def test_solution_with_numpy_becomes_an_assignment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, it was refused: the package was to be installed first, for an assignment by hand."""
    solution = tmp_path / "lab.py"
    solution.write_text(
        "import numpy as np\n\n\ndef row(items):\n"
        "    '''\n    >>> row([1, 2]).tolist()\n    [1, 2]\n"
        "    >>> row([np.array([3]).size]).tolist()\n    [1]\n    '''\n"
        "    return np.array(items)\n"
    )
    root = ["--root", str(tmp_path / "root")]
    assert main([*root, "new", "lab", "--title", "Lab", "--from", str(solution)]) == 0
    out = capsys.readouterr().out
    assert "wrote graders/lab/packages.lock" in out and "for you to do" not in out
    lab = load_assignment("lab", tmp_path / "root")
    assert (lab.manifest.packages, lab.max_marks) == (("numpy",), 1)
