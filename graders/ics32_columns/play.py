"""Plays Columns in this terminal, with random fallers.

It is not in the reference's folder, because a second executable module there would break the assignment's own rules.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import Any

HELP = "Enter: one tick    R: rotate    <  >: move    Q: quit"


def main(words: Sequence[str] | None = None) -> None:
    """Play with the options in *words* until the game is over or the player quits."""
    parser = argparse.ArgumentParser(
        prog="play", description=f"Play Columns in this terminal. {HELP}"
    )
    parser.add_argument(
        "--rows", type=int, default=13, help="rows of the field, at least 4 (default: 13)"
    )
    parser.add_argument(
        "--columns", type=int, default=6, help="columns of the field, at least 3 (default: 6)"
    )
    parser.add_argument("--seed", type=int, help="a number that decides which fallers come")
    options = parser.parse_args(words)

    # `grader play` puts the reference's folder on the path.
    import columns
    import project4

    try:
        game = columns.Columns(options.rows, options.columns)
    except columns.ColumnsError as error:
        parser.error(str(error))
    chance = random.Random(options.seed)
    print(HELP)
    while True:
        if is_quiet(game) and not game.is_over():
            new_faller(game, chance, columns.COLOURS)
        project4.show(game)
        if game.is_over():
            return
        try:
            command = input("> ").strip().upper()
        except EOFError:
            return
        if command == "Q":
            return
        if command in ("", "R", "<", ">"):
            project4.carry_out(game, command)


def is_quiet(game: Any) -> bool:
    """Return whether nothing falls and nothing matches in *game*."""
    return all(
        game.cell(row, column).state in ("empty", "frozen")
        for row in range(1, game.rows() + 1)
        for column in range(1, game.columns() + 1)
    )


def new_faller(game: Any, chance: random.Random, colours: str) -> None:
    """Create a faller in a column with room, or in any column if there is none, which ends the game."""
    every = range(1, game.columns() + 1)
    free = [column for column in every if game.cell(1, column).state == "empty"]
    game.create_faller(chance.choice(free or every), chance.choices(colours, k=3))


if __name__ == "__main__":
    main()
