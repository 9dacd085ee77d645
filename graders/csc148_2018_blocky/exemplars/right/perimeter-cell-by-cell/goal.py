class PerimeterGoal:
    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        """Make a goal."""
        Goal.__init__(self, target_colour)
        self._seen = 0

    def score(self, board: Block) -> int:
        """Return the score."""
        grid = board.flatten()
        last = len(grid) - 1
        score = 0
        for x, column in enumerate(grid):
            for y, colour in enumerate(column):
                if colour == self.colour and (x in (0, last) or y in (0, last)):
                    corner = x in (0, last) and y in (0, last)
                    score += 2 if corner else 1
        if last == 0:
            score *= 4
        self._seen = score
        return score
