class SmartPlayer:
    def __init__(self, renderer: Renderer, number: int, goal: Goal,
                 difficulty: int) -> None:
        """Make smart player <number>."""
        Player.__init__(self, renderer, number, goal)
        self._candidates = CANDIDATES[min(difficulty, len(CANDIDATES) - 1)]
