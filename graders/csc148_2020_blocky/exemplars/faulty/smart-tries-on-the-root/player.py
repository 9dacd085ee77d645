class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of <board> after <move>."""
        copy = board.create_copy()
        _perform((move[0], move[1]), copy, self.goal.colour)
        return self.goal.score(copy)
