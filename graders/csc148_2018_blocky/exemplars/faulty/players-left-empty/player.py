del RandomPlayer


class RandomPlayer(Player):
    """A random player."""


del SmartPlayer


class SmartPlayer(Player):
    """A smart player."""

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal,
                 difficulty: int) -> None:
        Player.__init__(self, renderer, player_id, goal)
