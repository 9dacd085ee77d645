"""What python-ta says of a submission, as findings: asked of a lint server, that is boxed like
everything else.

The linter reads hostile files, and reading can run them. So it works in a box of the same launcher,
levels and limits as submissions do; only the interpreter is the judge's, and the packages that
python-ta consists of are to be seen in the box. The launcher loads them once, then each submission
gets a fork (``inside/lint/driver.py`` is the driver). Nothing secret is there: the configuration,
and the course's own files that submissions import.

A file that python-ta does not check (comments that steer it, no Python, too hard) gives a finding
that says so: no file is clean because it was skipped. Without python-ta there is a note, a flag for
staff, and everything else is graded.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sysconfig
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Assignment, Limits, PythonTA
from graders.harness.content import HARNESS, cache_folder, own_bytes, write_whole
from graders.harness.inside.lint.driver import SAMPLE, TRIPPED
from graders.harness.inside.modules import Program
from graders.harness.result import Finding, Flag, FlagCode, Note, NoteCode, printable
from graders.harness.sandbox.choice import linter_python, select_linter
from graders.harness.sandbox.interface import Backend, Cause, Level, SandboxFault, SandboxRefused
from graders.harness.sandbox.interpreters import build_of
from graders.harness.session.session import ProcessPlan, Session
from graders.harness.style.survey import Surveyed, in_order

PYTHON_TA = "python-ta/"
"""What the rules of python-ta's messages begin with; its symbol follows, such as "line-too-long".
"""

PACKAGES = ("python-ta", "pylint", "astroid", "pycodestyle")
"""Those that decide what is found."""

LIMITS = Limits(
    cpu_seconds=12.0,
    wall_seconds=120.0,
    memory_mb=1024,
    frame_kb=16 << 10,
    open_files=256,
    scratch_mb=16,
    scratch_files=1024,
    recursion=1000,
)
"""Of one process. All files of an ordinary submission take a second."""
ALONE_SECONDS = 4.0
"""CPU time for one file, when all of them together came to no end."""
TOTAL_SECONDS = 20.0
"""CPU time for all processes that look at one submission, however many files it has; LIMITS has
their wall time.
"""

MOST_BYTES = 1 << 20
"""Of source that one submission may have to be looked at."""

NOT_CHECKED = "style was not checked: {}"

FATAL = "F"
"""What the numbers of messages begin with by which the linter tells of its own failure."""
LEFT_OUT = frozenset(("import-error", "no-name-in-module"))
"""Symbols of messages that come of not showing python-ta the files beside one."""

DRIVER = HARNESS / "inside" / "lint" / "driver.py"

Answer = dict[str, dict[str, list[Any]]]


def versions() -> list[str]:
    """Return what is installed of python-ta: part of every key under which a result is kept."""
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} is not installed")
    return found


def library() -> tuple[str, ...]:
    """Return the folders in which this interpreter's packages lie."""
    paths = sysconfig.get_paths()
    return tuple(dict.fromkeys(os.path.realpath(paths[kind]) for kind in ("purelib", "platlib")))


