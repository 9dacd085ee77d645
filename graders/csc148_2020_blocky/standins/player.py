"""A sound player.py for grading blocky.py, which needs no more of it than the name."""


class Player:
    """Somebody who plays."""

    def __init__(self, player_id, goal):
        self.id = player_id
        self.goal = goal
