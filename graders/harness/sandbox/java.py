"""Boxes whose processes are Java virtual machines instead of Python's, on top of any backend.

The worker (``worker/java``), the driver and the course's classes are ours: they are compiled once, outside, and kept. A
submission is compiled inside the sandbox alone, by a machine that has run none of its code; its class files then
travel as data from machine to machine.

A machine takes a few tenths of a second to start. So that not every check has to wait for one, calls that are sent
ahead go to a machine that earlier checks have used, with every class loaded afresh. That is a convenience and no
boundary: only answers that are the recorded ones count from there, everything else comes from a machine of its own.
One that was killed, or in which a thread of the submission is left, is not used again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.content import add_content, cache_folder
from graders.harness.errors import GraderError
from graders.harness.manifest import Limits
from graders.harness.sandbox import runtime
from graders.harness.sandbox.interface import (
    Backend,
    Box,
    Cause,
    Closed,
    Connection,
    DeadlinePassed,
    Ending,
    FrameTooLarge,
    Level,
    SandboxFault,
)
from graders.harness.sandbox.jdk import Jdk
from graders.harness.worker import wire
from graders.harness.worker.modules import Program

WORKER = Path(__file__).resolve().parents[1] / "worker" / "java"
MAIN = "grader.Main"
PROGRAM_BYTES = 64 << 20
COMPILE_SECONDS = 60.0
"""CPU time of the compiler, start of the machine included; a usual submission needs about one second."""
WORDS_SECONDS = 60.0
"""Wall time for what a machine does without running the submission's code."""
MACHINE_MB = 320
"""What a machine writes to besides the heap: its own code, compiled code, classes, stacks of its threads."""
KEPT_SECONDS = 30 * 24 * 3600
"""How long jars of an older state are kept."""
ANY = Program({}, {}, {})


class JavaBroken(GraderError):
    """Our own Java does not compile: the grader is broken."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What is compiled outside the box, all of it ours: path below the package's root -> source."""

    driver: dict[str, bytes]
    course: dict[str, bytes]
    starter: dict[str, bytes]
    """The files that students replace: they stand in for what was not handed in, or does not compile."""


@dataclass(frozen=True, slots=True)
class Jars:
    """Where the class files of ours are."""

    worker: Path
    course: Path
    starter: Path
    archive: Path
    """What a machine had loaded when it had compiled the starter, so that others start with it; perhaps not there."""


def build_jars(jdk: Jdk, sources: Sources) -> Jars:
    """Return the compiled jars, from the cache if they are there. Raises JavaBroken with the compiler's words."""
    digest = hashlib.blake2b(jdk.build.encode(), digest_size=12)
    for part in (sources.driver, sources.course, sources.starter):
        digest.update(repr(sorted(part.items())).encode())
    add_content(WORKER.rglob("*.java"), WORKER, digest)
    # boxes have a user of their own where we are root, and must be able to read what they run
    shared = hasattr(os, "geteuid") and os.geteuid() == 0
    home = (runtime.cache_folder() if shared else cache_folder()) / "java" / digest.hexdigest()
    jars = Jars(home / "worker.jar", home / "course.jar", home / "starter.jar", home / "worker.jsa")
    if not home.is_dir():
        try:
            home.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
            for other in home.parent.iterdir():
                if time.time() - other.stat().st_mtime > KEPT_SECONDS:
                    shutil.rmtree(other, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=home.parent, ignore_cleanup_errors=True) as folder:
                _build(jdk, sources, Path(folder))
                whole = Path(folder, "jars")
                whole.chmod(0o755)
                with contextlib.suppress(FileExistsError, PermissionError):  # another process was faster
                    whole.rename(home)
        except OSError as error:
            if not home.is_dir():
                raise SandboxFault(f"the Java worker cannot be built in {home.parent}: {error.strerror}") from None
    if shared and (home.stat().st_uid != 0 or home.stat().st_mode & 0o022):
        raise SandboxFault(f"{home} is not root's own: remove it")
    return jars


