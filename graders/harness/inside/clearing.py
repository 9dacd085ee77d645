"""Clears the screen for programs, which ask another program to do it.

A box starts no other program. Games clear the screen by one all the same, ``clear`` or ``cls``, and
what is shown does not depend on it. So these alone succeed, and do nothing. Any other command is
left to the system, and refused in a box.
"""

from __future__ import annotations

import os
from typing import Any

CLEARING = ("clear", "cls")
BEFORE = ("cmd", "/c", "tput")
"""Words that a command may have before those."""


def clears(command: Any) -> bool:
    """Return whether *command*, text or its words, only clears the screen, by a program or the
    first of several that there is, as in ``cls || clear``.
    """
    if not isinstance(command, str):
        try:
            command = " ".join(command)
        except TypeError:  # a path, or bytes
            return False
    for separator in "|&;":
        command = command.replace(separator, " ")
    words = [word.removeprefix("/usr/bin/") for word in command.lower().split()]
    return words[-1:] != [] and words[-1] in CLEARING and set(words) <= {*CLEARING, *BEFORE}


def install() -> None:
    """Replace the functions that start programs."""
    import subprocess  # not at the top: it imports threading, which takes clocks by their names

    class Popen(subprocess.Popen):  # type: ignore[type-arg]
        """Replaces that on which ``os.popen`` and ``subprocess.run`` rest."""

        def __init__(self, args: Any, *options: Any, **named: Any) -> None:
            if not clears(args):
                super().__init__(args, *options, **named)
                return
            self.args, self.pid, self.returncode = args, 0, 0
            kinds = ("text", "universal_newlines", "encoding", "errors")
            binary = "" if any(map(named.get, kinds)) else "b"
            for name, mode in (("stdin", "w"), ("stdout", "r"), ("stderr", "r")):
                is_piped = named.get(name) == subprocess.PIPE
                stream = open(os.devnull, mode + binary) if is_piped else None  # noqa: SIM115 (caller's)
                setattr(self, name, stream)

        def communicate(self, input: Any = None, timeout: float | None = None) -> tuple[Any, Any]:
            """Return what the program wrote on each stream that is a pipe: nothing."""
            if self.pid:
                return super().communicate(input, timeout)
            with self:
                return self.stdout and self.stdout.read(), self.stderr and self.stderr.read()

    system, module = os.system, subprocess
    vars(os)["system"] = lambda command: 0 if clears(command) else system(command)
    module.Popen = Popen  # type: ignore[misc]
