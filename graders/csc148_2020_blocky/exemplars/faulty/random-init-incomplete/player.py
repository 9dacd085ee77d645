class RandomPlayer(Player):
    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a random player."""
        self._proceed = False
