class SmartPlayer:
    def __init__(self, difficulty: int, *others) -> None:
        """Make a smart player."""
        Player.__init__(self, *others)
        self._candidates = CANDIDATES[min(difficulty, len(CANDIDATES) - 1)]
