class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score that <board> would have after <move>."""
        action = move[:2]
        copy = board.create_copy()
        block = _get_block(copy, move[2].position, move[2].level)
        if action == 'combine':
            block.combine()
        elif action != COMBINE:
            _perform(action, block, self.goal.colour)
        return self.goal.score(copy)
