"""Columns: play it in this terminal, with fallers that come by chance.

It stands here and not beside the reference, where a second module to run would break the assignment's own rules.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import Any

HELP = "Enter: one tick    R: rotate    <  >: move    Q: quit"


def main(words: Sequence[str] | None = None) -> None:
    """Play as the command line *words* say, until the game is over or the player has had enough."""
    parser = argparse.ArgumentParser(prog="play", description=f"Play Columns in this terminal. {HELP}")
    parser.add_argument("--rows", type=int, default=13, help="rows of the field, at least 4 (default: 13)")
    parser.add_argument("--columns", type=int, default=6, help="columns of the field, at least 3 (default: 6)")
    parser.add_argument("--seed", type=int, help="a number that decides which fallers come")
    options = parser.parse_args(words)

    # The reference's folder is on the path when `grader play` starts this.
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
    """Say whether nothing falls and nothing matches in *game*."""
    return all(
        game.cell(row, column).state in ("empty", "frozen")
        for row in range(1, game.rows() + 1)
        for column in range(1, game.columns() + 1)
    )


def new_faller(game: Any, chance: random.Random, colours: str) -> None:
    """Make a faller in a column that has room; in any column if none has, which ends the game."""
    every = range(1, game.columns() + 1)
    free = [column for column in every if game.cell(1, column).state == "empty"]
    game.create_faller(chance.choice(free or every), chance.choices(colours, k=3))


if __name__ == "__main__":
    main()
