"""``grader completion``: what a shell needs to complete commands, options, assignments and checks
at the Tab key.

The shell runs ``grader`` itself with the line as it stands, and :func:`complete` answers.
argcomplete (the extra ``completion``) knows how bash, zsh and fish ask.
"""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec

from graders.harness.commands.grammar import Commands, Intermixed
from graders.harness.errors import DONE, GraderError

SHELLS = ("bash", "zsh", "fish")
ASKED = "_ARGCOMPLETE"
"""The variable in the environment by which a shell asks for completions."""


def add(commands: Commands) -> None:
    """Add the command."""
    completion = commands.add(
        "completion", run, "complete commands, assignments and checks at the Tab key",
        "Print the lines that make a shell complete `grader`: commands, options, assignments, ids "
        "of checks.",
        """To keep it, put the line into the file that the shell reads when it starts (grader has
to be on the PATH):

  bash   eval "$(grader completion bash)"           in ~/.bashrc
  zsh    eval "$(grader completion zsh)"            in ~/.zshrc, behind compinit
  fish   grader completion fish | source            in ~/.config/fish/config.fish""",
    )  # fmt: skip
    completion.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS)
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    if find_spec("argcomplete") is None:
        raise GraderError(
            "completion needs the package argcomplete: pip install 'graders[completion]'"
        )
    from argcomplete.shell_integration import shellcode

    print(shellcode(["grader"], shell=args.shell))
    return DONE


def complete(parser: argparse.ArgumentParser) -> None:
    """Where it is a shell that asks, answer what may follow in its line and end; else return."""
    if ASKED not in os.environ or find_spec("argcomplete") is None:
        return
    import argcomplete

    Intermixed.in_any_order = False
    argcomplete.autocomplete(parser, always_complete_options=False)
    return
