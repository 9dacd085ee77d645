"""Starts the reference's game, for people to play.

A playable reference has a ``play.py`` beside its modules, or in the grader's folder if a rule of
the assignment forbids another program beside them. It runs as a separate process in the reference's
folder, because games load pictures from the working directory, with the reference's modules on its
path. It parses its own options, so this module knows no game. Only games need real pygame; checks
and the rest of the harness do not.
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
"""Name of the program. It ends with status 0, or with an error in its last line on stderr."""


class PlayError(GraderError):
    """There is no such game, or it failed; the message gives the reason."""


def play(assignment_id: str, options: Sequence[str] = (), root: Path | None = None) -> None:
    """Play the game of an assignment until its window is closed.

    ``options`` are passed to the game (``["--help"]`` lists them). ``root`` is the only folder to
    look in, if not all that are searched (:mod:`graders.harness.assignment.places`). Raises
    ``PlayError`` if there is no such game, or with the game's last line on stderr if it fails (no
    pygame, no display, an unknown option).
    """
    root = root or place_of(assignment_id) or ROOT
    folder = top(root) / "reference" / assignment_id
    candidates = [folder / PROGRAM, root / "graders" / assignment_id / PROGRAM]
    program = next((path for path in candidates if path.is_file()), None)
    if program is None:
        raise PlayError(
            f"{assignment_id}: there is no game to play; there is one for {_games(root)}"
        )

    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    # stderr is captured, because libraries print warnings about sound cards, which matter only if
    # the game fails; -B, because playing must not leave compiled files in the reference
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
        lines = ended.stderr.strip().splitlines() or [f"it ended with status {ended.returncode}"]
        if any(line.startswith("Traceback ") for line in lines):
            sys.stderr.write(ended.stderr)
        raise PlayError(f"{assignment_id}: {lines[-1]}")


def _games(root: Path) -> str:
    """Return the ids of the playable assignments, joined by commas."""
    ids = {
        path.parent.name
        for folder in (top(root) / "reference", root / "graders")
        for path in folder.glob(f"*/{PROGRAM}")
    }
    return ", ".join(sorted(ids)) or "no assignment"
