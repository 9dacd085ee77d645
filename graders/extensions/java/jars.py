"""Trusted Java, compiled once and cached: the worker, the driver, the course's and starter's
classes.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from graders.extensions.java import jvm_messages
from graders.extensions.java.guest import MAIN, PROGRAM_BYTES, Jars
from graders.extensions.java.jdk import Jdk
from graders.harness.cache import Cache, cache_folder
from graders.harness.content import add_content
from graders.harness.errors import GraderError
from graders.harness.protocol import messages, values
from graders.harness.protocol.config import Guest
from graders.harness.sandbox import interpreter_copy
from graders.harness.sandbox.interface import SandboxError

WORKER = Path(__file__).parent / "inside"
QUICK = ("-XDstringConcat=inline",)
"""Options of javac: plain code for string concatenation, because machines would otherwise generate
code at run time.
"""
TRAINING = "grader.Training"
KEPT_SECONDS = 30 * 24 * 3600
"""Age at which jars of an older state are removed."""


NO_HELP = ("assistive.none=none\n", ".accessibility.properties")
"""Content and name of a user's settings file in the folder of the jars, a machine's home folder.

Before the first colour, AWT reads such settings. If the file is missing, it looks elsewhere, with
code that it generates, for a tenth of a machine's start.
"""


class JavaBuildError(GraderError):
    """Trusted Java does not compile: the grader is broken."""


@dataclass(frozen=True, slots=True)
class JavaSources:
    """Trusted files to compile outside the box: path below the package's root -> source."""

    driver: dict[str, bytes]
    course: dict[str, bytes]
    starter: dict[str, bytes]
    """The files that students replace; used for files that are missing or do not compile."""


def build_jars(jdk: Jdk, sources: JavaSources) -> Jars:
    """Return the compiled jars, if possible from the cache. Raises JavaBuildError with the
    compiler's message.
    """
    digest = hashlib.blake2b(repr((jdk.build, QUICK, NO_HELP)).encode(), digest_size=12)
    for part in (sources.driver, sources.course, sources.starter):
        digest.update(repr(sorted(part.items())).encode())
    add_content(WORKER.rglob("*.java"), WORKER, digest)
    # if the judge is root, boxes have their own users, who must be able to read the jars
    shared = hasattr(os, "geteuid") and os.geteuid() == 0
    home = (
        (interpreter_copy.cache_folder() if shared else cache_folder())
        / "java"
        / digest.hexdigest()
    )
    jars = Jars(
        home / "worker.jar",
        home / "course.jar",
        home / "starter.jar",
        home / "worker.jsa",
    )
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
                with contextlib.suppress(FileExistsError, PermissionError):
                    # another process was faster
                    whole.rename(home)
        except OSError as error:
            if not home.is_dir():
                raise SandboxError(
                    f"the Java worker cannot be built in {home.parent}: {error.strerror}"
                ) from None
    if shared and (home.stat().st_uid != 0 or home.stat().st_mode & 0o022):
        raise SandboxError(f"{home} is not root's own: remove it")
    return jars


def _build(jdk: Jdk, sources: JavaSources, folder: Path) -> None:
    """Compile everything below *folder*, into jars in its folder ``jars``."""
    jars = folder / "jars"
    jars.mkdir()
    text, name = NO_HELP
    (jars / name).write_text(text)
    (jars / name).chmod(0o644)
    worker = {
        f"grader/{path.name}": path.read_bytes() for path in (WORKER / "grader").glob("*.java")
    }
    worker |= {f"driver/{name}": source for name, source in sources.driver.items()}
    # the course's files may use the students' (a game does), so they are compiled with the
    # starter's
    course = _compile(jdk, folder / "course", {**sources.course, **sources.starter})
    starter_names = {Path(name).stem for name in sources.starter}
    starter = {
        name: data
        for name, data in course.items()
        if Path(name).stem.split("$")[0] in starter_names
    }
    _jar(jars / "worker.jar", _compile(jdk, folder / "inside", worker))
    _jar(jars / "starter.jar", starter)
    _jar(
        jars / "course.jar",
        {name: data for name, data in course.items() if name not in starter},
    )


