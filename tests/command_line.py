"""The commands of `grader` and their options, which argparse shows to nobody but in its help."""

from __future__ import annotations

import argparse

from graders.harness.cli import parser


def options(command: argparse.ArgumentParser) -> frozenset[str]:
    """Return the options of *command*, with their dashes."""
    return frozenset(command._option_string_actions)


def without_help(command: argparse.ArgumentParser) -> list[str]:
    """Return the names of the arguments without a help."""
    return [one.dest for one in command._actions if not one.help]


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, with the options that extensions add."""
    (found,) = (dict(one.choices) for one in parser()._actions if isinstance(one.choices, dict))
    for each in found.values():
        each.finish()
    return found