class Linter:
    """Asks python-ta about submissions of one assignment; without a backend it only says why it
    cannot.
    """

    def __init__(
        self,
        assignment: Assignment,
        plan: PythonTA,
        backend: Backend | None = None,
        lacking: str = "",
        select: Callable[[], Backend] | None = None,
    ) -> None:
        """*select* makes the backend when it is needed for the first time; it raises as
        ``select_linter`` does.
        """
        self._backend = backend
        self._lacking = lacking
        self._select = select
        self._ahead: tuple[Mapping[str, bytes], Future[Surveyed]] | None = None
        """What is looked at meanwhile, and what will be said of it."""
        self._closing = False
        self._proved = False
        """Whether it is known to work."""
        self.keep = True
        """Whether answers are kept by content."""
        self._id = assignment.id
        self._plan = plan
        self._files = assignment.files
        self._config = (assignment.grader / plan.config).read_text(encoding="utf-8")
        self._around = {
            name: (assignment.course / name).read_bytes() for name in assignment.files.in_box
        }
        self._program = Program({}, {}, {"driver.py": DRIVER.read_bytes()})

    @property
    def backend(self) -> Backend | None:
        """Where python-ta runs; waited for while it is at work."""
        self._wait()
        return self._backend

    @property
    def lacking(self) -> str:
        """Why nothing is asked, as far as is known; waited for while python-ta is at work. Empty if
        nothing is.
        """
        self._wait()
        return self._lacking

    def _wait(self) -> None:
        if self._ahead is not None:
            wait([self._ahead[1]])

    def open(self) -> None:
        """Open the lint server, or note why there is none; only the first time."""
        if self._select is None:
            return
        select, self._select = self._select, None
        try:
            self._backend = select()
        except (SandboxRefused, SandboxFault) as error:
            self._lacking = NOT_CHECKED.format(error)

    def open_for(self, submitted: Mapping[str, bytes]) -> None:
        """Do so if it will have to be asked about *submitted*."""
        if self._select is not None and self._is_news(submitted):
            self.open()

    def _is_news(self, submitted: Mapping[str, bytes]) -> bool:
        wanted, files = self._wanted(submitted)
        return bool(wanted) and not _are_large(files) and self._kept(wanted, files) is None

    def look_meanwhile(self, submitted: Mapping[str, bytes]) -> None:
        """Begin to look at *submitted*, if that takes a while, while other things are done.

        Then this process must not fork any more, see :attr:`has_a_thread`.
        """
        if not self._is_news(submitted):
            return
        found: Future[Surveyed] = Future()

        def look() -> None:
            try:
                found.set_result(self._look(submitted))
            except Exception as error:
                found.set_exception(error)

        self._ahead = submitted, found
        threading.Thread(target=look, name="python-ta", daemon=True).start()

    @property
    def has_a_thread(self) -> bool:
        """Whether something is, or was, looked at meanwhile: then this process must not fork."""
        return self._ahead is not None

    @property
    def level(self) -> Level | None:
        """How strong the box is; None without one."""
        return self.backend.level if self.backend is not None else None

    def branch(self) -> Linter:
        """Return the same linter for a process about to be forked; see the interface of backends."""
        other = Linter.__new__(Linter)
        vars(other).update(vars(self))
        other._backend = self.backend.branch() if self.backend is not None else None
        return other

    def abandon(self) -> None:
        """Let go of a branch that another process uses."""
        if self.backend is not None:
            self.backend.abandon()

    def close(self) -> None:
        """End the lint server, whatever it is doing."""
        self._closing = True
        if self._backend is not None:
            self._backend.close()
        elif self.backend is not None:  # it was just being opened
            self.backend.close()

    def look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        """Return what python-ta says of *submitted*. Raises SandboxFault."""
        if self._ahead is not None:
            ahead, found = self._ahead
            if ahead == submitted:
                return found.result()
            wait([found])  # one thread at a time
        return self._look(submitted)

    def _look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        wanted, files = self._wanted(submitted)
        if not wanted:
            below = any(name.endswith(".py") for name in submitted)
            return Surveyed(notes=(Note(NoteCode.LINTER_TOP_ONLY),) if below else ())
        known = self._kept(wanted, files)
        if known is None and not _are_large(files):
            self.open()
        if known is None and not self._lacking:
            known = self._asked_anew(wanted, files)
        if known is None:
            reason = {"reason": self._lacking}
            return Surveyed(
                notes=(Note(NoteCode.LINTER_UNAVAILABLE, reason),),
                flags=(Flag(FlagCode.LINTER_UNAVAILABLE, reason),),
            )
        return self._surveyed(known)

    def _works(self) -> bool:
        """Say whether there is a report on a file of ours; if not, there never will be one of any,
        and none is wanted.

        Asked when there is none of a submission's, and before that is held against it; once is
        enough.
        """
        if not self._proved and not self._lacking:
            files = {SAMPLE: (DRIVER.parent / SAMPLE).read_bytes()}
            answer, why = self._answer([SAMPLE], files, _Budget(), LIMITS.cpu_seconds)
            if answer is not None and SAMPLE in answer["reports"]:
                self._proved = True
            else:
                said = f"python-ta does not work in its box ({why or 'it fails on a file of ours'})"
                self._lacking = NOT_CHECKED.format(said)
        return self._proved

    # Asking.

    def _wanted(self, submitted: Mapping[str, bytes]) -> tuple[list[str], dict[str, bytes]]:
        """Return the names of the files that are looked at, and all that python-ta is to see of
        *submitted*.
        """
        names = [name for name in sorted(submitted) if name.endswith(".py") and "/" not in name]
        names = [name for name in names if name not in self._around]
        wanted = [name for name in names if not self._plan.files or name in self._plan.files]
        return wanted, {name: submitted[name] for name in names}

    def _place(self, wanted: list[str], files: dict[str, bytes]) -> Path:
        """Return where the answer about these files is kept."""
        driver = self._program.driver["driver.py"]
        parts = [
            build_of(linter_python()),
            versions(),
            self._config,
            driver,
            wanted,
            files,
            self._around,
        ]
        key = hashlib.blake2b(msgspec.msgpack.encode(parts), digest_size=20).hexdigest()
        return cache_folder() / "style" / self._id / f"{key}.json"

    def _kept(self, wanted: list[str], files: dict[str, bytes]) -> Answer | None:
        """Return what was said of these very files before; None where that is not known, or nothing
        would be asked.
        """
        if not self.keep or not wanted or _are_large(files):
            return None
        return _load(self._place(wanted, files))

    def _asked_anew(self, wanted: list[str], files: dict[str, bytes]) -> Answer | None:
        """Return the answer about all files; None where python-ta does not work at all."""
        if _are_large(files):
            return {"reports": {}, "refused": {name: ["large", 1] for name in wanted}}
        budget = _Budget()
        first = self._answer(wanted, files, budget, LIMITS.cpu_seconds)
        if (first[0] is None or _given_up(first[0])) and not self._works():
            return None
        answer, sure = self._settled(first, wanted, files, budget)
        if self.keep and sure:
            _save(self._place(wanted, files), answer)
        return answer

    def _settled(
        self,
        first: tuple[Answer | None, str],
        wanted: list[str],
        files: dict[str, bytes],
        budget: _Budget,
    ) -> tuple[Answer, bool]:
        """Return the answer about all files, and whether it would be the same again; *first* is
        that of one process.

        If they come to no end together, each is asked about alone; if python-ta gives up on some,
        without those that it gives up on by themselves: one hostile file costs its own report.
        """
        answer, why = first
        if why == "tripped":
            return {"reports": {}, "refused": {name: [why, 1] for name in wanted}}, False
        if answer is None and len(files) == 1:
            return {"reports": {}, "refused": {wanted[0]: [why, 1]}}, False
        left = wanted if answer is None else _given_up(answer)
        if answer is not None and (not left or len(files) == 1):
            return answer, True
        known: Answer = answer or {"reports": {}, "refused": {}}
        alone = {name: self._alone(name, files, budget) for name in left}
        hard = {name for name, (one, _) in alone.items() if _given_up(one)}
        for name, (one, _) in alone.items():
            _take(known, one, name)
        harmless = [name for name in left if name not in hard]
        if answer is not None and harmless:
            some = {name: content for name, content in files.items() if name not in hard}
            found, _ = self._answer(harmless, some, budget, LIMITS.cpu_seconds)
            for name in set(harmless).difference(_given_up(found) if found else harmless):
                _take(known, found, name)
        return known, answer is not None and all(sure for _, sure in alone.values())

    def _alone(self, name: str, files: dict[str, bytes], budget: _Budget) -> tuple[Answer, bool]:
        """Return the answer about one file, where it is the only one, and whether it would be the
        same again.
        """
        answer, why = self._answer([name], {name: files[name]}, budget, ALONE_SECONDS)
        return answer or {"reports": {}, "refused": {name: [why, 1]}}, answer is not None

    def _answer(
        self, wanted: list[str], files: dict[str, bytes], budget: _Budget, cpu_seconds: float
    ) -> tuple[Answer | None, str]:
        """Return the answer of one process, or None and what went wrong. Raises SandboxFault."""
        if self._backend is None or self._closing:
            raise SandboxFault("python-ta is not wanted any more")
        limits = budget.limits(cpu_seconds)
        if limits is None:
            return None, "late"
        session = Session(self._backend.open(self._program, limits), limits)
        try:
            session.begin(ProcessPlan(limits))
            everything = {**files, **self._around}
            answer = session.call("lint", (self._config, wanted, everything, list(library())))
            return _checked(answer, wanted), ""
        except Misbehaved:
            session.end()
            last = session.endings[-1] if session.endings else None
            if last is not None and last.cause is Cause.EXITED and last.status == TRIPPED:
                return None, "tripped"
            return None, "hard"
        finally:
            session.close()
            budget.cpu_seconds -= sum(ending.cpu_seconds for ending in session.endings)

    # Telling.

    def _surveyed(self, answer: Answer) -> Surveyed:
        source = self._plan.source
        found, flags = [], []
        for file, rows in answer["reports"].items():
            for number, symbol, line, message in rows:
                if number.startswith(
                    FATAL
                ):  # the linter's own failure, in place of what it would have said
                    answer["refused"].setdefault(file, ["failed", line])
                    continue
                told = printable(" ".join(message.split()), 300)
                found.append(
                    Finding(
                        PYTHON_TA + printable(symbol, 60),
                        "note",
                        file,
                        line,
                        told,
                        f"{source} ({number})",
                    )
                )
        for file, (kind, line) in answer["refused"].items():
            rule, severity, text = REFUSED.get(kind, REFUSED["failed"])
            found.append(Finding(PYTHON_TA + rule, severity, file, line, text, source))
            if severity == "review":
                flags.append(Flag(FlagCode.LINTER_REFUSED, {"file": file, "reason": text}))
        return Surveyed(in_order(found), tuple(flags))