def reference_classes(
    jdk: Jdk, course: dict[str, bytes], reference: dict[str, bytes]
) -> dict[str, bytes]:
    """Return the classes of the reference, by name; none if it does not compile.

    They are cached beside recordings, not beside the jars, whose folder boxes can read.
    """
    digest = hashlib.blake2b(
        repr((jdk.build, QUICK, sorted(course.items()), sorted(reference.items()))).encode()
    )
    cache, key = Cache("references", bytes), digest.hexdigest()[:24]
    jar = cache.load(key)
    if jar is not None:
        return _classes_in(jar)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        contextlib.suppress(JavaBuildError, OSError),
    ):
        path = Path(folder, "reference.jar")
        _jar(path, _compile(jdk, Path(folder), {**course, **reference}))
        jar = path.read_bytes()
        cache.save(key, jar)
        return _classes_in(jar)
    return {}


def _classes_in(jar: bytes) -> dict[str, bytes]:
    """Return the class files in a trusted jar, by class name."""
    with zipfile.ZipFile(io.BytesIO(jar)) as archive:
        return {
            name.removesuffix(".class").replace("/", "."): archive.read(name)
            for name in archive.namelist()
        }


def _compile(jdk: Jdk, folder: Path, sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the class files of *sources*, by path. Raises JavaBuildError."""
    if not sources:
        return {}
    for name, source in sources.items():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)
    classes = folder / "classes"
    classes.mkdir()
    files = sorted(str(folder / "source" / name) for name in sources)
    command = [
        str(jdk.program("javac")),
        "-proc:none",
        "-encoding",
        "UTF-8",
        "-g",
        *QUICK,
        "-d",
        str(classes),
        *files,
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        errors = done.stderr.replace(str(folder / "source") + os.sep, "").strip()
        raise JavaBuildError(f"the grader's own Java does not compile: {errors[:2000]}")
    return {
        path.relative_to(classes).as_posix(): path.read_bytes()
        for path in sorted(classes.rglob("*.class"))
    }


def error_in(jdk: Jdk, sources: Mapping[str, bytes]) -> str:
    """Return the first error of the compiler about *sources*, with file and line, or ""."""
    with tempfile.TemporaryDirectory() as folder:
        for name, source in sources.items():
            path = Path(folder, "source", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source)
        run = subprocess.run(
            [
                jdk.program("javac"),
                "-encoding",
                "UTF-8",
                "-proc:none",
                "-nowarn",
                "-d",
                "../classes",
                *sources,
            ],
            cwd=Path(folder, "source"),
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    if not run.returncode:
        return ""
    errors = (line for line in run.stderr.splitlines() if ": error:" in line)
    return next(errors, run.stderr.strip()[:200])


def _jar(path: Path, classes: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as jar:
        for name, data in classes.items():
            jar.writestr(zipfile.ZipInfo(name), data)
    path.chmod(0o644)


def archive_classes(guest: Guest, jars: Jars, starter: dict[str, bytes]) -> None:
    """Have a machine compile the *starter*, and archive the classes that it has loaded.

    Machines that start from the archive need a quarter less time to compile a submission. A failure
    is ignored, because the archive is optional.
    """
    if jars.archive.exists() or not os.access(jars.archive.parent, os.W_OK):
        return
    program, *arguments = [
        word for word in guest["argv"] if not word.startswith("-XX:SharedArchiveFile=")
    ]
    with tempfile.TemporaryDirectory(dir=jars.archive.parent, ignore_cleanup_errors=True) as folder:
        under_way = Path(folder, jars.archive.name)
        command = [program, f"-XX:ArchiveClassesAtExit={under_way}", *arguments]
        command[command.index(MAIN)] = TRAINING
        training = (
            jvm_messages.CompileClasses(1, starter, {}),
            jvm_messages.Load("own", {}, {}, {}),
            messages.Fresh(1),
        )
        sent = b"".join(
            values.encode_frame(messages.to_list(message), PROGRAM_BYTES) for message in training
        )
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                command,
                env=guest["environment"],
                input=sent,
                capture_output=True,
                timeout=120,
                check=False,
            )
            under_way.chmod(0o644)
            under_way.rename(jars.archive)
