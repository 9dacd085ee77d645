class SmartPlayer:
    def __init__(self, renderer: Renderer, player_id: int, goal: Goal,
                 difficulty: int) -> None:
        """Make a smart player."""
        Player.__init__(self, renderer, player_id, goal)
        table = {1: 5, 2: 10, 3: 25, 4: 50, 5: 100}
        self._candidates = table.get(difficulty, 1 if difficulty < 1 else 150)
