class SmartPlayer(Player):
    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make a smart player."""
        self._difficulty = difficulty
        self._proceed = False
