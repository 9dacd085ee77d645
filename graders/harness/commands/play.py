"""``grader play``: opens the reference's game."""

from __future__ import annotations

import argparse

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment
from graders.harness.errors import DONE


def add(commands: Commands) -> None:
    """Add the command."""
    play = commands.add(
        "play",
        run,
        "play the reference's game",
        "Open the reference's game in a window.",
    )
    add_assignment(play)
    play.add_argument(
        "options",
        nargs=argparse.REMAINDER,
        metavar="...",
        help="options of the game (try: -- --help)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.assignment.play import play

    options = args.options[1:] if args.options[:1] == ["--"] else args.options
    play(load_assignment(args.assignment).id, options)
    return DONE