REFUSED = {
    "comment": (
        "suppressed",
        "review",
        "a comment here tells the checker what to do; python-ta reads no such file",
    ),
    "syntax": (
        "unreadable",
        "note",
        "this file is not valid Python, so python-ta has not checked it",
    ),
    "failed": (
        "not-checked",
        "review",
        "python-ta stopped with an error of its own on this file, and has not checked it",
    ),
    "large": ("not-checked", "review", "too much code for python-ta to read"),
    "hard": ("not-checked", "review", "python-ta ran out of time or memory on this file"),
    "late": (
        "not-checked",
        "review",
        "python-ta has not checked this file: the submission's time was used up",
    ),
    "tripped": (
        "not-checked",
        "review",
        "code of this submission was about to run while python-ta read it",
    ),
}
"""Why a file has no report -> rule, severity, what is said."""


class _Budget:
    """What is left of the time that may be spent on one submission."""

    def __init__(self) -> None:
        self.cpu_seconds = TOTAL_SECONDS
        self._deadline = time.monotonic() + LIMITS.wall_seconds

    def limits(self, cpu_seconds: float) -> Limits | None:
        """Return the limits of one more process that is to have so much CPU time; None where too
        little is left.
        """
        wall_seconds = self._deadline - time.monotonic()
        if self.cpu_seconds < 1 or wall_seconds < 1:
            return None
        cpu_seconds = min(cpu_seconds, self.cpu_seconds)
        return msgspec.structs.replace(LIMITS, cpu_seconds=cpu_seconds, wall_seconds=wall_seconds)


