class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of <board> after <move>."""
        copy = board.create_copy()
        block = _get_block(copy, move[2].position, move[2].level)
        action = (move[0], move[1])
        if _perform(action, block, self.goal.colour):
            _perform(action, block, self.goal.colour)
        return self.goal.score(copy)
