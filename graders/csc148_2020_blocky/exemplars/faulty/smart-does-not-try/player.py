class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of <board> after <move>."""
        copy = board.create_copy()
        block = _get_block(copy, move[2].position, move[2].level)
        if move in (ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE):
            block.rotate(move[1])
        elif move in (SWAP_HORIZONTAL, SWAP_VERTICAL):
            block.swap(move[1])
        elif move == SMASH:
            block.smash()
        elif move == COMBINE:
            block.combine()
        elif move == PAINT:
            block.paint(self.goal.colour)
        return self.goal.score(copy)
