"""Worlds: tiny assignments that tests grade instead of the real ones.

Four of them are files below ``tests/worlds``. Each has its checks, a driver and a reference::

    from tests.world import TOY, verdicts

    def test_wrong_sum_costs_its_own_check() -> None:
        graded = TOY.grade(sums="def total(numbers):\\n    return 1\\n")
        assert verdicts(graded)["sums.total"] == "failed"

A keyword replaces one file of a right submission; ``sums=None`` leaves it out.

A test that needs checks of its own writes a world from keyword arguments::

    WALK = dict(
        checks='''
    @check("walk.step")
    @given(place=st.integers(0, 9))
    def test_step(student, reference, place):
        expect(student.step(place), reference.step(place))

    @check("walk.pick", marks=2, visibility="hidden", variants=("own", "sound"), asks=("low",))
    def test_pick(student):
        expect(student.pick([3, 1]) in (1, 3), True)
    ''',
        driver=forwarding(work=("step", "pick", "low")),
        reference={"work.py": "def step(place):\\n    return place + 1\\n ..."},
        files={"graders/tiny/standins/work.py": "..."},
        marks=3,
        # all others are fields of the manifest
        variants={"sound": {"files": {"work.py": "standins/work.py"}}},
        limits={"cpu_seconds": 0.2},
        programs=("whole",),
        examples=12,
    )

    @pytest.fixture(scope="module")
    def walk() -> World:
        return World(once("walk", lambda root: write_world(root, **WALK)))

    def test_right_program(walk: World) -> None:
        assert set(verdicts(walk.grade()).values()) == {"passed"}
        with walk.opened(total_cpu_seconds=1.0) as grader:
            ...

`once` has a world written once per run of the tests; ``write_world(tmp_path, ...)`` returns one
for a single test.
"""

from __future__ import annotations

import contextlib
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w

from graders.extensions.java.jdk import find_jdk
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading import advising
from graders.harness.grading.grader import Graded, Grader
from graders.harness.grading.program import open_backend
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Settings
from graders.harness.reports.sentences import message_of
from graders.harness.result import CheckResult, Result
from graders.harness.sandbox.interface import Level, SandboxRefused

WORLDS = Path(__file__).parent / "worlds"

CHECKS_BEGIN = '''"""Checks of a tiny assignment."""

from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from graders.harness import check, expect, expect_close, expect_raises, expect_unordered, fail, value

check = partial(check, task="all", marks=1)
'''
"""The head of each module of checks. A check is for one mark of the only task, unless it states otherwise."""

DRIVER_BEGINS = '"""Operations of a tiny assignment."""\n\nfrom . import sandbox\n'


@dataclass(frozen=True, eq=False)
class World:
    """An assignment in a folder of its own: *root* holds ``graders/``, ``reference/`` and so on."""

    root: Path
    id: str = "tiny"
    right: Mapping[str, str] | None = None
    """The files of a right submission; None for the reference's."""

    @cached_property
    def assignment(self) -> Assignment:
        """The assignment, loaded at the first use."""
        return self.load()

    @property
    def grader(self) -> Grader:
        """A grader in the strongest sandbox of this machine, at any level; tests share it."""
        return shared_grader(self)

    @cached_property
    def good(self) -> dict[str, str]:
        """The text of each file of a right submission."""
        folder = self.root / "reference" / self.id
        names = self.assignment.files.solved
        return dict(self.right or {name: (folder / name).read_text() for name in names})

    def load(self, **limits: float) -> Assignment:
        """Return the assignment from the current files, with other *limits* than its manifest's."""
        return with_limits(load_assignment(self.id, self.root), **limits)

    def settings(self, **changes: Any) -> Settings:
        """Return the settings with which a separate process grades this assignment."""
        return Settings(self.id, root=str(self.root), **changes)

    def files(
        self, replaced: Mapping[str, str | None] | None = None, /, **stems: str | None
    ) -> dict[str, str]:
        """Return a right submission's files, with some *replaced* or, if None is given, left out.

        A keyword is a file's name without its suffix: ``sums="..."``.
        """
        suffix = ".java" if self.assignment.manifest.java else ".py"
        named = {f"{stem}{suffix}": text for stem, text in stems.items()}
        texts = {**self.good, **(replaced or {}), **named}
        return {name: text for name, text in texts.items() if text is not None}

    def submission(
        self, replaced: Mapping[str, str | None] | None = None, /, **stems: str | None
    ) -> Submission:
        """Return a right submission with other files; see :meth:`files`."""
        return submission_of(self.id, self.files(replaced, **stems))

    def grade(
        self, replaced: Mapping[str, str | None] | None = None, /, **stems: str | None
    ) -> Graded:
        """Grade a right submission with other files by the shared grader; see :meth:`files`."""
        return self.grader.grade(self.submission(replaced, **stems))

    @contextlib.contextmanager
    def opened(self, choice: str = "auto", **limits: float) -> Iterator[Grader]:
        """Open a separate grader, in the sandbox *choice* and with other *limits*."""
        assignment = self.load(**limits)
        with Grader(assignment, open_backend(assignment, choice=choice, minimum=Level.E)) as grader:
            yield grader

    def copy(self, into: Path, edits: Mapping[str, tuple[str, str]] | None = None) -> World:
        """Copy the world to a new folder, and replace a text in each file of *edits*.

        *edits*: path -> (old text, new text). If the old text is empty, the new one is the whole file.
        """
        shutil.copytree(self.root, into, ignore=shutil.ignore_patterns("__pycache__"))
        for name, (old, new) in (edits or {}).items():
            path = into / name
            text = path.read_text() if path.exists() else ""
            assert old in text, f"{name} has no {old!r}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace(old, new) if old else new)
        return World(into, self.id, self.right)


