"""The linter python-ta: its findings about a submission, from a lint server in a sandbox.

Linting a hostile file may run it. So the linter works in a box like submissions, with the same
levels, but with the packages of python-ta. Its interpreter is the judge's, or that of submissions
if it is newer. The launcher loads these once, and each submission gets a fork (``box/driver.py`` is
the driver). The box holds no secrets, only the configuration and the course's files that
submissions import.

A file that python-ta does not check (it has comments for python-ta, is not Python, or is too hard)
gets a finding about that. Without python-ta there are a note and a flag for staff, and everything
else is graded.
"""

from __future__ import annotations

import functools
import hashlib
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from importlib import metadata
from pathlib import Path

import msgspec

from graders.extensions.style.answers import (
    NEIGHBOUR_SYMBOLS,
    LintAnswer,
    parse_answer,
    refusal,
)
from graders.extensions.style.box.driver import CONFIG, SAMPLE, TRIPPED
from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Assignment, LinterPlan
from graders.harness.assignment.process_limits import Limits
from graders.harness.cache import Cache
from graders.harness.content import installing
from graders.harness.inside.modules import Program
from graders.harness.protocol.config import LinterFiles
from graders.harness.result import Note, NoteCode, printable
from graders.harness.sandbox.choice import linter_python, select_linter
from graders.harness.sandbox.interface import (
    Backend,
    ExitReason,
    Level,
    ProcessExit,
    SandboxError,
    SandboxRefused,
)
from graders.harness.sandbox.interpreters import build_of, find_interpreter
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from graders.harness.style.linters import NOT_CHECKED, unavailable
from graders.harness.style.survey import Surveyed, Unread, read_with

NAME = PACKAGE = "python-ta"
EXTRA = "style"
"""The extra of this project's distribution that installs it."""

PACKAGES = (PACKAGE, "pylint", "astroid", "pycodestyle")
"""The packages whose versions affect the findings."""

LIMITS = Limits(
    cpu_seconds=8.0,
    wall_seconds=30.0,
    memory_mb=1024,
    frame_kb=16 << 10,
    open_files=256,
    scratch_mb=16,
    scratch_files=1024,
    recursion=1000,
)
"""Limits of one process. An ordinary submission takes half a second."""
ALONE_SECONDS = 3.0
"""CPU time limit for a single file, after the process with all files failed on it."""
TOTAL_SECONDS = 10.0
"""CPU time limit of all processes for a submission; LIMITS has their total wall time limit.

Both are the linter's own, because a deduction must not depend on how the checks went.
"""
MOST_BYTES = 1 << 20
"""Maximum size of all sources of a submission."""

DRIVER = Path(__file__).parent / "box" / "driver.py"


def versions() -> list[str]:
    """Return the versions of PACKAGES, a part of every cached result's key."""
    lines = []
    for name in PACKAGES:
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{name} is not installed")
    return lines


def library() -> tuple[str, ...]:
    """Return the folders that have PACKAGES: this interpreter's, or its user's."""
    places = (str(metadata.distribution(name).locate_file("")) for name in PACKAGES)
    return tuple(dict.fromkeys(map(os.path.realpath, places)))


