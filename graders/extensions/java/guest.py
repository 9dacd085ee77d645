"""The virtual machine that a box starts instead of Python: its options and files."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from graders.extensions.java.jdk import Jdk, wanted_release
from graders.harness.assignment.manifest import Java
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.runtime import find_loaders
from graders.harness.protocol.config import Guest

MAIN = "grader.Main"
PROGRAM_BYTES = 64 << 20
MACHINE_MB = 320
"""A machine's memory besides the heap: its own code, compiled code, classes, threads' stacks."""


@dataclass(frozen=True, slots=True)
class Jars:
    """Paths of trusted class files."""

    worker: Path
    course: Path
    starter: Path
    archive: Path
    """The classes that a machine has loaded after compiling the starter, to start others with; may
    be missing.
    """


def guest_of(jdk: Jdk, jars: Jars, java: Java, limits: Limits) -> Guest:
    """Return the program that a box starts instead of Python."""
    program = str(jdk.program("java"))
    loaders = find_loaders()
    options = [
        f"-Xmx{limits.memory_mb}m",
        # or it would depend on the machine's memory, which a box does not show
        f"-Xms{limits.memory_mb}m",
        "-XX:+UseSerialGC",  # a single thread, because the box limits their number
        # only the quick compiler, because a submission runs for a second
        "-XX:TieredStopAtLevel=1",
        # compiling took nearly half of the time, because most code of javac runs only a few times
        "-XX:CompileThresholdScaling=3",
        # inline only methods as small as getters
        "-XX:C1MaxInlineSize=6",
        "-XX:ActiveProcessorCount=1",
        "-XX:ReservedCodeCacheSize=48m",
        "-XX:-UsePerfData",  # no files in the scratch space
        # the box has no /proc, which it would read
        *(["-XX:-UseContainerSupport"] if sys.platform == "linux" else []),
        "-XX:+DisableAttachMechanism",  # no agents
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:+UnlockDiagnosticVMOptions",
        # map the archive at its old address, so that no start has to relocate its classes
        "-XX:ArchiveRelocationMode=0",
        # a counter instead of a random number, so that the order of a HashMap is reproducible
        "-XX:hashCode=3",
        f"-XX:ErrorFile={os.devnull}",
        # a crash is a signal; its message would go to standard output, the judge's connection
        "-XX:+SuppressFatalErrorMessage",
        "-Xlog:disable",
        f"-XX:SharedArchiveFile={jars.archive}",  # ignored if it is missing or does not match
        f"-Duser.home={jars.worker.parent}",  # see NO_HELP of jars.py
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.timezone=UTC",
    ]
    arguments = [
        str(jars.course),
        str(jars.starter),
        java.package,
        str(limits.frame_kb << 10),
        str(limits.output_chars),
        str(java.stack_mb << 20),
        str(java.moves).lower(),
        str(wanted_release(java.release)[0]),
    ]
    return Guest(
        argv=[program, *options, "-cp", str(jars.worker), MAIN, *arguments],
        # without it, the program would look for its libraries through /proc
        environment={
            "LD_LIBRARY_PATH": str(jdk.home / "lib"),
            "TZ": "UTC0",
            "LC_ALL": "C.UTF-8",
        },
        runtime=[
            str(jdk.home),
            *_settings_of(jdk),
            str(jars.worker.parent),
            *loaders,
        ],
        executables=[program, *map(os.path.realpath, loaders)],
        data_bytes=(limits.memory_mb + MACHINE_MB + java.stack_mb) << 20,
    )


def _settings_of(jdk: Jdk) -> list[str]:
    """Return the folders outside of *jdk* to which its settings are links, such as in /etc."""
    targets = {
        path.resolve()
        for path in [
            jdk.home / "conf",
            *(jdk.home / "conf").rglob("*"),
            *(jdk.home / "lib").glob("*"),
        ]
        if path.is_symlink() and path.exists()
    }
    return sorted(
        {
            str(path.parent)
            for path in targets
            if jdk.home not in path.parents and "java" in str(path.parent)
        }
    )
