class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of <board> after <move>."""
        _perform((move[0], move[1]), move[2], self.goal.colour)
        return self.goal.score(board)
