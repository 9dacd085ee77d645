"""The result cache: its entries, their keys, and entries that are rejected."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import grimp
import msgspec
import pytest
from rich.console import Console

from graders.harness import extensions
from graders.harness.assignment.manifest import ROOT, Assignment, load_assignment
from graders.harness.content import HARNESS
from graders.harness.course.run import store as stores
from graders.harness.course.run.class_plan import Plan
from graders.harness.course.run.classrun import grade_class
from graders.harness.course.run.store import Store, release_key
from graders.harness.intake import Submission
from graders.harness.intake.bulk import Deliveries
from graders.harness.processes.jobs import ExecutionEnvironment, Settings
from graders.harness.replay.recording import recording_key
from graders.harness.result import (
    FlagCode,
    Result,
    Status,
    Verdict,
    from_json,
    to_json,
)
from graders.harness.sandbox.interface import Backend, Level
from tests.adder import adder
from tests.classes import SETTINGS, SUMS, delivered, in_a_batch, of, results, some
from tests.fixtures import Cold
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("cache")

PLACE = ExecutionEnvironment("box", "A", "cpython 3.12.1")


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    """A copy of the toy world, with a scenario and a module that graders share."""
    root = TOY.copy(tmp_path / "world").root
    (root / "graders" / "shared").mkdir()
    (root / "graders" / "shared" / "__init__.py").write_text("")
    (root / "scenarios" / "toy").mkdir(parents=True)
    (root / "scenarios" / "toy" / "one.txt").write_text("title: one\n")
    return root


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the harness that a test may change; keys are computed over it."""
    copy = tmp_path / "harness"
    shutil.copytree(HARNESS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(stores, "HARNESS", copy)
    return copy


def toy_in(root: Path) -> Assignment:
    """Return the toy assignment of that world."""
    return load_assignment("toy", root)


def append(path: str, text: str = "\n") -> Callable[[Path], None]:
    """Return a function that appends to a file below the root."""

    def change(root: Path) -> None:
        with (root / path).open("a") as stream:
            stream.write(text)

    return change


def new(path: str) -> Callable[[Path], None]:
    """Return a function that adds an empty file below the root."""
    return lambda root: (root / path).write_bytes(b"")


def renamed(path: str, name: str) -> Callable[[Path], None]:
    """Return a function that renames a file below the root."""

    def change(root: Path) -> None:
        (root / path).rename(root / path / ".." / name)

    return change


CHANGES = {
    "a check": append("world/graders/toy/test_toy.py"),
    "one more module beside the checks": new("world/graders/toy/strategies.py"),
    "the driver": append("world/graders/toy/driver.py"),
    "a stand-in": append("world/graders/toy/standins/sums.py"),
    "a limit": append("world/graders/toy/assignment.toml", "\n[shrink]\ncalls = 3\n"),
    "the reference": append("world/reference/toy/words.py"),
    "a course file": append("world/reference/toy/given.py"),
    "what graders share": append("world/graders/shared/__init__.py"),
    "a scenario": append("world/scenarios/toy/one.txt"),
    "one more scenario": new("world/scenarios/toy/two.txt"),
    "how checks are run": append("harness/grading/submission_run.py"),
    "a report's module": append("harness/grading/marking.py"),
    "the worker": append("harness/inside/server.py"),
    "a stub": append("harness/inside/stubs/python_ta/__init__.py"),
}


@pytest.mark.slow
def test_key_changes_with_every_part_of_the_grader(
    tmp_path: Path, toys: Path, harness: Path
) -> None:
    """The key covers the content of each file that a result depends on."""
    key = release_key(toy_in(toys))
    assert release_key(toy_in(toys)) == key
    without_effect = []
    for part, change in CHANGES.items():
        change(tmp_path)
        before, key = key, release_key(toy_in(toys))
        if key == before:
            without_effect.append(part)
    assert without_effect == []


@pytest.mark.slow
@pytest.mark.parametrize("key", [release_key, lambda one: recording_key(one, "")])
def test_keys_change_with_the_extension_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: Callable[[Assignment], str]
) -> None:
    """The code in the box is a part of it; Python's keys do not depend on it."""
    of_java, of_python = adder(), load_assignment("csse7030_connect4")
    copy = tmp_path / "java"
    shutil.copytree(extensions.home("java"), copy, ignore=shutil.ignore_patterns("__pycache__"))
    home = extensions.home
    monkeypatch.setattr(extensions, "home", lambda name: copy if name == "java" else home(name))
    before = key(of_java), key(of_python)
    assert (key(of_java), key(of_python)) == before
    (copy / "inside" / "grader" / "More.java").write_text("class More { }")
    after = key(of_java), key(of_python)
    assert (after[0] == before[0], after[1] == before[1]) == (False, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["graders/toy/exemplars/right/a/sums.py", "graders/toy/__pycache__/driver.pyc"]
)
def test_key_does_not_change_with_irrelevant_files(toys: Path, path: str) -> None:
    """Exemplars and compiled files are not part of a grader's release."""
    before = release_key(toy_in(toys))
    (toys / path).parent.mkdir(parents=True)
    (toys / path).write_bytes(b"x = 1\n")
    assert release_key(toy_in(toys)) == before


