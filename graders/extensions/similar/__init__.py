"""``grader similar``: similar files of a class, shown side by side to staff."""

from __future__ import annotations

from collections.abc import Sequence

from graders.harness.hooks import Command, Extension


def _commands() -> Sequence[Command]:
    from graders.extensions.similar import command

    return [command]


EXTENSION = Extension("similar", commands=_commands)
