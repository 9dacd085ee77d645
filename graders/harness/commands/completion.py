"""``grader completion``: shell code that completes commands, options, assignments and checks.

The shell runs ``grader`` itself with the current line, and :func:`complete` answers. argcomplete
(the extra ``completion``) speaks the protocols of bash, zsh and fish.
"""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from typing import Annotated

from graders.harness.commands.grammar import CommandParser, arg
from graders.harness.content import installing
from graders.harness.errors import GraderError

SHELLS = ("bash", "zsh", "fish")
ASKED = "_ARGCOMPLETE"
"""The environment variable by which a shell requests completions."""


def completion(shell: Annotated[str, arg("bash, zsh, fish", choices=SHELLS)]) -> None:
    """Complete commands, assignments and checks at the Tab key.

    Prints the shell code that completes commands, options, assignments and ids of checks.

    example (for the present shell):
      eval "$(grader completion bash)"

    To keep it, add the line to the file that your shell reads when it starts (grader must be on the
    PATH):

      bash   eval "$(grader completion bash)"           in ~/.bashrc
      zsh    eval "$(grader completion zsh)"            in ~/.zshrc, after compinit
      fish   grader completion fish | source            in ~/.config/fish/config.fish
    """
    if find_spec("argcomplete") is None:
        raise GraderError(f"completion needs the package argcomplete: {installing('completion')}")
    from argcomplete.shell_integration import shellcode

    print(shellcode(["grader"], shell=shell))


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer a shell's request for completions and exit; return if there is none."""
    if ASKED not in os.environ or find_spec("argcomplete") is None:
        return
    import argcomplete

    CommandParser.in_any_order = False
    words = os.environ.get("COMP_LINE", "").split()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name in action.choices.keys() & {*words}:
                action.choices[name].finish()
    argcomplete.autocomplete(parser, always_complete_options=False)
