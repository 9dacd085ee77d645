"""``grader play``: opens the reference's game."""

from __future__ import annotations

from argparse import REMAINDER
from collections.abc import Sequence
from typing import Annotated

from graders.harness.commands.grammar import NamedAssignment, arg


def play(
    assignment: NamedAssignment,
    options: Annotated[
        Sequence[str], arg("options of the game (try: -- --help)", "...", nargs=REMAINDER)
    ] = (),
) -> None:
    """Play the reference's game, in a window.

    examples:
      grader play csc148_2020_blocky
      grader play csc148_2020_blocky -- --help    the options of this game
    """
    from graders.extensions.authoring import playing

    options = options[1:] if options[:1] == ["--"] else options
    playing.play(assignment.id, options)
