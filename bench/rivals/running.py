"""Installs the other tools, each into an environment of its own, and times them on one right submission.

Pip makes the environments once below a cache folder (``BENCH_CACHE`` overrides it), from pinned versions. The packages
that the checks need get the versions of this process, so that all rows draw with the same Hypothesis. A tool that cannot
be installed gets a line in the table that says so. An unmeasured run goes first, so that everything but the submission
is compiled and Hypothesis has cached the checks' sources. The submission is in a new folder and is compiled every time,
like a student's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

import platformdirs

from bench.measure import Cost, cost_of_children
from bench.rivals import adapter
from bench.subject import reference_files
from bench.table import PLAIN, Row
from graders.harness.assignment.manifest import ROOT, Assignment
from graders.harness.grading.program import program_of

GROUP = "The same submission, checks and distilled examples in other tools (first variants only)"
GROUP_DRAWN = "The same with examples drawn live, as many as the grader's pool has"
HERE = Path(__file__).parent
CHECKS_NEED = ("hypothesis", "msgspec", "pytest")
INSTALL_SECONDS = 600
RUN_SECONDS = 300
_OTTER_TESTS = """\
OK_FORMAT = False
name = {task!r}
from bench.rivals.otter_cases import cases
globals().update(cases(name))
"""
"""An otter test file: the test cases of one task."""


@dataclass(frozen=True, slots=True)
class Place:
    """The folders and the interpreter of one run."""

    python: str
    submission: Path
    scratch: Path
    """An empty folder for the tool's output."""

    @property
    def binaries(self) -> Path:
        """The folder of the environment's commands."""
        return Path(self.python).parent


@dataclass(frozen=True, slots=True)
class Rival:
    """A tool, its command, and the number of passed checks that it reports."""

    key: str
    name: str
    isolation: str
    command: Callable[[Place], list[str]]
    passed: Callable[[Place, str], int | None]
    """Returns the number of passed checks from the tool's files and output, or None if it only reports that all passed."""
    prepare: Callable[[Place, Assignment], None] = lambda _place, _assignment: None
    one_job: tuple[tuple[str, str], ...] = ()
    """Environment variables that keep the tool to one core, if it would use all."""
    examples: str = adapter.DISTILLED
    """The examples on which it tries properties."""

    @property
    def row_key(self) -> str:
        """The key of the tool's rows."""
        return self.key if self.examples == adapter.DISTILLED else f"{self.key}-{self.examples}"

    @property
    def requirements(self) -> Path | None:
        """The file of its pinned packages, or None if it needs only the checks' packages."""
        path = HERE / f"requirements-{self.key}.txt"
        return path if path.is_file() else None

    @property
    def version(self) -> str:
        """The pinned version."""
        pinned = self.requirements.read_text(encoding="utf-8") if self.requirements else ""
        found = re.search(rf"^{self.key}==(\S+)", pinned, re.MULTILINE)
        return found[1] if found else ""


