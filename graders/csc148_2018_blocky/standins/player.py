"""A player.py for grading game.py: players that store the arguments of their constructor, and make no moves.

The order of a smart player's arguments is free (spec 7), so their types and values identify them. The driver requests
difficulties above :data:`IDS`, and no player's id is as large.
"""

from goal import Goal
from renderer import Renderer

TIME_DELAY = 600
IDS = 1000


class Player:
    """A player."""

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
    """A human player."""

    MAX_SMASHES = 1


class RandomPlayer(Player):
    """A player that makes random moves."""


class SmartPlayer(Player):
    """A player that compares moves."""
