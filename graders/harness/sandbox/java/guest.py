"""The virtual machine that a box starts in the place of Python: its options, and its files."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from graders.harness.assignment.manifest import Java, Limits
from graders.harness.protocol.config import Guest
from graders.harness.sandbox.java.jdk import Jdk

MAIN = "grader.Main"
PROGRAM_BYTES = 64 << 20
MACHINE_MB = 320
"""What a machine writes to besides the heap: its own code, compiled code, classes, stacks of its
threads.
"""


@dataclass(frozen=True, slots=True)
class Jars:
    """Where the class files of ours are."""

    worker: Path
    course: Path
    starter: Path
    archive: Path
    """What a machine had loaded when it had compiled the starter, so that others start with it;
    perhaps not there.
    """


def guest_of(jdk: Jdk, jars: Jars, java: Java, limits: Limits) -> Guest:
    """Return the program that a box starts in the place of Python."""
    program = str(jdk.program("java"))
    # they start it
    loaders = sorted(path for path in Path("/usr").glob("lib*/ld-linux*.so.*"))
    options = [
        f"-Xmx{limits.memory_mb}m",
        "-XX:+UseSerialGC",  # one thread collects: no more of them than the box may have
        # the quick compiler: a submission runs for a second, not for a day
        "-XX:TieredStopAtLevel=1",
        # javac, above all, is a lot of code that runs a few times: to compile it was
        "-XX:CompileThresholdScaling=3",
        # nearly half of its time; what is larger than a getter is not put into its callers
        "-XX:C1MaxInlineSize=6",
        "-XX:ActiveProcessorCount=1",
        "-XX:ReservedCodeCacheSize=48m",
        "-XX:-UsePerfData",  # no files in the scratch space
        # the box has no /proc to look it up in
        *(["-XX:-UseContainerSupport"] if sys.platform == "linux" else []),
        "-XX:+DisableAttachMechanism",  # no agents
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:+UnlockDiagnosticVMOptions",
        # the archive's classes lie where they were: nothing to put right at every start
        "-XX:ArchiveRelocationMode=0",
        # a counter, not a random number: the order of a HashMap is the same every time
        "-XX:hashCode=3",
        "-XX:-CreateCoredumpOnCrash",
        f"-XX:ErrorFile={os.devnull}",
        "-Xlog:disable",
        f"-XX:SharedArchiveFile={jars.archive}",  # none, or another machine's, is not used
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
    ]
    return Guest(
        argv=[program, *options, "-cp", str(jars.worker), MAIN, *arguments],
        # its libraries are found by /proc otherwise
        environment={
            "LD_LIBRARY_PATH": str(jdk.home / "lib"),
            "TZ": "UTC0",
            "LC_ALL": "C.UTF-8",
        },
        runtime=[
            str(jdk.home),
            *_settings_of(jdk),
            str(jars.worker.parent),
            *(str(path.parent) for path in loaders),
        ],
        executables=[program, *(str(path.resolve()) for path in loaders)],
        data_bytes=(limits.memory_mb + MACHINE_MB + java.stack_mb) << 20,
    )


def _settings_of(jdk: Jdk) -> list[str]:
    """Return the folders outside of *jdk* that its settings really lie in: some systems keep them
    in /etc.
    """
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
