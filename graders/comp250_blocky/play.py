"""Compiles the reference of COMP 250's Blocky into a temporary folder, and runs it in a window."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.extensions.java.jdk import Jdk, find_jdk
from graders.harness import SandboxRefused

NO_SCREEN = (
    "HeadlessException",
    "Can't connect to X11",
    "libawt_xawt.so",
    "Could not initialize class",
)
"""Parts of a JVM's messages if it cannot open a window: there is no screen, or the JDK is headless."""


def main() -> None:
    """Play the game; exit with a one-line message if something is missing."""
    argparse.ArgumentParser(
        prog="play",
        description="Play Blocky in a window. It asks for the depth, the players and the turns.",
    ).parse_args()
    try:
        kit = find_jdk(">=17")
    except SandboxRefused as error:
        sys.exit(f"the game needs Java: {error}")
    with TemporaryDirectory(prefix="blocky-") as classes:
        play(kit, Path.cwd(), classes)


def play(kit: Jdk, reference: Path, classes: str) -> None:
    """Compile the Java files in *reference* into the folder *classes*, and run the game until its window is closed."""
    sources = sorted(str(path) for path in reference.glob("*.java"))
    compiled = subprocess.run(
        [
            kit.program("javac"),
            "-encoding",
            "UTF-8",
            "-proc:none",
            "-nowarn",
            "-d",
            classes,
            *sources,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if compiled.returncode != 0:
        sys.exit(
            f"the reference does not compile: {(compiled.stderr.splitlines() or ['no reason given'])[0]}"
        )
    run = subprocess.run(
        [kit.program("java"), "-cp", classes, "assignment3.BlockGame"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if any(sign in run.stderr for sign in NO_SCREEN):
        sys.exit(
            "the game cannot open a window here: play it on a machine with a screen, with a JDK that is not headless "
            "(Debian and Ubuntu: apt install default-jdk)"
        )
    if run.returncode != 0:
        sys.exit(run.stderr.strip() or f"the game ended with status {run.returncode}")


if __name__ == "__main__":
    main()