class Linter:
    """The python-ta linter of an assignment. Call :meth:`close` at the end."""

    def __init__(
        self,
        assignment: Assignment,
        plan: LinterPlan,
        backend: Backend | None = None,
        lacking: str = "",
        select: Callable[[], Backend] | None = None,
        python: str = "",
    ) -> None:
        """*select* opens the backend at its first use, and raises like ``select_linter``.

        lacking: the reason why linting is unavailable, or ""; python: the backend's interpreter.
        """
        self.backend = backend
        self.lacking = lacking
        self.keep = True
        """True to cache answers."""
        self._select = select
        self._python = python
        self.ahead: tuple[Mapping[str, bytes], Future[Surveyed]] | None = None
        """A submission that a thread checks, and its result."""
        self._is_closing = False
        self._has_proved = False
        """True if python-ta has checked the sample file."""
        self._plan = plan
        self._config = (assignment.grader / plan.config).read_text(encoding="utf-8")
        self._around = {
            name: (assignment.course / name).read_bytes() for name in assignment.files.in_box
        }
        # python-ta does not have the packages of submissions
        self._hidden = NEIGHBOUR_SYMBOLS if assignment.manifest.packages else ()
        self._names = plan.files or assignment.files.solved
        self._program = Program({}, {}, {"driver.py": DRIVER.read_bytes()})
        self._cache = Cache(f"style/{assignment.id}", LintAnswer)

    @property
    def level(self) -> Level | None:
        """The level of the sandbox, or None."""
        return self.backend.level if self.backend is not None else None

    @property
    def is_ahead(self) -> bool:
        """Whether a thread checks a submission, or has done so."""
        return self.ahead is not None

    def open(self) -> None:
        """Open the lint server, or record why that fails; only the first call does anything."""
        if self._select is None:
            return
        select, self._select = self._select, None
        try:
            self.backend = select()
            usual = dict.fromkeys(self._names, b"")
            config = {CONFIG: self._config.encode()}
            self.backend.prepare(self._program, {**config, **usual, **self._around})
        except (SandboxRefused, SandboxError) as error:
            self.lacking = NOT_CHECKED.format(error)

    def open_for(self, submitted: Mapping[str, bytes]) -> None:
        """Open the lint server unless the answer about *submitted* is cached."""
        if self._select is not None and self._is_news(submitted):
            self.open()

    def look_ahead(self, submitted: Mapping[str, bytes]) -> None:
        """Begin to check *submitted* in a thread, unless the answer is cached.

        This saves a second for a person who waits for one submission.
        """
        if self._is_news(submitted):
            work = functools.partial(self._look, submitted)
            self.ahead = submitted, _in_thread(work)

    def branch(self) -> Linter:
        """Return this linter for a process that is about to be forked; see ``Backend.branch``."""
        other = Linter.__new__(Linter)
        vars(other).update(vars(self))
        other.backend = self.backend.branch() if self.backend is not None else None
        return other

    def abandon(self) -> None:
        """Close this process's end of a branch that a fork uses."""
        if self.backend is not None:
            self.backend.abandon()

    def close(self) -> None:
        """End the lint server, even during work."""
        self._is_closing = True
        if self.backend is None and self.ahead is not None:
            # a thread may be opening it
            wait([self.ahead[1]])
        if self.backend is not None:
            self.backend.close()

    def look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        """Return the findings about *submitted*. Raises SandboxError."""
        if self.ahead is not None:
            ahead, result = self.ahead
            wait([result])  # only one thread may open sandboxes
            if ahead == submitted:
                return result.result()
        return self._look(submitted)

    def _look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        wanted, files = self._selected(submitted)
        below = [name for name in self._to_check(submitted) if "/" in name]
        unread = tuple(Unread(NAME, "below", printable(name, 200)) for name in below)
        if not wanted:
            notes = (Note(NoteCode.LINTER_TOP_ONLY, {"linter": NAME}),) if below else ()
            return Surveyed(notes=notes, unread=unread)
        answer, by_the_clock = self._without_linting(wanted, files), False
        if answer is None:
            self.open()
            if not self.lacking:
                budget = LintBudget()
                answer = self._ask_and_cache(wanted, files, budget)
                by_the_clock = budget.by_the_clock
        if answer is None:
            return unavailable(self.lacking)
        more = Surveyed(unread=unread, by_the_clock=by_the_clock)
        return answer.surveyed(self._plan.source, self._hidden).joined(more)

    def _to_check(self, submitted: Mapping[str, bytes]) -> list[str]:
        """Return the sorted names of the files to check: the plan's and those that they import, or
        all. python-ta looks only at those in the top folder.
        """
        python_files = {name: text for name, text in submitted.items() if name.endswith(".py")}
        python_files = {
            name: text for name, text in python_files.items() if name not in self._around
        }
        return (
            read_with(python_files, self._plan.files) if self._plan.files else sorted(python_files)
        )

    def _is_news(self, submitted: Mapping[str, bytes]) -> bool:
        """Return whether *submitted* has to be linted."""
        wanted, files = self._selected(submitted)
        return bool(wanted) and self._without_linting(wanted, files) is None

    def _selected(self, submitted: Mapping[str, bytes]) -> tuple[list[str], dict[str, bytes]]:
        """Return the names of the files to check, and all files for python-ta to see."""
        wanted = [name for name in self._to_check(submitted) if "/" not in name]
        names = [
            name
            for name in sorted(submitted)
            if name.endswith(".py") and "/" not in name and name not in self._around
        ]
        return wanted, {name: submitted[name] for name in names}

    def _without_linting(self, wanted: list[str], files: dict[str, bytes]) -> LintAnswer | None:
        """Return the answer if the files are too large or it is cached, else None."""
        if sum(map(len, files.values())) > MOST_BYTES:
            return refusal(wanted, "large")
        return self._cache.load(self._key(wanted, files)) if self.keep else None

    def _key(self, wanted: list[str], files: dict[str, bytes]) -> str:
        """Return the key of the answer about these files."""
        driver = self._program.driver["driver.py"]
        build = build_of(self._python or linter_python())
        parts = [build, versions(), self._config, driver, wanted, files, self._around]
        return hashlib.blake2b(msgspec.msgpack.encode(parts), digest_size=20).hexdigest()

    def _ask_and_cache(
        self, wanted: list[str], files: dict[str, bytes], budget: LintBudget
    ) -> LintAnswer | None:
        """Return the answer about all files, and cache it; None if python-ta does not work at all.

        If python-ta fails on some files, each is checked alone, so that a hostile file costs only
        its own report.
        """
        answer, failure = self._ask(wanted, files, budget, LIMITS.cpu_seconds)
        if answer is not None and not any(map(answer.has_given_up, wanted)):
            self._save(wanted, files, answer)
            return answer
        if not self._works():
            return None
        if failure == "tripped" or (failure and len(files) == 1):
            return refusal(wanted, failure)
        is_final = not failure  # answers that depend on time are not cached
        answer = answer or refusal(wanted, failure)
        if len(files) > 1:
            for name in [name for name in wanted if answer.has_given_up(name)]:
                alone, failure = self._ask([name], {name: files[name]}, budget, ALONE_SECONDS)
                answer.replace(name, alone or refusal([name], failure))
                is_final = is_final and not failure
        if is_final:
            self._save(wanted, files, answer)
        return answer

    def _save(self, wanted: list[str], files: dict[str, bytes], answer: LintAnswer) -> None:
        if self.keep:
            self._cache.save(self._key(wanted, files), answer)

    def _works(self) -> bool:
        """Return whether python-ta can check the sample file; if it cannot, disable linting.

        Called, and tested once, before a missing report counts as the submission's fault.
        """
        if not self._has_proved and not self.lacking:
            files = {SAMPLE: (DRIVER.parent / SAMPLE).read_bytes()}
            answer, failure = self._ask([SAMPLE], files, LintBudget(), LIMITS.cpu_seconds)
            self._has_proved = answer is not None and SAMPLE in answer.reports
            if not self._has_proved:
                reason = failure or "it fails on the harness's sample file"
                self.lacking = NOT_CHECKED.format(f"python-ta does not work in its box ({reason})")
        return self._has_proved

    def _ask(
        self,
        wanted: list[str],
        files: dict[str, bytes],
        budget: LintBudget,
        cpu_seconds: float,
    ) -> tuple[LintAnswer | None, str]:
        """Return the answer of one process, or None and a kind of refusal. Raises SandboxError."""
        if self.backend is None or self._is_closing:
            raise SandboxError("the linter has been closed")
        limits = budget.limits(cpu_seconds)
        if limits is None:
            return None, "late"
        box = self.backend.open(self._program, limits)
        session = Session(box, limits, on_exit=budget.charge)
        try:
            session.begin(ProcessPlan(limits))
            everything = {**files, **self._around}
            reply = session.call("lint", (self._config, wanted, everything, list(library())))
            return parse_answer(reply, wanted), ""
        except Misbehaved:
            session.end()
            last = session.endings[-1] if session.endings else None
            if last is not None and last.cause is ExitReason.EXITED and last.status == TRIPPED:
                return None, "tripped"
            return None, "hard"
        finally:
            session.close()


