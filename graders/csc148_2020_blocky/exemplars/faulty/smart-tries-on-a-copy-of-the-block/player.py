class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of the block of <move> after it."""
        kind, number, block = move
        block_copy = block.create_copy()
        _perform((kind, number), block_copy, self.goal.colour)
        return self.goal.score(block_copy)