def _build(jdk: Jdk, sources: Sources, folder: Path) -> None:
    """Compile everything below *folder*, into jars in its folder ``jars``."""
    jars = folder / "jars"
    jars.mkdir()
    worker = {f"grader/{path.name}": path.read_bytes() for path in (WORKER / "grader").glob("*.java")}
    worker |= {f"driver/{name}": source for name, source in sources.driver.items()}
    # the course's own files may name the students' (a game does): they are compiled against the starter's
    course = _compile(jdk, folder / "course", {**sources.course, **sources.starter})
    given = {Path(name).stem for name in sources.starter}
    starter = {name: data for name, data in course.items() if Path(name).stem.split("$")[0] in given}
    _jar(jars / "worker.jar", _compile(jdk, folder / "worker", worker))
    _jar(jars / "starter.jar", starter)
    _jar(jars / "course.jar", {name: data for name, data in course.items() if name not in starter})


def _compile(jdk: Jdk, folder: Path, sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the class files of *sources*, by path. Raises JavaBroken."""
    if not sources:
        return {}
    for name, source in sources.items():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)
    classes = folder / "classes"
    classes.mkdir()
    files = sorted(str(folder / "source" / name) for name in sources)
    command = [str(jdk.program("javac")), "-proc:none", "-encoding", "UTF-8", "-g", "-d", str(classes), *files]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        told = done.stderr.replace(str(folder / "source") + os.sep, "").strip()
        raise JavaBroken(f"our own Java does not compile: {told[:2000]}")
    return {path.relative_to(classes).as_posix(): path.read_bytes() for path in sorted(classes.rglob("*.class"))}


def _jar(path: Path, classes: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as jar:
        for name, data in classes.items():
            jar.writestr(zipfile.ZipInfo(name), data)
    path.chmod(0o644)


def archive_classes(guest: dict[str, Any], jars: Jars, starter: dict[str, bytes]) -> None:
    """Have a machine compile the *starter* and keep what it has loaded by then; where it cannot, all goes on without.

    It pays: machines that start from the archive need a quarter less time until a submission is compiled.
    """
    if jars.archive.exists() or not os.access(jars.archive.parent, os.W_OK):
        return
    program, *arguments = [word for word in guest["argv"] if not word.startswith("-XX:SharedArchiveFile=")]
    with tempfile.TemporaryDirectory(dir=jars.archive.parent, ignore_cleanup_errors=True) as folder:
        under_way = Path(folder, jars.archive.name)
        command = [program, f"-XX:ArchiveClassesAtExit={under_way}", *arguments]
        messages: list[list[Any]] = [["compile", 1, starter, {}], ["load", "own", {}, {}, {}], ["fresh", 1]]
        told = b"".join(wire.encode_frame(message, PROGRAM_BYTES) for message in messages)
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(command, env=guest["environment"], input=told, capture_output=True, timeout=120, check=False)
            under_way.chmod(0o644)
            under_way.rename(jars.archive)


def guest_of(jdk: Jdk, jars: Jars, package: str, limits: Limits, stack_mb: int) -> dict[str, Any]:
    """Return what a box starts in the place of Python (see ``worker/guest.py``)."""
    program = str(jdk.program("java"))
    loaders = sorted(path for path in Path("/usr").glob("lib*/ld-linux*.so.*"))  # they start it
    options = [
        f"-Xmx{limits.memory_mb}m",
        "-XX:+UseSerialGC",  # one thread collects: no more of them than the box may have
        "-XX:TieredStopAtLevel=1",  # the quick compiler: a submission runs for a second, not for a day
        "-XX:ActiveProcessorCount=1",
        "-XX:ReservedCodeCacheSize=48m",
        "-XX:-UsePerfData",  # no files in the scratch space
        *(["-XX:-UseContainerSupport"] if sys.platform == "linux" else []),  # the box has no /proc to look it up in
        "-XX:+DisableAttachMechanism",  # no agents
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=3",  # a counter, not a random number: the order of a HashMap is the same every time
        "-XX:-CreateCoredumpOnCrash",
        f"-XX:ErrorFile={os.devnull}",
        "-Xlog:disable",
        f"-XX:SharedArchiveFile={jars.archive}",  # none, or another machine's, is not used
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.timezone=UTC",
    ]
    arguments = [
        str(jars.course),
        str(jars.starter),
        package,
        str(limits.frame_kb << 10),
        str(limits.output_chars),
        str(stack_mb << 20),
    ]
    return {
        "argv": [program, *options, "-cp", str(jars.worker), MAIN, *arguments],
        # its libraries are found by /proc otherwise
        "environment": {"LD_LIBRARY_PATH": str(jdk.home / "lib"), "TZ": "UTC0", "LC_ALL": "C.UTF-8"},
        "runtime": [
            str(jdk.home),
            *_settings_of(jdk),
            str(jars.worker.parent),
            *(str(path.parent) for path in loaders),
        ],
        "executables": [program, *(str(path.resolve()) for path in loaders)],
        "data_bytes": (limits.memory_mb + MACHINE_MB + stack_mb) << 20,
    }


def _settings_of(jdk: Jdk) -> list[str]:
    """Return the folders outside of *jdk* that its settings really lie in: some systems keep them in /etc."""
    targets = {
        path.resolve()
        for path in [jdk.home / "conf", *(jdk.home / "conf").rglob("*"), *(jdk.home / "lib").glob("*")]
        if path.is_symlink() and path.exists()
    }
    return sorted({str(path.parent) for path in targets if jdk.home not in path.parents and "java" in str(path.parent)})


class JavaBackend:
    """Boxes of Java virtual machines on a backend that starts them."""

    def __init__(self, inner: Backend, jdk: Jdk, names: tuple[str, ...]) -> None:
        """*names* are the files that a submission consists of: nothing else of it is compiled."""
        self.name = inner.name
        self.level: Level = inner.level
        self.interpreter = jdk.build
        self._inner = inner
        self._jdk = jdk
        self._names = names

    def open(self, program: Program, limits: Limits) -> JavaBox:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        # the whole of a machine is more than its heap
        whole = msgspec.structs.replace(limits, memory_mb=limits.memory_mb + MACHINE_MB)
        submitted = {name: program.submitted[name] for name in self._names if name in program.submitted}
        return JavaBox(self._inner.open(ANY, whole), program.with_submission(submitted), limits)

    def branch(self) -> JavaBackend:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        return JavaBackend(self._inner.branch(), self._jdk, self._names)

    def abandon(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self._inner.abandon()

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self._inner.close()


def prove(backend: Backend) -> None:
    """Start a machine on *backend*. Raises SandboxFault if none answers there."""
    box = backend.open(ANY, msgspec.structs.replace(Limits(), memory_mb=Limits().memory_mb + MACHINE_MB))
    try:
        machine = Machine(box.connect("own"))
        if not machine.refreshed(1):
            raise SandboxFault("no Java virtual machine starts in it")
        machine.connection.finish()
    finally:
        box.close()


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the compiler made of a submission in one variant."""

    classes: dict[str, bytes]
    problems: dict[str, list[str]]
    """File -> why it is of no use, and where."""


class Machine:
    """One virtual machine, and what has been loaded into it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.variant = ""
        """The variant that is loaded; empty when nothing is."""

    def told(self, message: list[Any]) -> None:
        """Send *message*. Raises Closed or DeadlinePassed."""
        self.connection.send(wire.encode_frame(message, PROGRAM_BYTES), time.monotonic() + WORDS_SECONDS)

    def answer(self, seconds: float = WORDS_SECONDS) -> list[Any]:
        """Return the next message. Raises Closed, DeadlinePassed, FrameTooLarge or WireError."""
        return wire.decode_frame(self.connection.receive(time.monotonic() + seconds))

    def refreshed(self, number: int) -> bool:
        """Have it forget all static state; say whether it may be used again."""
        try:
            self.told(["fresh", number])
            return self.answer() == ["fresh", number, True] and self.connection.quiet()
        except (Closed, DeadlinePassed, FrameTooLarge, wire.WireError):
            return False


class JavaBox:
    """One submission's box."""

    def __init__(self, inner: Box, program: Program, limits: Limits) -> None:
        self.level: Level = inner.level
        self._inner = inner
        self._program = program
        self._limits = limits
        self._compiled: dict[str, Compiled] = {}
        self._spare: Machine | None = None
        self._number = 0

    def connect(self, variant: str, cpu_seconds: float | None = None, reuse: bool = False) -> JavaConnection:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        seconds = self._limits.cpu_seconds if cpu_seconds is None else cpu_seconds
        compiled = self._made_of(variant)
        machine = self._used_before(seconds) if reuse else None
        if machine is None:
            machine = Machine(self._inner.connect("own", seconds))
        try:
            if machine.variant != variant:
                files = self._program.submitted
                machine.told(["load", variant, compiled.classes, compiled.problems, files])
                machine.variant = variant
        except (Closed, DeadlinePassed):
            machine.connection.finish()
            raise SandboxFault("a Java virtual machine did not take the program") from None
        return JavaConnection(machine, seconds, self._keep)

    def _used_before(self, seconds: float) -> Machine | None:
        """Return the machine that earlier checks have used, with everything forgotten; None if there is none."""
        machine, self._spare = self._spare, None
        if machine is None:
            return None
        self._number += 1
        if machine.refreshed(self._number):
            machine.connection.renew(seconds)
            return machine
        machine.connection.finish()
        return None

    def _keep(self, machine: Machine) -> None:
        """Take back a machine that has done all it was asked to."""
        if self._spare is not None:
            self._spare.connection.finish()
        self._spare = machine

    def _made_of(self, variant: str) -> Compiled:
        """Compile the submission in *variant*, once."""
        known = self._compiled.get(variant)
        if known is None:
            known = self._compile(variant)
            # what is wrong inside a method that a variant replaces is wrong all the same
            replaced = {
                key.partition("#")[0] + ".java" for key in self._program.variant_files.get(variant, {}) if "#" in key
            }
            if replaced:
                own = self._made_of("own").problems
                known.problems.update({name: own[name] for name in replaced if name in own})
            self._compiled[variant] = known
        return known

    def _compile(self, variant: str) -> Compiled:
        """Compile the submission in *variant*. What the compiler cannot bear is the submission's own fault."""
        replaced = self._program.variant_files.get(variant, {})
        submitted = self._program.submitted
        if not submitted and not replaced:
            return Compiled({}, {})
        reason = ""
        for _ in range(2):  # a busy machine must not be held against it
            machine = Machine(self._inner.connect("own", COMPILE_SECONDS))
            try:
                machine.told(["compile", 1, submitted, replaced])
                match machine.answer(2 * COMPILE_SECONDS):
                    case ["compiled", 1, dict(classes), dict(problems)]:
                        self._keep(machine)
                        return Compiled(classes, problems)
                reason = "the compiler broke on it"
            except FrameTooLarge:
                reason = "the compiled classes are too large"
            except (Closed, DeadlinePassed, wire.WireError):
                reason = "the compiler broke on it"
            ending = machine.connection.finish()
            if ending.cause is Cause.CPU:
                reason = f"the compiler needed more than {COMPILE_SECONDS:g} s"
        return Compiled({}, {name: [f"{name} does not compile: {reason}", ""] for name in submitted})

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        if self._spare is not None:
            self._spare.connection.finish()
            self._spare = None
        self._inner.close()


class JavaConnection:
    """A pipe to one machine, for as long as one check needs it."""

    def __init__(self, machine: Machine, seconds: float, keep: Callable[[Machine], None]) -> None:
        self._machine = machine
        self._inner = machine.connection
        self._seconds = seconds
        self._keep = keep
        self._open_calls = 0
        self._sound = True
        self._ending: Ending | None = None

    def send_ahead(self, frames: bytes) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        if not self._inner.send_ahead(frames):
            return False
        self._open_calls += len(wire.split_frames(frames))
        return True

    def send(self, frame: bytes, deadline: float) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._open_calls += frame.startswith(b'["call"', wire.HEADER.size)
        self._inner.send(frame, deadline)

    def receive(self, deadline: float) -> bytes:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        try:
            payload = self._inner.receive(deadline)
        except BaseException:
            self._sound = False
            raise
        self._open_calls -= not payload.startswith(b'["ask"')
        return payload

    def quiet(self) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._inner.quiet()

    def renew(self, cpu_seconds: float) -> float:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._inner.renew(cpu_seconds)

    def finish(self) -> Ending:
        """See the interface; a machine that has answered everything is kept for another check."""
        if self._ending is None:
            if self._sound and self._open_calls == 0 and self._inner.quiet():
                self._ending = Ending(Cause.FINISHED, 0, self._inner.renew(self._seconds))
                self._keep(self._machine)
            else:
                self._ending = self._inner.finish()
        return self._ending
