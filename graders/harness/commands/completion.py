"""``grader completion``: shell code that completes commands, options, assignments and checks.

The shell runs ``grader`` itself with the current line, and :func:`complete` answers. argcomplete
(the extra ``completion``) speaks the protocols of bash, zsh and fish.
"""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec

from graders.harness.commands.grammar import Commands, Intermixed, finish
from graders.harness.content import installing
from graders.harness.errors import DONE, GraderError

SHELLS = ("bash", "zsh", "fish")
ASKED = "_ARGCOMPLETE"
"""The environment variable by which a shell requests completions."""


def add(commands: Commands) -> None:
    """Add the command."""
    completion = commands.add(
        "completion",
        run,
        "complete commands, assignments and checks at the Tab key",
        "Print the shell code that completes `grader`'s commands, options, assignments and ids of "
        "checks.",
        """To keep it, add the line to the file that your shell reads when it starts (grader must be
on the PATH):

  bash   eval "$(grader completion bash)"           in ~/.bashrc
  zsh    eval "$(grader completion zsh)"            in ~/.zshrc, after compinit
  fish   grader completion fish | source            in ~/.config/fish/config.fish""",
    )
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    if find_spec("argcomplete") is None:
        raise GraderError(f"completion needs the package argcomplete: {installing('completion')}")
    from argcomplete.shell_integration import shellcode

    print(shellcode(["grader"], shell=args.shell))
    return DONE


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer a shell's request for completions and exit; return if there is none."""
    if ASKED not in os.environ or find_spec("argcomplete") is None:
        return
    import argcomplete

    Intermixed.in_any_order = False
    finish(parser, os.environ.get("COMP_LINE", "").split())
    argcomplete.autocomplete(parser, always_complete_options=False)