def _count(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def _pytest(place: Place) -> list[str]:
    options = ["-q", "-c", os.devnull, "--rootdir", str(ROOT), "-p", "no:cacheprovider"]
    plugins = ["-p", "_hypothesis_pytestplugin", "-p", "bench.rivals.pytest_plugin"]
    return [place.python, "-m", "pytest", *options, *plugins, *map(str, adapter.check_modules())]


_TIMEOUT = ("-p", "pytest_timeout", "--timeout=2")
"""Seconds that plain pytest allows a check: as few as the grader allows a fast one."""


def _otter_files(place: Place, assignment: Assignment) -> None:
    tests = place.scratch / "tests"
    tests.mkdir()
    for task in assignment.manifest.tasks:
        (tests / f"{task.id}.py").write_text(_OTTER_TESTS.format(task=task.id))


def _otter_passed(_place: Place, printed: str) -> int | None:
    return None if "All tests passed!" in printed else printed.count("Test case passed")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else "{}"


RIVALS = (
    Rival(
        PLAIN,
        "plain pytest + hypothesis",
        "no isolation: one process",
        _pytest,
        lambda _place, printed: _count(printed, r"(\d+) passed"),
    ),
    Rival(
        "gradescope-utils",
        "gradescope-utils (run_tests.py)",
        "no isolation: one process (hosted: a container)",
        lambda place: [place.python, "-m", "bench.rivals.gradescope_suite", str(place.scratch / "results.json")],
        lambda place, _printed: sum(
            test["status"] == "passed" for test in json.loads(_read(place.scratch / "results.json")).get("tests", [])
        ),
    ),
    Rival(
        "otter-grader",
        "otter-grader (otter check)",
        "no isolation: one kernel (otter grade: a container)",
        lambda place: [place.python, "-m", "otter", "check", "block.py", "-t", str(place.scratch / "tests")],
        _otter_passed,
        _otter_files,
    ),
    Rival(
        "check50",
        "check50 (--dev, local)",
        "no isolation: workers on all cores, beside the checks",
        lambda place: [
            str(place.binaries / "check50"), "--dev", str(HERE / "check50_checks"),
            "--output", "json", "--output-file", str(place.scratch / "results.json"),
        ],
        lambda place, _printed: sum(
            test["passed"] is True for test in json.loads(_read(place.scratch / "results.json")).get("results", [])
        ),
        one_job=(("CHECK50_WORKERS", "1"),),
    ),
)  # fmt: skip


DRAWN = tuple(replace(rival, examples=adapter.DRAWN) for rival in RIVALS)


class NotInstalled(Exception):
    """A tool is not available here; the message says why."""


class ToolFailed(RuntimeError):
    """A tool did not pass all checks of a right submission; the message has its output."""


class Bench:
    """The state that the rivals share in one run."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._folder = tempfile.TemporaryDirectory()
        top = Path(self._folder.name)
        self._course, self._reference = top / "course", top / "reference"
        self._lay_out()
        os.environ[adapter.ASSIGNMENT] = assignment.id
        self.total = len(adapter.checks())
        self.pythons: dict[str, str] = {}
        """Key of each runnable rival -> its interpreter."""

    def close(self) -> None:
        """Remove the scratch folder."""
        self._folder.cleanup()

    def _lay_out(self) -> None:
        """Write the course's files beside the submission: its own files, the driver, the reference."""
        files = self._assignment.files
        self._course.mkdir()
        for name in files.in_box:
            shutil.copy(self._assignment.course / name, self._course)
        for stub in self._assignment.stubs:
            shutil.copytree(
                stub, self._course / stub.name, ignore=shutil.ignore_patterns("__pycache__")
            )
        driver = self._course / "_grader"
        driver.mkdir()
        (driver / "__init__.py").touch()
        shutil.copy(HERE / "sandbox_face.py", driver / "sandbox.py")
        for name, data in program_of(self._assignment, {}).driver.items():
            (driver / name).write_bytes(data)
        self._write_submission(self._reference)

    def _write_submission(self, folder: Path, files: Mapping[str, bytes] | None = None) -> None:
        folder.mkdir()
        for name, content in (
            reference_files(self._assignment) if files is None else files
        ).items():
            (folder / name).write_bytes(content)

    def place(self, rival: Rival, files: Mapping[str, bytes] | None = None) -> Place:
        """Return a new place for one run, with an uncompiled submission: *files*, or else the reference's."""
        top = Path(tempfile.mkdtemp(dir=self._folder.name))
        place = Place(self.pythons[rival.key], top / "submission", top / "scratch")
        self._write_submission(place.submission, files)
        place.scratch.mkdir()
        rival.prepare(place, self._assignment)
        return place

    def run(
        self,
        rival: Rival,
        place: Place,
        more: tuple[tuple[str, str], ...] = (),
        all_pass: bool = True,
    ) -> None:
        """Grade the submission at *place* with *rival*. Raises ToolFailed unless all checks pass, if they should."""
        environment = {
            "PATH": f"{place.binaries}:/usr/bin:/bin",
            "HOME": str(place.scratch),
            "PYTHONPATH": str(ROOT),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(self._folder.name) / "hypothesis"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            adapter.ASSIGNMENT: self._assignment.id,
            adapter.COURSE: str(self._course),
            adapter.REFERENCE: str(self._reference),
            adapter.EXAMPLES: rival.examples,
            **dict(more),
        }
        ran = subprocess.run(
            rival.command(place),
            check=False,  # tools differ in their exit status
            cwd=place.submission,
            env=environment,
            capture_output=True,
            timeout=RUN_SECONDS,
        )
        printed = ran.stdout.decode(errors="replace")
        passed = rival.passed(place, printed)
        if all_pass and passed not in (self.total, None):
            told = (printed + ran.stderr.decode(errors="replace"))[-2000:]
            raise ToolFailed(f"{rival.name}: {passed} of {self.total} checks passed\n{told}")

    def one(self, rival: Rival) -> Cost:
        """Grade once in a new process."""
        place = self.place(rival)
        return cost_of_children(lambda: self.run(rival, place))

    def several(self, rival: Rival, count: int, jobs: int) -> Cost:
        """Grade *count* times, *jobs* at once, each on one core."""
        places = [self.place(rival) for _ in range(count)]

        def act() -> None:
            with ThreadPoolExecutor(jobs) as threads:
                list(threads.map(lambda place: self.run(rival, place, rival.one_job), places))

        return cost_of_children(act)

    def real_class(self, submissions: Sequence[Mapping[str, bytes]], jobs: int) -> Cost:
        """Grade *submissions* with plain pytest, *jobs* at once, and end each check after some seconds."""
        plain = replace(RIVALS[0], command=lambda place: [*_pytest(place), *_TIMEOUT])
        places = [self.place(plain, files) for files in submissions]

        def grade(place: Place) -> None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.run(plain, place, all_pass=False)

        def act() -> None:
            with ThreadPoolExecutor(jobs) as threads:
                list(threads.map(grade, places))

        return cost_of_children(act)

    def install(self, rival: Rival) -> None:
        """Make the environment of *rival* if it is missing, and run it once. Raises NotInstalled."""
        try:
            self.pythons[rival.key] = environment_of(rival)
            self.one(rival)
        except NotInstalled:
            raise
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            self.pythons.pop(rival.key, None)
            print(error, file=sys.stderr)
            raise NotInstalled(f"it does not run here ({type(error).__name__})") from None


def cache_folder() -> Path:
    """Return the folder of the other tools' environments."""
    named = os.environ.get("BENCH_CACHE")
    return (
        Path(named) if named else Path(platformdirs.user_cache_dir("grader-bench", appauthor=False))
    )


def environment_of(rival: Rival) -> str:
    """Return the interpreter in the environment of *rival*, which is made if missing. Raises NotInstalled."""
    if rival.requirements is None:
        return sys.executable
    needed = [f"{name}=={metadata.version(name)}" for name in CHECKS_NEED]
    key = hashlib.blake2b(
        "\n".join([sys.version, *needed, rival.requirements.read_text()]).encode(), digest_size=6
    ).hexdigest()
    folder = cache_folder() / f"{rival.key}-{key}"
    python, ready = folder / "bin" / "python", folder / "ready"
    if ready.is_file():
        return str(python)
    print(f"bench: installing {rival.key} (once)", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        for command in (
            [sys.executable, "-m", "venv", str(folder)],
            [*pip, "-r", str(rival.requirements), *needed],
        ):
            subprocess.run(command, check=True, timeout=INSTALL_SECONDS, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise NotInstalled(
            f"pip could not install {rival.requirements.name} ({type(error).__name__})"
        ) from None
    ready.touch()
    return str(python)


def row_of(rival: Rival, total: int) -> Row:
    """Return the row for one run in a new process."""
    group = GROUP if rival.examples == adapter.DISTILLED else GROUP_DRAWN
    return Row(rival.row_key, group, rival.name, note=f"all {total} checks; {rival.isolation}")


def row_of_a_class(bench: Bench, submissions: Sequence[Mapping[str, bytes]], jobs: int) -> Row:
    """Return the row of plain pytest on *submissions*, *jobs* at once."""
    count, name = (
        len(submissions),
        f"{RIVALS[0].name}: a real class, the first {len(submissions)}, {jobs} at once",
    )
    row = Row(
        "plain-pytest-real",
        GROUP,
        name,
        count=count,
        jobs=jobs,
        compared=False,
        note="checks end after 2 s",
    )
    row.add(bench.real_class(submissions, jobs))
    return row


def rows_of_several(bench: Bench, rivals: list[Rival], count: int, jobs: int) -> list[Row]:
    """Grade *count* submissions with each rival, *jobs* at once; return a row for each.

    A tool that fails, as when two kernels of Jupyter take the same port, gets a row without figures.
    """
    rows = []
    for rival in rivals:
        row = Row(
            f"{rival.row_key}-{jobs}",
            GROUP,
            f"{rival.name}, {jobs} at once",
            count=count,
            jobs=jobs,
        )
        try:
            row.add(bench.several(rival, count, jobs))
        except ToolFailed as reason:
            row.note = f"failed: {str(reason).splitlines()[-1]}"
        rows.append(row)
    return rows
