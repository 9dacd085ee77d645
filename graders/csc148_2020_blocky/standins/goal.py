"""A sound goal.py for grading player.py. It has the starter's public interface; its scores ask the judge."""

import random

from _grader import blocks, reading
from block import Block


def generate_goals(num_goals):
    """Return random goals of one type."""
    answer = blocks.ask("generate_goals", num_goals, random.randrange(1 << 30))
    return [
        {"PerimeterGoal": PerimeterGoal, "BlobGoal": BlobGoal}[kind](reading.colour_value(colour))
        for kind, colour, _is_goal in answer["goals"]
    ]


class Goal:
    """The aim of a player."""

    def __init__(self, target_colour):
        self.colour = target_colour

    def score(self, board):
        """Ask the judge for the score."""
        return blocks.ask(
            "score_of",
            type(self).__name__,
            reading.colour_index(self.colour),
            reading.snapshot(board, Block),
        )

    def description(self):
        """Return some text."""
        return "a goal"


class PerimeterGoal(Goal):
    """As much colour along the edge as possible."""


class BlobGoal(Goal):
    """As large a blob as possible."""
