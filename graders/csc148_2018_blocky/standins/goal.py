"""A sound goal.py for grading player.py and game.py. They only need goals that can be made and called."""


class Goal:
    """The aim of a player."""

    def __init__(self, target_colour):
        self.colour = target_colour

    def score(self, board):
        """Return some number."""
        return 0

    def description(self):
        """Return some text."""
        return "a goal"


class BlobGoal(Goal):
    """As large a blob as possible."""


class PerimeterGoal(Goal):
    """As much colour along the edge as possible."""