def _are_large(files: Mapping[str, bytes]) -> bool:
    return sum(map(len, files.values())) > MOST_BYTES


def _given_up(answer: Answer) -> list[str]:
    """Return the files that were too much for python-ta, whatever it says of them."""
    told = {
        file
        for file, rows in answer["reports"].items()
        if any(row[0].startswith(FATAL) for row in rows)
    }
    refused = {
        file for file, (kind, _) in answer["refused"].items() if kind not in ("comment", "syntax")
    }
    return sorted(told | refused)


def _take(known: Answer, found: Answer | None, name: str) -> None:
    """Put what was *found* of a file, without some of those beside it, in place of what was *known*
    of it.
    """
    assert found is not None
    for table in known.values():
        table.pop(name, None)
    if name in found["reports"]:
        known["reports"][name] = [row for row in found["reports"][name] if row[1] not in LEFT_OUT]
    else:
        known["refused"][name] = found["refused"][name]


def open_linter(
    assignment: Assignment,
    *,
    choice: str = "auto",
    minimum: Level = Level.C,
    only: Mapping[str, bytes] | None = None,
) -> Linter | None:
    """Return the linter of *assignment*, None if its manifest wants none; *choice* and *minimum* as
    for submissions.

    With *only*, the files of the one submission that it will be asked about, these are being looked
    at from then on; without, the lint server is opened for the first submission about which it has
    to be asked.
    """
    plan = assignment.manifest.python_ta
    if plan is None:
        return None
    missing = [version for version in versions() if version.endswith("not installed")]
    if missing:
        return Linter(
            assignment,
            plan,
            None,
            f"style was not checked: {missing[0]} (pip install 'graders[style]')",
        )
    select = functools.partial(select_linter, library(), choice=choice, minimum=minimum)
    linter = Linter(assignment, plan, select=select)
    if only is not None:
        linter.look_meanwhile(only)
    return linter


def _checked(answer: object, wanted: list[str]) -> Answer:
    """Return *answer* if it has the right form and one report, or one reason, for each of *wanted*;
    else none of it.
    """
    try:
        found = msgspec.convert(answer, type=_Answer)
    except msgspec.ValidationError:
        return {"reports": {}, "refused": {name: ["failed", 1] for name in wanted}}
    reports = {
        name: [list(row) for row in found.reports[name]] for name in wanted if name in found.reports
    }
    refused = {
        name: list(found.refused.get(name, ("failed", 1))) for name in wanted if name not in reports
    }
    return {"reports": reports, "refused": refused}


class _Answer(msgspec.Struct, frozen=True):
    reports: dict[str, list[tuple[str, str, int, str]]]
    refused: dict[str, tuple[str, int]]


def _load(path: Path) -> Answer | None:
    try:
        found = msgspec.json.decode(own_bytes(path), type=_Answer)
    except (OSError, msgspec.DecodeError):
        return None
    return _checked(msgspec.to_builtins(found), [*found.reports, *found.refused])


def _save(path: Path, answer: Answer) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, msgspec.json.encode(answer))
    except OSError:
        return
