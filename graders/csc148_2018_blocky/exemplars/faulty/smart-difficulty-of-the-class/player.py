class SmartPlayer:
    def __init__(self, renderer: Renderer, player_id: int, goal: Goal,
                 difficulty: int) -> None:
        """Make a smart player."""
        Player.__init__(self, renderer, player_id, goal)
        SmartPlayer._candidates = CANDIDATES[min(difficulty, len(CANDIDATES) - 1)]