@pytest.mark.slow
def test_key_covers_all_modules_that_judge() -> None:
    """Those that a worker process imports, directly or not."""
    graph = grimp.build_graph("graders", cache_dir=None)
    judging = {
        "graders.harness.processes.warm",
        *graph.find_upstream_modules("graders.harness.processes.warm"),
    }
    rooms = {name.split(".")[2] for name in judging if name.count(".") > 1}
    assert rooms == {Path(room).stem for room in stores.JUDGING_ROOMS}


def rooms_that_do_not_judge() -> list[str]:
    """Return the rooms and modules of the harness that the key leaves out."""
    names = (
        path.name
        for path in HARNESS.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    )
    return sorted(set(names) - set(stores.JUDGING_ROOMS))


@pytest.mark.slow
def test_key_does_not_change_with_rooms_that_do_not_judge(toys: Path, harness: Path) -> None:
    """A corrected sentence of a report, a page or a command must not regrade a class."""
    before = release_key(toy_in(toys))
    for room in rooms_that_do_not_judge():
        paths = [harness / room] if room.endswith(".py") else [*(harness / room).rglob("*.py")]
        assert paths, room
        for path in paths:
            path.write_text(path.read_text() + "\n# a comment\n")
    assert release_key(toy_in(toys)) == before


@pytest.mark.slow
def test_key_changes_with_an_extension_that_advises(
    tmp_path: Path, toys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result may have its flags."""
    (tmp_path / "guest").mkdir()
    module = tmp_path / "guest" / "advisor.py"
    module.write_text("")
    keys = [release_key(toy_in(toys))]
    monkeypatch.setattr(stores, "_advising_folders", lambda: [("guest", module.parent)])
    keys.append(release_key(toy_in(toys)))
    module.write_text("# changed")
    keys.append(release_key(toy_in(toys)))
    assert len(set(keys)) == len(keys)


@pytest.mark.slow
@pytest.mark.parametrize("package", stores.JUDGING_PACKAGES)
def test_key_changes_with_the_packages_that_judge(
    toys: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """Another version of Hypothesis draws different examples."""
    before, usual = release_key(toy_in(toys)), stores.metadata.version
    monkeypatch.setattr(
        stores.metadata, "version", lambda name: "0" if name == package else usual(name)
    )
    assert release_key(toy_in(toys)) != before


@pytest.mark.slow
@pytest.mark.parametrize("package", ["ruff", "mypy", "rich", "coverage", "setuptools"])
def test_key_does_not_change_with_other_packages(
    toys: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """A new version of the linter or of the library for tables must not regrade a class."""
    before, usual = release_key(toy_in(toys)), stores.metadata.version
    monkeypatch.setattr(
        stores.metadata, "version", lambda name: "0" if name == package else usual(name)
    )
    assert release_key(toy_in(toys)) == before


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"cpu_seconds": 0.7}, {"shrink_calls": 7}])
def test_key_changes_with_limits_in_settings(toys: Path, changes: dict[str, float]) -> None:
    """Experiments with limits must not mix with regular results."""
    usual = Settings("toy", root=str(toys))
    assert release_key(msgspec.structs.replace(usual, **changes).load()) != release_key(
        usual.load()
    )
    assert release_key(usual.load()) == release_key(toy_in(toys))


SUBMISSION = of("ada", SUMS["right"])
OTHERS = {
    "a byte": of("ada", f"{SUMS['right']}#"),
    "a file less": of("ada", None),
    "the files' names": Submission(
        "ada", {"words.py": SUBMISSION.files["sums.py"], "sums.py": SUBMISSION.files["words.py"]}
    ),
    "a file more": Submission("ada", {**SUBMISSION.files, "more.py": b""}),
    "a note": Submission("ada", SUBMISSION.files, ("'Sums.py' is used as sums.py",)),
}


@pytest.mark.parametrize("part", OTHERS)
def test_key_changes_with_the_submission(cache: Path, part: str) -> None:
    """Files and notes are in the result, or decide it."""
    store = Store(SETTINGS.load(), Level.C)
    assert store.key(OTHERS[part], PLACE) != store.key(SUBMISSION, PLACE)


@pytest.mark.parametrize("part", ["backend", "level", "interpreter", "newest"])
def test_key_changes_with_the_place(cache: Path, part: str) -> None:
    """A verdict may depend on the place of a run."""
    store = Store(SETTINGS.load(), Level.C)
    other = msgspec.structs.replace(PLACE, **{part: "B"})
    assert store.key(SUBMISSION, other) != store.key(SUBMISSION, PLACE)


def test_key_does_not_change_with_the_name(cache: Path) -> None:
    """Nor does the order in which files were read change it."""
    store = Store(SETTINGS.load(), Level.C)
    again = Submission("grace", dict(reversed(SUBMISSION.files.items())))
    assert store.key(again, PLACE) == store.key(SUBMISSION, PLACE)


# Entries.


@pytest.fixture
def result(cold: Cold) -> Result:
    """The right submission's result."""
    return from_json(cold(SUBMISSION))


@pytest.fixture
def store(cache: Path) -> Store:
    """An empty store that caches results of level C or better."""
    return Store(SETTINGS.load(), Level.C)


def entries(cache: Path) -> list[Path]:
    """Return all files of the store."""
    return sorted(path for path in (cache / "results").rglob("*") if path.is_file())


def test_cached_result_is_found_under_any_name(store: Store, result: Result, cache: Path) -> None:
    """Only the name differs in the bytes, and log and advisors' notes come back too."""
    noted = {"guest": msgspec.Raw(b'{"lines":[7]}')}
    key = store.key(SUBMISSION, PLACE)
    assert store.load(key, "ada") is None
    store.save(key, PLACE, result, ("a line",), noted)
    found = store.load(key, "grace")
    assert found is not None
    assert found == (msgspec.structs.replace(result, submission="grace"), ("a line",), noted)
    assert to_json(msgspec.structs.replace(found[0], submission="ada")) == to_json(result)
    assert len(entries(cache)) == 1


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[:-1],
    "cut in half": lambda data: data[: len(data) // 2],
    "without its head": lambda data: data.partition(b"\n")[2],
    "a byte changed": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "a mark changed": lambda data: data.replace(b'"marks":10', b'"marks":99').replace(
        b'"marks": 10', b'"marks": 99'
    ),
    "a byte more": lambda data: data + b" ",
    "something else": lambda data: b"\xff\xfe not ours\n\n",
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_entry_is_none(store: Store, result: Result, cache: Path, damage: str) -> None:
    """The submission is graded again, and the entry is replaced."""
    key = store.key(SUBMISSION, PLACE)
    store.save(key, PLACE, result, ())
    (path,) = entries(cache)
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert path.read_bytes() != whole
    assert store.load(key, "ada") is None
    store.save(key, PLACE, result, ())
    assert path.read_bytes() == whole


def test_entry_under_the_key_of_another_is_ignored(
    store: Store, result: Result, cache: Path
) -> None:
    """A restored or merged cache may have a sound file under a wrong key."""
    store.save(store.key(SUBMISSION, PLACE), PLACE, result, ())
    (path,) = entries(cache)
    other = store.key(OTHERS["a byte"], PLACE)
    shutil.copy(path, path.with_name(f"{other}.entry"))
    assert store.load(other, "ada") is None


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away"
)
def test_entry_of_another_user_is_ignored(store: Store, result: Result, cache: Path) -> None:
    """Another user's files are not trusted, even if they are sound."""
    key = store.key(SUBMISSION, PLACE)
    store.save(key, PLACE, result, ())
    os.chown(entries(cache)[0], 12345, -1)
    assert store.load(key, "ada") is None


def test_directory_or_dangling_link_instead_of_an_entry_is_none(
    store: Store, result: Result, cache: Path
) -> None:
    """Neither reading nor writing there is an error."""
    key = store.key(SUBMISSION, PLACE)
    store.save(key, PLACE, result, ())
    (path,) = entries(cache)
    path.unlink()
    path.symlink_to(cache / "nowhere")
    assert store.load(key, "ada") is None
    store.save(key, PLACE, result, ())
    assert store.load(key, "ada") is not None
    path.unlink()
    path.mkdir()
    assert store.load(key, "ada") is None
    store.save(key, PLACE, result, ())
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_entry_of_another_cache_is_none(store: Store, result: Result, cache: Path) -> None:
    """A result that ends at the first failure must not pass as a complete one under the same key."""
    key = store.key(SUBMISSION, PLACE)
    short = Store(SETTINGS.load(), Level.C, "mutants")
    short.save(key, PLACE, result, ())
    shutil.copytree(cache / "mutants", cache / "results")
    assert short.load(key, "ada") is not None
    assert store.load(key, "ada") is None


def test_store_that_cannot_be_written_is_no_error(
    store: Store, result: Result, cache: Path
) -> None:
    """Results are then not cached."""
    cache.write_bytes(b"")
    key = store.key(SUBMISSION, PLACE)
    store.save(key, PLACE, result, ())
    assert store.load(key, "ada") is None


@pytest.mark.parametrize(("level", "minimum", "kept"), [
    ("A+", Level.C, True), ("C", Level.C, True), ("E", Level.C, False), ("A", Level.A_PLUS, False),
    ("E", Level.E, True),
])  # fmt: skip
def test_results_below_the_minimum_are_not_cached(
    cache: Path, result: Result, level: str, minimum: Level, kept: bool
) -> None:
    """A run with less isolation than the minimum counts only this once."""
    place = msgspec.structs.replace(PLACE, level=level)
    store = Store(SETTINGS.load(), minimum)
    store.save(store.key(SUBMISSION, place), place, result, ())
    assert (store.load(store.key(SUBMISSION, place), "ada") is not None) is kept
    assert len(entries(cache)) == kept


def test_cached_result_has_the_present_marks(
    store: Store, toys: Path, result: Result, cache: Path
) -> None:
    """They are no part of the key: other marks grade nobody again."""
    key = store.key(SUBMISSION, PLACE)
    store.save(key, PLACE, result, ())
    manifest = toys / "graders" / "toy" / "assignment.toml"
    text = manifest.read_text()
    assert text.count("\nmarks = ") > 1
    manifest.write_text(text.replace("\nmarks = ", "\nshares = true\nmarks = 1", 1))
    again = Store(toy_in(toys), Level.C).load(key, "ada")
    assert again is not None and again[0].max_marks != result.max_marks
    assert store.load(key, "ada") == (msgspec.structs.replace(result, submission="ada"), (), {})


def test_results_that_are_not_gradable_are_not_cached(
    store: Store, cache: Path, result: Result
) -> None:
    """After a grader fault, the submission is graded again."""
    faulty = msgspec.structs.replace(
        result,
        status=Status.NOT_GRADABLE,
        checks=(
            msgspec.structs.replace(result.checks[0], verdict=Verdict.GRADER_FAULT),
            *result.checks[1:],
        ),
    )
    store.save(store.key(SUBMISSION, PLACE), PLACE, faulty, ())
    assert entries(cache) == []


SAVING = """
import sys
from pathlib import Path
from graders.harness.result import from_json
from graders.harness.sandbox.interface import Level
from graders.harness.course.run.store import Store
from graders.harness.processes.jobs import ExecutionEnvironment, Settings

world, key, result, line = sys.argv[1:]
store = Store(Settings("toy", root=world).load(), Level.C)
found = from_json(Path(result).read_bytes())
print("ready", flush=True)
sys.stdin.readline()
for number in range(100):
    store.save(key, ExecutionEnvironment("box", "A", ""), found, (line * number,))
"""


@pytest.mark.nightly
def test_two_processes_that_save_at_the_same_time_leave_a_sound_entry(
    tmp_path: Path, toys: Path, cache: Path, result: Result
) -> None:
    """A reader always finds one of the two entries, whole."""
    file = tmp_path / "result.json"
    file.write_bytes(to_json(result))
    store = Store(Settings("toy", root=str(toys)).load(), Level.C)
    key = store.key(SUBMISSION, PLACE)
    store.save(key, PLACE, result, ())
    savers = [
        subprocess.Popen(
            [sys.executable, "-c", SAVING, str(toys), key, str(file), line],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        for line in ("one ", "other ")
    ]
    for saver in savers:
        assert saver.stdout is not None and saver.stdin is not None
        assert saver.stdout.readline() == b"ready\n"
    for saver in savers:
        assert saver.stdin is not None
        saver.stdin.write(b"go\n")
        saver.stdin.flush()
    reads = 0
    while any(saver.poll() is None for saver in savers):
        found = store.load(key, "ada")
        assert found is not None and found[0] == result
        reads += 1
    assert [saver.wait() for saver in savers] == [0, 0]
    for saver in savers:
        assert saver.stdout is not None and saver.stdin is not None
        saver.stdout.close()
        saver.stdin.close()
    assert reads > 0
    (entry,) = entries(cache)
    last = store.load(key, "ada")
    assert last is not None and last[1] in {("one " * 99,), ("other " * 99,)}
    assert entry.name == f"{key}.entry"


# A batch with a cache.


@pytest.mark.slow
def test_batch_uses_cached_results_and_regrades_damaged_ones(backend: Backend, cache: Path) -> None:
    """The second run grades only the submission with the damaged entry, and all bytes are the same."""
    class_ = some({name: SUMS[name] for name in ("right", "wrong", "crashing")})
    first = in_a_batch(class_, store=Store(SETTINGS.load(), Level.C))
    assert not any(done.known for done in first)
    spoilt = entries(cache)[0]
    whole = spoilt.read_bytes()
    spoilt.write_bytes(whole[:100])
    second = in_a_batch(class_, store=Store(SETTINGS.load(), Level.C))
    assert sorted(done.known for done in second) == [False, True, True]
    assert results(second) == results(first)
    assert len(entries(cache)) == 3
    third = in_a_batch(class_, store=Store(SETTINGS.load(), Level.C))
    assert all(done.known for done in third)
    assert results(third) == results(first)


@pytest.mark.slow
def test_batch_without_a_store_grades_all_again(backend: Backend, cache: Path) -> None:
    """`--fresh` neither reads nor writes the cache."""
    in_a_batch([SUBMISSION], store=Store(SETTINGS.load(), Level.C))
    kept = [path.stat().st_mtime_ns for path in entries(cache)]
    (done,) = in_a_batch([SUBMISSION])
    assert not done.known
    assert [path.stat().st_mtime_ns for path in entries(cache)] == kept


def quiet() -> Console:
    """Return a console without a screen."""
    return Console(file=io.StringIO())


@pytest.mark.slow
def test_class_graded_with_other_limits_is_graded_again(backend: Backend, tmp_path: Path) -> None:
    """Settings that change a limit are part of the key, even if the plan has the unchanged assignment.

    A page with another outcome of the same grader is flagged, and one of another grader is not.
    """
    class_ = Deliveries(tuple(delivered([SUBMISSION])))
    usual = msgspec.structs.replace(SETTINGS, cpu_seconds=None, shrink_calls=None)
    plan = Plan(usual.load(), usual, tmp_path / "out", 1)
    assert grade_class(plan, class_, quiet(), quiet()).known == 0
    page = tmp_path / "out/ada/result.json"
    page.write_bytes(page.read_bytes().replace(b'"passed"', b'"failed"', 1))
    assert grade_class(plan, class_, quiet(), quiet()).known == 1
    assert FlagCode.OTHER_OUTCOME in [flag.code for flag in from_json(page.read_bytes()).flags]
    other = Plan(usual.load(), msgspec.structs.replace(usual, cpu_seconds=0.5), tmp_path / "out", 1)
    assert grade_class(other, class_, quiet(), quiet()).known == 0
    assert FlagCode.OTHER_OUTCOME not in [flag.code for flag in from_json(page.read_bytes()).flags]


@pytest.mark.slow
def test_results_of_a_plain_process_are_not_cached(
    backend: Backend, tmp_path: Path, cache: Path
) -> None:
    """Level E, chosen by name, is below the minimum."""
    plain = msgspec.structs.replace(SETTINGS, sandbox="plain", cpu_seconds=1.0)
    in_a_batch([SUBMISSION], settings=plain, store=Store(plain.load(), Level.C))
    assert entries(cache) == []
