"""Plays the reference's game, for people.

A reference that can be played has a ``play.py`` beside its modules, or in the grader's folder where
one more program beside them would break a rule of the assignment. It runs as a program of its own
in the reference's folder (games load their pictures from the working directory), with the
reference's modules on its path, and reads its own options, so nothing here knows any game. Real
pygame is for playing only: no check, and nothing else in the harness, needs it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from graders.harness.assignment.places import place_of
from graders.harness.content import ROOT, top
from graders.harness.errors import GraderError

PROGRAM = "play.py"
"""What the program is called; it ends with status 0, or with its last line on stderr saying what is
wrong.
"""


class PlayError(GraderError):
    """There is no such game, or it could not start or go on; the message says why."""


def play(
    assignment_id: str, options: Sequence[str] = (), root: Path | None = None
) -> None:
    """Play the game of an assignment until its window is closed.

    ``options`` go to the game (``["--help"]`` prints those it has). ``root`` is the only folder
    to look in, if not all that are searched (:mod:`.places`). Raises ``PlayError`` if there is no
    such game, or with the game's own last word if it fails (no pygame, no display, an option it
    does not know).
    """
    root = root or place_of(assignment_id) or ROOT
    folder = top(root) / "reference" / assignment_id
    places = [folder / PROGRAM, root / "graders" / assignment_id / PROGRAM]
    program = next((place for place in places if place.is_file()), None)
    if program is None:
        raise PlayError(
            f"{assignment_id}: there is no game to play; there is one for {_games(root)}"
        )

    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    # What the game writes while it is well (libraries like to chat about sound cards) is of no
    # interest, so
    # stderr is kept until the end. Playing must not leave compiled files in the reference.
    ended = subprocess.run(
        [sys.executable, "-B", str(program), *options],
        cwd=folder,
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if ended.returncode != 0:
        lines = ended.stderr.strip().splitlines() or [
            f"it ended with status {ended.returncode}"
        ]
        if any(line.startswith("Traceback ") for line in lines):
            sys.stderr.write(ended.stderr)
        raise PlayError(f"{assignment_id}: {lines[-1]}")


def _games(root: Path) -> str:
    """Return the ids of the assignments that can be played, as one text."""
    found = {
        path.parent.name
        for folder in (top(root) / "reference", root / "graders")
        for path in folder.glob(f"*/{PROGRAM}")
    }
    found.discard("harness")  # this very module
    return ", ".join(sorted(found)) or "no assignment"