def shared_grader(world: World, choice: str = "auto") -> Grader:
    """Return a grader of *world* in the sandbox *choice*; a test process opens it once, or once more without advice."""
    return _opened(world, choice, tuple(advising.advisors()))


@cache
def _opened(world: World, choice: str, advisors: tuple[str, ...]) -> Grader:
    backend = open_backend(world.assignment, choice=choice, minimum=Level.E)
    return Grader(world.assignment, backend)


def write_world(
    root: Path,
    *,
    checks: str,
    driver: str | Mapping[str, str] | None = None,
    reference: Mapping[str, str],
    id: str = "tiny",
    starter: Mapping[str, str] | None = None,
    course: Mapping[str, str] | None = None,
    scenarios: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
    marks: float | None = None,
    **manifest: Any,
) -> World:
    """Write an assignment below *root* and return it. Texts may be indented as a whole.

    checks: the tests, below `CHECKS_BEGIN`; driver: its operations, below the import of
    ``sandbox``, or all its files by name, or None with ``calls``; reference, starter: their files by name; course: files
    that the course supplies, which every submission can import; scenarios, files: more files, by
    their names and by their paths below *root*; marks: of the one task, ``all``, one for each
    ``@check`` if it is not given. All others are fields of the manifest, as in
    ``assignment.toml``.
    """
    if driver is None:
        driver = {}
    elif isinstance(driver, str):
        driver = {"driver.py": f"{DRIVER_BEGINS}\n{textwrap.dedent(driver)}"}
    if marks is None:
        marks = checks.count("@check(")
    course = course or {}
    fields = {
        "id": id,
        "title": f"A tiny assignment: {id}",
        "language": "java" if "java" in manifest else "python",
        "play": "true",
        "examples": 20,
        **({"driver": list(driver)} if driver else {}),
        "files": {
            "submitted": list(reference),
            "course": list(course),
            "in_box": list(course),
        },
        "tasks": [{"id": "all", "name": "All", "marks": marks, "reason": "one for each check"}],
        "baseline": {"marks": 0, "reason": "there is no starter"},
        **manifest,
    }
    grader = f"graders/{id}"
    texts = {
        f"{grader}/assignment.toml": tomli_w.dumps(msgspec.to_builtins(fields)),
        f"{grader}/test_{id}.py": f"{CHECKS_BEGIN}\n\n{textwrap.dedent(checks)}",
        **_below(grader, driver),
        **_below(f"reference/{id}", {**course, **reference}),
        **_below(f"starter/{id}", starter or {}),
        **_below(f"scenarios/{id}", scenarios or {}),
        **(files or {}),
    }
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    return World(root, id)


def _below(folder: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {f"{folder}/{name}": text for name, text in texts.items()}


def forwarding(**functions: Iterable[str]) -> str:
    """Return a driver whose operations only call a function of the submission, by module.

    ``forwarding(work=("step", "low"))`` has two operations, which call those of ``work.py``.
    """
    return "\n\n".join(
        f"def {function}(*arguments):\n"
        f'    return sandbox.require("{module}", "{function}")(*arguments)\n'
        for module, names in functions.items()
        for function in names
    )


def submission_of(name: str, files: Mapping[str, str]) -> Submission:
    """Return a submission of exactly these files, called *name*."""
    return Submission(name, {file: text.encode() for file, text in files.items()})


def with_limits(assignment: Assignment, **changes: float) -> Assignment:
    """Return *assignment* with other limits than its manifest's."""
    manifest = assignment.manifest
    limits = msgspec.structs.replace(manifest.limits, **changes)
    return msgspec.structs.replace(
        assignment, manifest=msgspec.structs.replace(manifest, limits=limits)
    )


def checks(graded: Graded | Result) -> dict[str, CheckResult]:
    """Return the checks of a result by id."""
    result = graded.result if isinstance(graded, Graded) else graded
    return {check.id: check for check in result.checks}


def verdicts(graded: Graded | Result) -> dict[str, str]:
    """Return the verdicts of a result by check id."""
    return {id: check.verdict.value for id, check in checks(graded).items()}


def outcomes(graded: Graded | Result) -> dict[str, tuple[str, str]]:
    """Return verdict and message of each check of a result, by its id."""
    return {id: (check.verdict.value, message_of(check)) for id, check in checks(graded).items()}


TOY = World(
    WORLDS / "toy",
    "toy",
    {
        "sums.py": (
            "def total(numbers):\n    return sum(numbers)\n\n\n"
            "def largest(numbers):\n    return max(numbers)\n"
        ),
        "words.py": (
            "from sums import total\n\n\n"
            "def describe(numbers):\n    return 'the sum is %d' % total(numbers)\n\n\n"
            "def shout(text):\n    return text.upper() + '!'\n"
        ),
    },
)
"""Sums in two files, of which one has a sound neighbour: the usual world."""

ADDER = World(WORLDS / "adder", "adder")
"""Sums in Java: tests that grade it need `needs_jdk`."""

CLOCK = World(WORLDS / "clock", "clock")
"""One function with a starter: mutants, exemplars, claims."""

TALKER = World(WORLDS / "talker", "talker")
"""A program that talks through a terminal, with a scenario."""


def has_jdk() -> bool:
    """Return whether there is a JDK here."""
    try:
        find_jdk(">=17")
    except SandboxRefused:
        return False
    return True


needs_jdk = pytest.mark.skipif(
    not has_jdk(), reason="there is no JDK on this machine: nothing in Java can run"
)