def _in_thread(work: Callable[[], Surveyed]) -> Future[Surveyed]:
    """Call *work* in a daemon thread, which does not delay the end of this process."""
    future: Future[Surveyed] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, name="python-ta", daemon=True).start()
    return future


class LintBudget:
    """The remaining time for a submission."""

    def __init__(self) -> None:
        self.cpu_seconds = TOTAL_SECONDS
        self._deadline = time.monotonic() + LIMITS.wall_seconds
        self.by_the_clock = False
        """Whether the wall clock ended a process, which a busy machine can cause."""

    def charge(self, ending: ProcessExit) -> None:
        """Subtract the time that an ended process used."""
        self.cpu_seconds -= ending.cpu_seconds
        if ending.cause is ExitReason.WALL:
            self.by_the_clock = True

    def limits(self, cpu_seconds: float) -> Limits | None:
        """Return the limits of a process with up to *cpu_seconds*, or None if no time is left."""
        wall_seconds = self._deadline - time.monotonic()
        if self.cpu_seconds < 1 or wall_seconds < 1:
            return None
        cpu_seconds = min(cpu_seconds, self.cpu_seconds)
        return msgspec.structs.replace(LIMITS, cpu_seconds=cpu_seconds, wall_seconds=wall_seconds)


def lacking() -> str:
    """Return what is not installed, with the command that installs it, or ""."""
    missing = _missing()
    return f"{missing}: {installing(EXTRA)}" if missing else ""


def _missing() -> str:
    return next((version for version in versions() if version.endswith("not installed")), "")


def _interpreter(assignment: Assignment, python: str) -> str:
    """Return the interpreter for *assignment*, whose submissions run with *python*, or if that is
    "" with the one that the manifest demands, if it is installed.
    """
    try:
        return linter_python(python or find_interpreter(assignment.manifest.marking_python))
    except SandboxRefused:
        return linter_python()


def open_linter(
    assignment: Assignment,
    plan: LinterPlan,
    *,
    choice: str = "auto",
    minimum: Level = Level.C,
    python: str = "",
) -> Linter:
    """Return the linter of *assignment*; see :class:`graders.harness.style.linters.LinterKind`."""
    if missing := _missing():
        reason = f"{missing} ({installing(EXTRA)})"
        return Linter(assignment, plan, lacking=NOT_CHECKED.format(reason))
    files = LinterFiles(name=NAME, driver=str(DRIVER), folders=list(library()))
    python = _interpreter(assignment, python)
    select = functools.partial(select_linter, files, python=python, choice=choice, minimum=minimum)
    return Linter(assignment, plan, select=select, python=python)
