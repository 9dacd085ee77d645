"""A player.py for grading game.py: players who note what they were made with, and move nothing.

The order of a smart player's arguments is free (spec 7), so they are told apart by what they are: the driver asks for
difficulties above :data:`IDS`, which no player's number is.
"""

from goal import Goal
from renderer import Renderer

TIME_DELAY = 600
IDS = 1000


class Player:
    """Somebody who plays."""

    def __init__(self, *arguments, **more):
        for argument in [*arguments, *more.values()]:
            if isinstance(argument, Renderer):
                self.renderer = argument
            elif isinstance(argument, Goal):
                self.goal = argument
            elif type(argument) is int and argument < IDS:
                self.id = argument
            else:
                self.difficulty = argument

    def make_move(self, board):
        """Do nothing."""
        return 0


class HumanPlayer(Player):
    """A person."""

    MAX_SMASHES = 1


class RandomPlayer(Player):
    """A player who moves by chance."""


class SmartPlayer(Player):
    """A player who compares moves."""
