class BlobGoal:
    def score(self, board: Block) -> int:
        """Return the score."""
        if not board.children:
            return 1 if board.colour == self.colour else 0
        return sum(self.score(child) for child in board.children)
