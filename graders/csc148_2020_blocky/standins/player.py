"""A sound player.py for grading blocky.py, which needs only the name."""


class Player:
    """A player."""

    def __init__(self, player_id, goal):
        self.id = player_id
        self.goal = goal
