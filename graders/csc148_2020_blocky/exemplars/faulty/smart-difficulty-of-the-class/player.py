class SmartPlayer(Player):
    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make a smart player."""
        Player.__init__(self, player_id, goal)
        self._proceed = False
        SmartPlayer._difficulty = difficulty
