class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score after the move."""
        kind, number, block = move
        board_copy = board.create_copy()
        block_copy = _get_block(board_copy, block.position,
                                max(0, block.level - 1))
        _perform((kind, number), block_copy, self.goal.colour)
        return self.goal.score(board_copy)
