"""Compiles the reference or the starter of COMP 250's Blocky, and runs a class of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from graders.extensions.java.jdk import find_jdk
from graders.harness.assignment.manifest import ROOT
from graders.harness.sandbox.interface import SandboxRefused

ID = "comp250_blocky"
PROBE = Path(__file__).parent / "Probe.java"
JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""For programs that end soon: the optimising compiler costs more than it saves."""
JAVAC = [f"-J{option}" for option in JAVA]


def has_jdk() -> bool:
    """Return whether there is a JDK here."""
    try:
        find_jdk(">=17")
    except SandboxRefused:
        return False
    return True


def compiled(kind: str, classes: Path) -> str:
    """Compile ``reference/`` or ``starter/`` and the probe into *classes*; return the compiler's output."""
    sources = sorted(str(path) for path in (ROOT / kind / ID).glob("*.java"))
    done = subprocess.run(
        [
            find_jdk(">=17").program("javac"),
            *JAVAC,
            "-Xlint:all",
            "-proc:none",
            "-d",
            classes,
            *sources,
            PROBE,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr


def run(classes: Path, *arguments: str) -> str:
    """Return the probe's output."""
    command = [
        find_jdk(">=17").program("java"),
        *JAVA,
        "-Dstdout.encoding=UTF-8",
        "-cp",
        classes,
        "assignment3.Probe",
        *arguments,
    ]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
